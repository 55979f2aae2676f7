import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMcpEndpoint } from "../../bridge/http/mcp.ts";
import { startTestServer, type TestServer } from "../support/harness.ts";
import { createFixtures } from "./fixtures.ts";
import { type Revision, revisions, scenarios, type Target } from "./scenarios.ts";

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

/** The check that all that was sent matches the schema; it says nothing about a scenario. */
const everyMessage = "wire-schema-valid";

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Runs a revision's requirement set against a target; the checks by scenario. */
async function runSet(target: Target, revision: Revision): Promise<Map<string, Check[]>> {
  const output = join(folder, `${target}-${revision}`);
  const url = target === "real" ? `${server.url}/mcp` : `http://localhost:${fixtureServer.port}/mcp`;
  await conformance("server", "--url", url, "--requirements", revision, "--output-dir", output);
  const results = new Map<string, Check[]>();
  for (const run of readdirSync(output)) {
    const name = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    results.set(name, await Bun.file(join(output, run, "checks.json")).json());
  }
  return results;
}

const known = async () =>
  new Map(
    [...(await conformance("list", "--server")).matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name, at]) => [
      name!,
      at!.split(","),
    ]),
  );

test("every server scenario of the suite is named in the table, and none besides", async () => {
  expect([...(await known()).keys()].sort()).toEqual(Object.keys(scenarios).sort());
});

describe.each(revisions)("%s", (revision) => {
  test.each(["real", "fixtures"] as const)(
    "the %s server passes each scenario meant for it",
    async (target) => {
      const [results, at] = await Promise.all([runSet(target, revision), known()]);
      const failures: string[] = [];
      let ran = 0;
      for (const [name, plan] of Object.entries(scenarios)) {
        if ("leftOut" in plan || !plan.on.includes(target) || plan.leftOutAt?.[revision]) continue;
        if (!at.get(name)!.includes(revision)) continue;
        const checks = results.get(name) ?? [];
        ran += 1;
        if (!checks.some(({ id, status }) => status === "SUCCESS" && id !== everyMessage))
          failures.push(`${name}: checked nothing`);
        const excused = target === "real" ? (plan.checksOfFixtures ?? []) : [];
        for (const { id, status, errorMessage } of checks)
          if (status === "FAILURE" && !excused.includes(id)) failures.push(`${name} ${id}: ${errorMessage}`);
      }
      expect(failures).toEqual([]);
      expect(ran).toBeGreaterThan(3);
    },
    60_000,
  );
});
