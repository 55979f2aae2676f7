import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { replacePrivateFile } from "../../keys/private-files.ts";
import type { Store } from "../../store/store.ts";
import { feedHead, newEpoch } from "./feed.ts";

const lastStart = z.object({ epoch: z.string(), seq: z.int(), file: z.string() });

function readLastStart(path: string): z.output<typeof lastStart> | null {
  try {
    return lastStart.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/**
 * Starts a new epoch of the change feed unless the database is the file with which the server last started in this
 * folder. After a restore, or on a copy, the same `seq` would otherwise name different changes.
 */
export async function confirmEpoch(store: Store): Promise<void> {
  const { path } = store.read;
  const note = `${path}.feed`;
  const { epoch, seq } = (await feedHead(store.read))!;
  // A restored or copied file has another inode. A database on a server has no file here.
  const file = String(statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? "");
  const last = readLastStart(note);
  const isSame = last?.epoch === epoch && last.file === file && last.seq <= seq;
  const current = isSame ? epoch : await store.write(newEpoch);
  replacePrivateFile(note, JSON.stringify({ epoch: current, seq, file }));
}
