import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const keys = new Map<string, Buffer>();

/**
 * The key in a file of its own beside the database, never in it or its backups; `make` gives a new one where there is
 * none yet. Null where there is none and none is to be made.
 */
export function keyFile(path: string, make: (() => Uint8Array) | null): Buffer | null {
  const known = keys.get(path);
  if (known) return known;
  if (!existsSync(path)) {
    if (!make) return null;
    create(path, make());
  }
  const key = readFileSync(path);
  keys.set(path, key);
  return key;
}

// Linked whole, so that of several processes one makes it and none reads half of it.
function create(path: string, key: Uint8Array): void {
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
