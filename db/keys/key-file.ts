import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const keys = new Map<string, Buffer>();

/** Reads a key from its own file, never from the database or a backup. `make` creates a missing key. */
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

// The hard link makes the complete file appear at once, so concurrent processes never read half a key.
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
