import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../support/server/temporary.ts";
import { directWrites } from "./direct-writes.ts";

const root = join(import.meta.dir, "../..");

async function run(command: string[], cwd = root): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn([process.execPath, "--bun", ...command], { stdout: "pipe", stderr: "pipe", cwd });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, output: out + err };
}

const cruise = (cwd: string, ...folders: string[]) =>
  run([join(root, "node_modules/.bin/depcruise"), "--config", join(root, ".dependency-cruiser.cjs"), ...folders], cwd);

test("modules import only what their layer may (.dependency-cruiser.cjs)", async () => {
  const { exitCode, output } = await cruise(root, "tools", "bridge", "db", "auth", "test");
  expect(output).toContain("no dependency violations found");
  expect(output).not.toContain("(0 modules");
  expect(exitCode).toBe(0);
}, 300_000);

test("a module that imports what its layer may not is found", async () => {
  const folder = mkdtempSync(join(temporary, "layers-"));
  await Bun.write(join(folder, "tsconfig.json"), Bun.file(join(root, "tsconfig.json")));
  await Bun.write(join(folder, "tools/core/calls/call.ts"), "export const call = 1;");
  await Bun.write(join(folder, "db/queries/rates.ts"), 'export { call } from "../../tools/core/calls/call.ts";');
  const { exitCode, output } = await cruise(folder, "tools", "db");
  expect(output).toContain("error db-stands-alone: db/queries/rates.ts → tools/core/calls/call.ts");
  expect(exitCode).toBe(1);
});

test("nothing is exported, declared or depended on that nobody uses (knip)", async () => {
  const { exitCode, output } = await run(["node_modules/.bin/knip", "--config", ".knip.json", "--no-progress"]);
  expect(output.trim()).toBe("");
  expect(exitCode).toBe(0);
});

describe("everything outside of the operations changes the directory through them only", () => {
  // Each of these files writes by itself, for its reason.
  const mayWrite = new Map([
    ["bridge/start/call-context.ts", "hands operations the mail that they queue"],
    ["bridge/start/serve.ts", "gives callTool the transaction it runs operations in"],
    ["bridge/commands/session.ts", "gives callTool the transaction it runs operations in"],
    ["bridge/commands/import.ts", "merges the search index, which changes no record"],
    ["bridge/start/demo-sign-in.ts", "makes the demo account of a new database"],
    ["bridge/http/server/last-used.ts", "keeps when a key was last used, for many requests at once"],
    ["bridge/outbound/mail.ts", "marks a mail as sent"],
    ["bridge/jobs/runner.ts", "keeps the job queue"],
    ["bridge/jobs/in-steps.ts", "runs one step of a long job in a transaction"],
    ["bridge/jobs/mailed-link-job.ts", "calls auth/, whose functions write their own log entries"],
    ["bridge/jobs/merge-search.ts", "merges the search index, which changes no record"],
    ["bridge/jobs/periodic.ts", "deletes what has expired"],
    ["bridge/jobs/vat-rates-watch.ts", "mails the operator"],
  ]);
  const files = [...new Bun.Glob("bridge/**/*.ts").scanSync(root)].filter((file) => !file.endsWith(".test.ts"));

  const broken = {
    "bridge/pages/calls.ts": `
      import type { Runtime } from "../http/server/runtime.ts";
      export const end = ({ policy: { write } }: Runtime) => write(async () => 1);`,
    "bridge/pages/imports.ts": `
      import { accountById, updateAccount as change } from "../../db/queries/accounts/accounts.ts";
      export const both = [accountById, change];`,
    "bridge/pages/passes.ts": `
      import type { Store } from "../../db/store/store.ts";
      export const passed = (store: Store) => [store.write];`,
  };

  test("where they are broken on purpose, and only there", () => {
    expect(files.length).toBeGreaterThan(50);
    const found = directWrites(files, broken).map((fault) => fault.split(": ") as [string, string]);
    expect(found.filter(([file]) => !mayWrite.has(file)).sort()).toEqual([
      ["bridge/pages/calls.ts", "opens a write transaction"],
      ["bridge/pages/imports.ts", "imports change"],
      ["bridge/pages/passes.ts", "passes a write transaction on"],
    ]);
    const writing = new Set(found.map(([file]) => file));
    expect([...mayWrite.keys()].filter((file) => !writing.has(file))).toEqual([]);
  }, 300_000);
});
