import Anthropic from "@anthropic-ai/sdk";
import { startClaimTown } from "../support/records/claims.ts";
import { demoStore } from "../support/server/harness.ts";
import { walkWithModel } from "./claude.ts";
import { clients } from "./clients.ts";
import { journeys } from "./journeys.ts";
import { personFor } from "./person.ts";
import { wishes } from "./wishes.ts";

// Runs journeys with a real model, which also grades them. ANTHROPIC_API_KEY pays for them, ANTHROPIC_MODEL selects the
// model. With ANTHROPIC_BASE_URL, any server with Anthropic's API takes part, such as a local model, with or without a
// key. Arguments are journey names.

const {
  ANTHROPIC_API_KEY: apiKey,
  ANTHROPIC_BASE_URL: baseURL,
  ANTHROPIC_MODEL: model = "claude-haiku-5-5",
} = process.env;
if (!apiKey && !baseURL) {
  console.error(
    "Set ANTHROPIC_API_KEY, which pays for the model that walks these journeys, or ANTHROPIC_BASE_URL for a server of your own.",
  );
  process.exit(2);
}
const names = process.argv.slice(2);
const unknown = names.filter((name) => !journeys.some((journey) => journey.name === name));
if (unknown.length > 0) {
  console.error(`There is no journey "${unknown[0]}". There are: ${journeys.map(({ name }) => name).join(" · ")}`);
  process.exit(2);
}

const client = new Anthropic({ apiKey: apiKey || "none", ...(baseURL && { baseURL }) });
const town = await startClaimTown({ store: await demoStore() });
const rows = [];
for (const journey of journeys) {
  if (names.length > 0 && !names.includes(journey.name)) continue;
  const { bearer, start, deeds } = await personFor(town, journey);
  const fixture = {
    ...{
      url: town.server.url,
      era: "2026-07-28" as const,
      client: clients["Claude Code"]!,
      bearer,
      reads: "text" as const,
      deeds,
    },
    work: town.server.drainJobs,
  };
  const wish = wishes[journey.name]!;
  const row = await walkWithModel(journey, wish, fixture, start, { client, model }).catch((error: Error) => error);
  if (row instanceof Error) rows.push({ journey: journey.name, missing: row.message });
  else
    rows.push({
      journey: journey.name,
      calls: row.calls,
      read: row.read,
      written: row.written,
      missing: row.missing.join(", "),
    });
  const { missing } = rows.at(-1)!;
  console.log(`${missing === "" ? "ok" : "NOT"} ${journey.name}${missing === "" ? "" : `: ${missing}`}`);
}
console.table(rows);
await town.stop();
process.exit(rows.every(({ missing }) => missing === "") ? 0 : 1);
