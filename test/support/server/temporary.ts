import { rmSync } from "node:fs";
import { isAlive } from "#bridge/jobs/is-alive.ts";
import { makeProcessFolder, processFolders } from "#bridge/jobs/process-folders.ts";

const prefix = "slipway-test-";

/**
 * A folder for the files of this process's tests. The next run deletes it, because the test runner ends without notice
 * and parallel files share a process.
 */
export const temporary = makeProcessFolder(prefix);

for (const { path, pid } of processFolders(prefix)) if (!isAlive(pid)) rmSync(path, { recursive: true, force: true });
