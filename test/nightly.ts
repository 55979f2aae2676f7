import { join } from "node:path";

/**
 * Runs every test at full size, then the tests of operations on two nodes. Writes date and commit to nightly.json if
 * all pass.
 */

const root = join(import.meta.dir, "..");
const commit = Bun.spawnSync(["git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=40"], {
  cwd: root,
}).stdout;

for (const script of ["test", "test-nodes"]) {
  const child = Bun.spawn([process.execPath, "run", script], {
    cwd: root,
    env: { ...process.env, NIGHTLY: "1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await child.exited) !== 0) process.exit(1);
}
const run = { date: new Date().toISOString().slice(0, 10), commit: commit.toString().trim() };
await Bun.write(join(import.meta.dir, "nightly.json"), `${JSON.stringify(run, null, 2)}\n`);
