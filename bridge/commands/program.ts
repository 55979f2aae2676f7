import { Command, CommanderError } from "commander";
import { StoreError } from "#db/store/migrate.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { commandNouns } from "#tools/core/operations/command.ts";
import { ConfigError } from "../start/config-checks.ts";
import { Admin, AdminError, type CommandEnvironment, faultText, oneLine } from "./command.ts";
import { addDatabase } from "./database.ts";
import { addExport } from "./export.ts";
import { addGenerated } from "./generated.ts";
import { addImport } from "./import.ts";
import { addKey } from "./key.ts";
import { addKeys } from "./keys.ts";
import { addListing } from "./listing.ts";
import { addNode } from "./node.ts";
import { addOrder } from "./order.ts";
import { addPost } from "./post.ts";
import { addRate } from "./rate.ts";
import { addRatings } from "./ratings.ts";
import { addSite } from "./site.ts";
import { addSuspend } from "./suspend.ts";
import { addUser } from "./user.ts";
import { addWeek } from "./week.ts";

/** Commands that are not generated from operations: they read files, set passwords or manage the database. */
const handwritten = [
  addSite,
  addListing,
  addPost,
  addOrder,
  addRate,
  addWeek,
  addUser,
  addKey,
  addSuspend,
  addImport,
  addExport,
  addRatings,
  addDatabase,
  addNode,
  addKeys,
];

const exitCodes = { success: 0, failed: 1, wrongUsage: 2 };
const helpCodes = ["commander.helpDisplayed", "commander.version"];

export function createProgram(admin: Admin): Command {
  const program = new Command("admin")
    .description("Manage the Slipway directory in DATA_DIR")
    .option("--as <name>", "your name, which the audit log keeps beside the system's user", oneLine(100))
    .exitOverride()
    .configureOutput({ writeOut: admin.io.out, writeErr: admin.io.err });
  for (const [noun, about] of Object.entries(commandNouns)) program.command(noun).description(about);
  addGenerated(program, admin);
  for (const add of handwritten) add(program, admin);
  for (const command of leaves(program)) command.option("--json", "print JSON");
  return program;
}

/** Runs a command from its arguments, without the program's name. Returns the exit code. */
export async function runAdmin(args: string[], io: CommandEnvironment): Promise<number> {
  const admin = new Admin(io);
  try {
    await createProgram(admin).parseAsync(args, { from: "user" });
    return admin.exitCode;
  } catch (error) {
    if (error instanceof CommanderError)
      return helpCodes.includes(error.code) ? exitCodes.success : exitCodes.wrongUsage;
    io.err(`error: ${messageOf(error)}\n`);
    return exitCodes.failed;
  }
}

export const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

const expected = [AdminError, StoreError, StorageFull, ConfigError];

function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.errors.length > 0 ? faultText(error.errors) : error.detail;
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  const { message, stack } = error as Error;
  const origin = /\bat .*/.exec(stack ?? "")?.[0] ?? "";
  return `${message.replace(/\s+/g, " ")} (unexpected, ${origin.replace(/\s+/g, " ")})`;
}
