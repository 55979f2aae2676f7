import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runAdmin } from "#bridge/commands/program.ts";
import { openStore } from "#db/store/file-store.ts";
import { writeEmptyDatabase } from "./empty-database.ts";
import { testNow } from "./harness.ts";
import { newDataDir } from "./process.ts";

export interface AdminRun {
  exitCode: number;
  out: string;
  err: string;
  /** What `--json` answered. */
  json: any;
}

/** The command line on a database folder of its own. */
export function newAdmin() {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeEmptyDatabase(join(dataDir, "slipway.db"));
  let now = testNow;
  async function run(args: string[], isTerminal: boolean): Promise<AdminRun> {
    const said = { out: "", err: "" };
    const exitCode = await runAdmin(args, {
      environment: { DATA_DIR: dataDir },
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      isTerminal,
      now: () => now,
    });
    // The command has a store of its own; what it wrote is seen by others a little later (db/store/shared-read-transaction.ts).
    return {
      exitCode,
      ...said,
      get json() {
        return JSON.parse(said.out);
      },
    };
  }
  return {
    dataDir,
    databasePath: join(dataDir, "slipway.db"),
    setNow(time: Date) {
      now = time;
    },
    /** Runs one command line, words apart. */
    run: (...args: string[]) => run(args, false),
    runOnTerminal: (...args: string[]) => run(args, true),
    /** Writes a file to be read by a command and returns its path. */
    async file(name: string, content: string | Uint8Array): Promise<string> {
      const path = join(dataDir, name);
      await Bun.write(path, content);
      return path;
    },
    openStore: () => openStore(join(dataDir, "slipway.db")),
  };
}

export type TestAdmin = ReturnType<typeof newAdmin>;

/** One JSON object a line. */
export const ndjson = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
