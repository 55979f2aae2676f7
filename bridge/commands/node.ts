import { resolve } from "node:path";
import type { Command } from "commander";
import { whileUnused } from "#db/store/connect.ts";
import { makePrimaryFolder } from "#db/store/sqld/primary-folder.ts";
import { nodeToken } from "../nodes/node-token.ts";
import { stateOf } from "../nodes/writer-link.ts";
import { readConfig } from "../start/config.ts";
import { type Admin, AdminError, type Answer } from "./command.ts";

export function addNode(program: Command, admin: Admin): void {
  const node = program
    .command("node")
    .description("a directory on several machines, to which sqld copies its database");
  node
    .command("move <folder>")
    .description("make the folder of a first sqld out of the database in DATA_DIR; no server may run")
    .action(
      admin.actUnopened(async ({ databasePath }, _options, folder) =>
        whileUnused(databasePath, () => made(databasePath, resolve(folder!))),
      ),
    );
  node
    .command("promote <folder>")
    .description(
      "make the folder of a new writer's sqld out of what another one left; neither may run, nor the old writer",
    )
    .requiredOption("--from <file>", "dbs/default/data in the folder of the one that was stopped or lost")
    .action(
      admin.actUnopened<{ from: string }>(async (session, { from }, folder) => {
        await requireNoWriter(session);
        return made(resolve(from), resolve(folder!));
      }),
    );
}

function made(source: string, folder: string): Answer {
  const { fence, transactions } = makePrimaryFolder(source, folder);
  return {
    data: { folder, fence, transactions },
    text: `Made ${folder} out of ${source}, as it was after ${transactions} transactions. The next writer is number ${fence}: start sqld there, then Slipway with NODE_ROLE=writer. The others have to follow the new one.`,
  };
}

/** Two writers would create two databases that can never be merged. */
async function requireNoWriter({ io, databasePath }: Admin): Promise<void> {
  const { WRITER_URL, DATABASE_URL } = readConfig(io.environment);
  if (!WRITER_URL) throw new AdminError("set WRITER_URL, so that it can be seen whether the old writer still runs");
  if (await stateOf(WRITER_URL, nodeToken({ path: databasePath })))
    throw new AdminError(`a node still answers at ${WRITER_URL}; stop it first`);
  if (DATABASE_URL && (await isUp(DATABASE_URL)))
    throw new AdminError(`sqld still runs at ${DATABASE_URL}; stop it first`);
}

const isUp = (url: string) =>
  fetch(`${url.replace(/^ws/, "http")}/health`, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
