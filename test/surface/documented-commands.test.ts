import { expect, test } from "bun:test";
import { join } from "node:path";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { ndjson, newAdmin } from "../support/server/admin.ts";
import { startTestServer, testNow } from "../support/server/harness.ts";
import { temporary } from "../support/server/temporary.ts";
import { documentAt, documents, shellLines, wordsOf } from "./documents.ts";

/** What a command of the documents needs that a new folder lacks: an order, an account outside of the team. */
const needsMore = /^(order refund|user delete) /;

test("the admin commands of the documents run one after the other in an empty folder", async () => {
  const admin = newAdmin();
  const product = {
    name: "Pictor",
    url: "https://pictor.example",
    headline: "Photo backup",
    summary: "Keeps pictures",
  };
  const files: Record<string, string> = {
    "categories.ndjson": await admin.file("categories.ndjson", ndjson([{ name: "Media - Photos", description: "" }])),
    "products.ndjson": await admin.file("products.ndjson", ndjson([{ ...product, categories: ["Media - Photos"] }])),
    "ranks.csv": await admin.file("ranks.csv", "1,first.example\n2,pictor.example\n"),
    "eurofxref-hist.csv": await admin.file("eurofxref-hist.csv", "Date,USD,\n2026-11-18,1.0832,\n"),
    "listings.csv": join(admin.dataDir, "listings.csv"),
  };
  const pages = ["commands", "moderation", "payments-and-vat", "assistants", "privacy"];
  const commands = pages
    .flatMap((name) => shellLines(documentAt(`docs/${name}.md`)))
    .flatMap((line) => /^npx -y bun run admin (.+)/.exec(line)?.[1] ?? []);
  const run = commands.filter((command) => !needsMore.test(command));
  expect(run.length).toBeGreaterThan(18);
  for (const command of run) {
    const { exitCode, out, err } = await admin.run(...wordsOf(command).map((word) => files[word] ?? word));
    expect([command, exitCode, exitCode === 0 ? "" : out + err]).toEqual([command, 0, ""]);
  }
});

test("the admin commands of docs/getting-started.md run one after the other in an empty folder", async () => {
  const admin = newAdmin();
  const commands = shellLines(documentAt("docs/getting-started.md")).flatMap(
    (line) => /^npx -y bun run admin (.+)/.exec(line)?.[1] ?? [],
  );
  expect(commands.length).toBe(3);
  for (const command of commands)
    expect([command, (await admin.run(...wordsOf(command))).exitCode]).toEqual([command, 0]);
});

test("the requests of the documents get the response that they promise, as the founder of the demo", async () => {
  const server = await startTestServer();
  const { key } = (await demoSignIn(server.store, temporary, testNow))!;
  const origin = "http://localhost:3000";
  const blocks = documents
    .flatMap((document) => document.blocks)
    .filter(({ language, code }) => language === "sh" && code.includes(`${origin}/`))
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => line.startsWith("curl "));
  expect(blocks.length).toBeGreaterThan(15);
  for (const line of blocks) {
    // The shell parses the quotes, and a substitute for curl prints the arguments.
    const script = `KEY=YOUR_KEY; curl() { printf '%s\\0' "$@"; }\n${line}`;
    const printed = await new Response(Bun.spawn(["sh", "-c", script]).stdout).text();
    const { url, ...request } = requestOf(printed.split("\0").slice(0, -1), key);
    const expected = /# an error/.test(line) ? 404 : Number(/# (\d{3}):/.exec(line)?.[1] ?? 200);
    const { status } = await fetch(url.replace(origin, server.url), request);
    expect([line, expected === 200 ? Math.floor(status / 100) * 100 : status]).toEqual([line, expected]);
  }
  await server.stop();
});

/** The request that curl would send. Throws for an option that no document uses. */
function requestOf(words: string[], key: string): RequestInit & { url: string } {
  const headers: Record<string, string> = {};
  let [url, method, body]: (string | undefined)[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "-i") continue;
    if (word === "-X") method = words[++i];
    else if (word === "-H") {
      const [name, value] = words[++i]!.split(": ");
      headers[name!] = value!.replace("YOUR_KEY", key);
    } else if (word === "--json") {
      body = words[++i];
      headers["content-type"] = "application/json";
    } else if (word.startsWith("http")) url = word;
    else throw new Error(`the test does not know ${word}`);
  }
  return { url: url!, method: method ?? (body === undefined ? "GET" : "POST"), headers, body };
}

test("every command for a machine with Node alone begins with npx", () => {
  for (const path of ["README.md", "docs/getting-started.md", "docs/rest-api.md", "docs/commands.md"])
    for (const line of shellLines(documentAt(path)))
      expect([path, line]).not.toEqual([path, expect.stringMatching(/(?<!npx -y )\bbun (run|start|test|install)\b/)]);
});
