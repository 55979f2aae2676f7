import { join } from "node:path";

// Installs the packages of the clients, and then tries the clients in a process of their own: Bun remembers which
// packages were missing when a process started, so this process cannot import what it has just installed.

const folder = import.meta.dir;
const steps = [
  [process.execPath, "install", "--frozen-lockfile", "--silent"],
  // The inspector needs this Node. Its download must not count towards the time limit of a step.
  ["npx", "-y", "-p", "node@24", "node", "--version"],
  [process.execPath, join(folder, "clients.ts"), ...process.argv.slice(2)],
];

for (const command of steps) {
  const { exitCode } = Bun.spawnSync(command, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  if (exitCode !== 0) process.exit(exitCode);
}
