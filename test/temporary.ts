import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../bridge/is-alive.ts";

const prefix = "slipway-test-";

/**
 * A folder for the files of this process's tests. The test runner ends without telling anybody, and files that run side
 * by side share a process, so that the next run sweeps what this one leaves.
 */
export const temporary = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

for (const name of readdirSync(tmpdir())) {
  if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split("-")[0]))) continue;
  rmSync(join(tmpdir(), name), { recursive: true, force: true });
}
