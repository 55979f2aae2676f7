import { rmSync } from "node:fs";
import { isAlive } from "#bridge/jobs/is-alive.ts";
import { makeProcessFolder, processFolders } from "#bridge/jobs/process-folders.ts";

const prefix = "slipway-test-";

/**
 * A folder for the files of this process's tests. The test runner ends without telling anybody, and files that run side
 * by side share a process, so that the next run sweeps what this one leaves.
 */
export const temporary = makeProcessFolder(prefix);

for (const { path, pid } of processFolders(prefix)) if (!isAlive(pid)) rmSync(path, { recursive: true, force: true });
