import { Command, CommanderError } from "commander";
import { StoreError } from "#db/store/migrate.ts";
import { meansStorageFull, StorageFull } from "#db/store/storage-full.ts";
import { NotWritable } from "#db/store/store.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { commandNouns } from "#tools/core/operations/command.ts";
import { ConfigError } from "../start/config-checks.ts";
import { Admin, AdminError, type CommandEnvironment, faultText, oneLine } from "./command.ts";
import { addConfig } from "./config.ts";
import { addDatabase } from "./database.ts";
import { addDump } from "./dump.ts";
import { addEverything } from "./everything.ts";
import { addExport } from "./export.ts";
import { addGenerated } from "./generated.ts";
import { addImport } from "./import.ts";
import { addKey } from "./key.ts";
import { addKeys } from "./keys.ts";
import { addNode } from "./node.ts";
import { addOrder } from "./order.ts";
import { addPost } from "./post.ts";
import { addRate } from "./rate.ts";
import { addRatings } from "./ratings.ts";
import { addSite } from "./site.ts";
import { addUser } from "./user.ts";
import { addWeek } from "./week.ts";

/** Commands that are not generated from operations: they read files, set passwords or manage the database. */
const handwritten = [
  addSite,
  addPost,
  addOrder,
  addRate,
  addWeek,
  addUser,
  addKey,
  addImport,
  addExport,
  addEverything,
  addRatings,
  addConfig,
  addDatabase,
  addDump,
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
    io.err(`error: ${messageOf(error, io)}\n`);
    return exitCodes.failed;
  }
}

/** The commands that can be run. One with arguments, such as `backup [file]`, may also have commands of its own. */
export const leaves = (command: Command): Command[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
  ...command.commands.flatMap(leaves),
];

const expected = [AdminError, StoreError, NotWritable, ConfigError];

function messageOf(error: unknown, { environment }: CommandEnvironment): string {
  if (error instanceof NotWritable && environment.NODE_ROLE === "reader")
    return `This node only reads. Nothing was changed. Run the command on the writer, at ${environment.WRITER_URL}.`;
  if (error instanceof Problem) return error.errors.length > 0 ? faultText(error.errors) : error.detail;
  const { message, stack, name, code } = error as Error & { code?: string };
  if (expected.some((kind) => error instanceof kind)) return message;
  if (meansStorageFull(error)) return new StorageFull().message;
  if (name === "S3Error") return `${message} (${code})`;
  const origin = /\bat .*/.exec(stack ?? "")?.[0] ?? "";
  return `${message.replace(/\s+/g, " ")} (unexpected, ${origin.replace(/\s+/g, " ")})`;
}
