import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../support/temporary.ts";
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
  await Bun.write(join(folder, "tools/core/call.ts"), "export const call = 1;");
  await Bun.write(join(folder, "db/queries/rates.ts"), 'export { call } from "../../tools/core/call.ts";');
  const { exitCode, output } = await cruise(folder, "tools", "db");
  expect(output).toContain("error db-stands-alone: db/queries/rates.ts → tools/core/call.ts");
  expect(exitCode).toBe(1);
});

test("nothing is exported, declared or depended on that nobody uses (knip)", async () => {
  const { exitCode, output } = await run(["node_modules/.bin/knip", "--config", ".knip.json", "--no-progress"]);
  expect(output.trim()).toBe("");
  expect(exitCode).toBe(0);
});

describe("pages, commands and jobs change the directory through operations only", () => {
  // What keeps the queue changes nothing of the directory.
  const keepsTheQueue = ["bridge/work/runner.ts"];
  // These still write themselves; what is here no more cannot come back.
  const mayWrite = [...keepsTheQueue, "bridge/work/", "bridge/admin/"];
  const rooms = "bridge/{pages,admin,work}/**/*.ts";

  const broken = {
    "bridge/pages/calls.ts": `
      import type { Runtime } from "../http/runtime.ts";
      export const end = ({ policy: { write } }: Runtime) => write(async () => 1);`,
    "bridge/pages/imports.ts": `
      import { accountById, updateAccount as change } from "../../db/queries/accounts.ts";
      export const both = [accountById, change];`,
  };

  test("where they are broken on purpose, and only there", () => {
    const files = [...new Bun.Glob(rooms).scanSync(root)].filter((file) => !file.endsWith(".test.ts"));
    expect(files.length).toBeGreaterThan(50);
    const found = directWrites(files, broken).filter((fault) => !mayWrite.some((place) => fault.startsWith(place)));
    expect(found.sort()).toEqual([
      "bridge/pages/calls.ts: opens a write transaction",
      "bridge/pages/imports.ts: imports change",
    ]);
  }, 300_000);
});
