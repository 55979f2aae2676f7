import { runAdmin } from "./program.ts";

process.exitCode = await runAdmin(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  now: () => new Date(),
});
