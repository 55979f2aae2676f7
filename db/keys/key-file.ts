import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncToDisk } from "./private-files.ts";

const known = new Map<string, { version: string; value: unknown }>();

/**
 * Reads a key from its own file, never from the database or a backup. `make` creates a missing key. The file is read
 * again when it changes, so running servers use a new key without a restart. If a file that was read before is missing,
 * unreadable or damaged, the process continues with the keys that it has.
 */
export function keyFile<T>(
  path: string,
  parse: (content: Buffer, stat: Stats) => T,
  make: (() => string) | null,
): T | null {
  const before = known.get(path);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat && !before) {
    if (!make) return null;
    create(path, make());
    return keyFile(path, parse, null);
  }
  const version = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : before!.version;
  if (before?.version === version) return before.value as T;
  try {
    const value = parse(readFileSync(path), stat!);
    known.set(path, { version, value });
    return value;
  } catch (error) {
    if (before) return before.value as T;
    throw new Error(`${path} is not a key file or cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

// The hard link makes the complete file appear at once, so concurrent processes never read half a key.
function create(path: string, key: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, key, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Replaces a key file in one rename, so a killed process or a full disk leaves the old file or the new one. The new file
 * gets the old one's owner, because the command may run as root and the server as another user.
 */
export function replaceKeyFile(path: string, content: string): void {
  const target = realpathSync(path);
  const draft = `${target}.new`;
  try {
    rmSync(draft, { force: true });
    const file = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(file, content);
      const { uid, gid } = statSync(target);
      fchownSync(file, uid, gid);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, target);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw error;
  }
  syncToDisk(dirname(target));
}
