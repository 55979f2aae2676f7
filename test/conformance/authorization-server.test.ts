import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register } from "#auth/oauth/register.ts";
import { newPerson, type Person } from "../support/clients/person.ts";
import { freePort } from "../support/server/free-port.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
let person: Person;
const folder = mkdtempSync(join(tmpdir(), "slipway-conformance-"));

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

async function conformance(args: string[], read: (line: string) => void): Promise<number> {
  const child = Bun.spawn([process.execPath, "--bun", "node_modules/.bin/conformance", ...args], {
    cwd: join(import.meta.dir, "../.."),
    stdout: "pipe",
    stderr: "ignore",
    env: { ...process.env, NO_COLOR: "1" },
  });
  let rest = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) read(line);
  }
  return child.exited;
}

test("authorization server scenarios: all checks pass", async () => {
  const known: string[] = [];
  await conformance(["list", "--authorization"], (line) => known.push(...(/^ {2}- (\S+)/.exec(line)?.slice(1) ?? [])));

  const port = freePort();
  const { client_id } = await register(server.runtime.authorization, {
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
    client_name: "Conformance suite",
    token_endpoint_auth_method: "none",
  });
  const args = ["--url", server.url, "--client-id", String(client_id), "--port", String(port), "--output-dir", folder];
  // The suite prints the URL that the user has to open and waits for the browser to return.
  const steps: Promise<unknown>[] = [];
  const exitCode = await conformance(["authorization", ...args], (line) => {
    if (line.startsWith(`${server.url}/oauth/authorize?`))
      steps.push(person.decide(line, "allow").then((location) => fetch(location)));
  });
  await Promise.all(steps);

  const results: Record<string, Check[]> = {};
  for (const run of readdirSync(folder)) {
    const name = known.find((scenario) => run.includes(scenario))!;
    results[name] = await Bun.file(join(folder, run, "checks.json")).json();
  }
  expect(known).toContainAllValues(["authorization-server-metadata-endpoint", "authorization-code-grant"]);
  expect(Object.keys(results).sort()).toEqual(known.sort());
  const checks = Object.values(results).flat();
  expect(checks.filter(({ status }) => status !== "SUCCESS")).toEqual([]);
  expect(checks.length).toBeGreaterThanOrEqual(3);
  expect(exitCode).toBe(0);
}, 180_000);
