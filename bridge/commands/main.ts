import { userInfo } from "node:os";
import { runAdmin } from "./program.ts";

// A closed pipe is not an error. `head`, for example, closes the pipe when it has read enough lines.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`error: Cannot write the output: ${error.message}\n`);
  process.exit(1);
});

process.exitCode = await runAdmin(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  user: userName(),
  now: () => new Date(),
});

/** In a container, the user may have an id but no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
