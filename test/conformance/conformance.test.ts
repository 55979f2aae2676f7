import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMcpEndpoint } from "#bridge/http/mcp/serve-mcp.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { type Exclusion, exclusions, type Revision, revisions, type Target, targets } from "./exclusions.ts";
import { createFixtures } from "./fixtures.ts";

let server: TestServer;
let fixtureServer: Bun.Server<undefined>;
let endpoint: ReturnType<typeof createMcpEndpoint>;
const folder = mkdtempSync(join(tmpdir(), "slipway-conformance-"));

beforeAll(async () => {
  server = await startTestServer();
  endpoint = createMcpEndpoint(server.runtime, { ...createFixtures(), streams: true });
  fixtureServer = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: endpoint.handle });
});
afterAll(async () => {
  await endpoint.close();
  await fixtureServer.stop(true);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function conformance(...args: string[]): Promise<string> {
  const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
  const child = Bun.spawn([process.execPath, suite, ...args], {
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  return out + err;
}

/** The schema check of all sent messages, which belongs to no scenario. */
const everyMessage = "wire-schema-valid";

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** The only revision in normal runs, and the one that runs extensions. */
const newest: Revision = "2026-07-28";

/** Runs the requirement set of a revision and the extensions that it omits. Returns the checks by scenario. */
async function runSet(target: Target, revision: Revision, extensions: string[]): Promise<Map<string, Check[]>> {
  const output = join(folder, `${target}-${revision}`);
  const url = target === "real" ? `${server.url}/mcp` : `http://localhost:${fixtureServer.port}/mcp`;
  const into = ["server", "--url", url, "--output-dir", output];
  await conformance(...into, "--requirements", revision);
  const results = new Map<string, Check[]>();
  const read = async () => {
    for (const run of readdirSync(output)) {
      const name = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
      results.set(name, await Bun.file(join(output, run, "checks.json")).json());
    }
  };
  await read();
  if (revision !== newest) return results;
  const left = extensions.filter((name) => !results.has(name));
  for (const name of left) await conformance(...into, "--spec-version", revision, "--force", "--scenario", name);
  await read();
  return results;
}

const known = async () =>
  new Map(
    [...(await conformance("list", "--server")).matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name, at]) => [
      name!,
      at!.split(","),
    ]),
  );

test("exclusions: each scenario exists and is listed once", async () => {
  const all = await known();
  const named = exclusions.flatMap(({ scenarios, on, at }) =>
    scenarios.flatMap((name) =>
      (on ? [on] : targets).flatMap((target) =>
        (at ? [at] : revisions).map((revision) => `${name} ${target} ${revision}`),
      ),
    ),
  );
  expect(named.filter((name) => !all.has(name.split(" ")[0]!))).toEqual([]);
  expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([]);
});

describe.each(isNightly ? revisions : [newest])("%s", (revision) => {
  test.each(targets)(
    "the %s server passes every scenario but those excluded, none of which it would pass",
    async (target) => {
      const all = await known();
      const extensions = [...all].filter(([, at]) => at.includes("extension")).map(([name]) => name);
      const results = await runSet(target, revision, extensions);
      const applying = [...all]
        .filter(([, at]) => at.includes(revision) || (at.includes("extension") && revision === newest))
        .map(([name]) => name);
      const wrong = applying.flatMap((name) => {
        const excluded = exclusions.find(
          ({ scenarios, on = target, at = revision }) => scenarios.includes(name) && on === target && at === revision,
        );
        return faultsOf(results.get(name) ?? [], excluded).map((fault) => `${name}: ${fault}`);
      });
      expect(wrong).toEqual([]);
      expect(applying.length).toBeGreaterThan(20);
    },
    90_000,
  );
});

function faultsOf(checks: Check[], excluded: Exclusion | undefined): string[] {
  const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const isChecked = checks.some(({ id, status }) => status === "SUCCESS" && id !== everyMessage);
  const isPassed = isChecked && bad.length === 0;
  if (excluded && !excluded.checks) return isPassed ? ["is excluded, and would pass"] : [];
  const excused = excluded?.checks ?? [];
  return [
    ...(isChecked ? [] : ["checked nothing"]),
    ...bad.filter(({ id }) => !excused.includes(id)).map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    ...excused.filter((id) => !bad.some((check) => check.id === id)).map((id) => `${id} is excluded, and would pass`),
  ];
}
