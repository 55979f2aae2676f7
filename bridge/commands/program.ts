import { Command, CommanderError } from "commander";
import { StoreError } from "#db/store/migrate.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { faultLines } from "#tools/core/errors/problem-text.ts";
import { ConfigError } from "../start/config-checks.ts";
import { addAward } from "./award.ts";
import { addCategory } from "./category.ts";
import { Admin, AdminError, type Io } from "./command.ts";
import { addDatabase } from "./database.ts";
import { addExport } from "./export.ts";
import { addFounder } from "./founder.ts";
import { addImport } from "./import.ts";
import { addJobs } from "./jobs.ts";
import { addKey } from "./key.ts";
import { addListing } from "./listing.ts";
import { addNode } from "./node.ts";
import { addOrder } from "./order.ts";
import { addPost } from "./post.ts";
import { addProduct } from "./product.ts";
import { addRate } from "./rate.ts";
import { addRatings } from "./ratings.ts";
import { addSite } from "./site.ts";
import { addUser } from "./user.ts";
import { addVote } from "./vote.ts";
import { addWeek } from "./week.ts";

const nouns = [
  addSite,
  addCategory,
  addPost,
  addProduct,
  addOrder,
  addRate,
  addListing,
  addFounder,
  addAward,
  addVote,
  addWeek,
  addUser,
  addKey,
  addJobs,
  addImport,
  addExport,
  addRatings,
  addDatabase,
  addNode,
];

const exitCodes = { done: 0, failed: 1, wrongUsage: 2 };
const helpCodes = ["commander.helpDisplayed", "commander.version"];

/** Runs one command line, without the program's name. Returns the exit code. */
export async function runAdmin(args: string[], io: Io): Promise<number> {
  const admin = new Admin(io);
  const program = new Command("admin")
    .description("Runs a Slipway directory from the command line. DATA_DIR says which.")
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err });
  for (const add of nouns) add(program, admin);
  for (const command of leaves(program)) command.option("--json", "answer in JSON");
  try {
    await program.parseAsync(args, { from: "user" });
    return admin.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return helpCodes.includes(error.code) ? exitCodes.done : exitCodes.wrongUsage;
    io.err(`error: ${reasonOf(error)}\n`);
    return exitCodes.failed;
  }
}

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

const expected = [AdminError, StoreError, StorageFull, ConfigError];

/** One line; what we did not foresee says where it comes from too. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem)
    return error.errors.length > 0 ? faultLines(error.errors).join(" ").replace(/^- /, "") : error.detail;
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  const { message, stack } = error as Error;
  const origin = /\bat .*/.exec(stack ?? "")?.[0] ?? "";
  return `${message.replace(/\s+/g, " ")} (unexpected, ${origin.replace(/\s+/g, " ")})`;
}
