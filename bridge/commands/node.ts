import { resolve } from "node:path";
import type { Command } from "commander";
import { whileUnused } from "#db/store/connect.ts";
import { makePrimaryFolder } from "#db/store/sqld/primary-folder.ts";
import { nodeToken } from "../nodes/node-token.ts";
import { stateOf } from "../nodes/writer-link.ts";
import { readConfig } from "../start/config.ts";
import { type Admin, AdminError, type CommandResult } from "./command.ts";

export function addNode(program: Command, admin: Admin): void {
  const node = program
    .command("node")
    .description("Manage the database of a directory that runs on several nodes with sqld");
  node
    .command("move <folder>")
    .description("Create the folder for the first sqld from the database in DATA_DIR; stop the server first")
    .action(
      admin.withoutStore(async ({ databasePath }, _options, folder) =>
        whileUnused(databasePath, () => createFolder(databasePath, resolve(folder!))),
      ),
    );
  node
    .command("promote <folder>")
    .description(
      "Create the folder for a new writer's sqld from another sqld's data; stop the old writer and both sqld processes first",
    )
    .requiredOption("--from <file>", "data file (dbs/default/data) in the folder of the old sqld")
    .action(
      admin.withoutStore<{ from: string }>(async (session, { from }, folder) => {
        await requireNoWriter(session);
        return createFolder(resolve(from), resolve(folder!));
      }),
    );
}

function createFolder(source: string, folder: string): CommandResult {
  const { fence, transactions } = makePrimaryFolder(source, folder);
  return {
    data: { folder, fence, transactions },
    text: `Created ${folder} from ${source}, with ${transactions} transactions, for writer number ${fence}. Start sqld with this folder, then start Slipway with NODE_ROLE=writer, and make the other nodes follow this sqld.`,
  };
}

/** Two writers would create two databases that can never be merged. */
async function requireNoWriter({ io, databasePath }: Admin): Promise<void> {
  const { WRITER_URL, DATABASE_URL } = readConfig(io.environment);
  if (!WRITER_URL) throw new AdminError("Set WRITER_URL, which is needed to check that the old writer has stopped.");
  if (await stateOf(WRITER_URL, nodeToken({ path: databasePath })))
    throw new AdminError(`A node is still running at ${WRITER_URL}. Stop it first.`);
  if (DATABASE_URL && (await isUp(DATABASE_URL)))
    throw new AdminError(`sqld is still running at ${DATABASE_URL}. Stop it first.`);
}

const isUp = (url: string) =>
  fetch(`${url.replace(/^ws/, "http")}/health`, { signal: AbortSignal.timeout(2000) }).then(Boolean, () => false);
