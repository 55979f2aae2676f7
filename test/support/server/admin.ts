import { expect } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runAdmin } from "#bridge/commands/program.ts";
import { openStore } from "#db/store/file-store.ts";
import { writeEmptyDatabase } from "./empty-database.ts";
import { testNow } from "./harness.ts";
import { newDataDir } from "./process.ts";

/** Runs admin commands on a database folder of its own. */
export function newAdmin(environment: Record<string, string> = {}) {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeEmptyDatabase(join(dataDir, "slipway.db"));
  let now = testNow;
  async function run(args: string[], isTerminal: boolean) {
    const out: string[] = [];
    const err: string[] = [];
    const exitCode = await runAdmin(args, {
      environment: { DATA_DIR: dataDir, ...environment },
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      isTerminal,
      user: "ops",
      now: () => now,
    });
    // Other stores see the command's writes a little later (db/store/shared-read-transaction.ts).
    return {
      exitCode,
      out: out.join(""),
      err: err.join(""),
      /** Parsed output of `--json`. */
      get json(): any {
        return JSON.parse(out.join(""));
      },
    };
  }
  return {
    dataDir,
    databasePath: join(dataDir, "slipway.db"),
    setNow(time: Date) {
      now = time;
    },
    run: (...args: string[]) => run(args, false),
    runOnTerminal: (...args: string[]) => run(args, true),
    /** Writes a file for a command and returns its path. */
    async file(name: string, content: string | Uint8Array): Promise<string> {
      const path = join(dataDir, name);
      await Bun.write(path, content);
      return path;
    },
    openStore: () => openStore(join(dataDir, "slipway.db")),
  };
}

/** Matches a run that failed with a message and printed nothing else. */
export const failed = (reason: string) => ({ exitCode: 1, out: "", err: expect.stringContaining(reason) });

export type TestAdmin = ReturnType<typeof newAdmin>;

export const ndjson = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
