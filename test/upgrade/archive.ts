import { join } from "node:path";

const path = join(import.meta.dir, "states.tar.zst");

/** A database after each migration, by the migration's name. */
export type States = Map<string, Uint8Array<ArrayBuffer>>;

export async function readStates(): Promise<States> {
  const files = await new Bun.Archive(Bun.zstdDecompressSync(await Bun.file(path).bytes())).files();
  return new Map(await Promise.all([...files].map(async ([name, file]) => [name, await file.bytes()] as const)));
}

/**
 * Writes the archive and returns its size. The databases are similar, so zstd stores little more than their
 * differences.
 */
export async function writeStates(states: States): Promise<number> {
  const archive = new Bun.Archive(Object.fromEntries(states));
  return Bun.write(path, Bun.zstdCompressSync(await archive.bytes(), { level: 19 }));
}

export async function migrationNames(): Promise<string[]> {
  const journal = await Bun.file(join(import.meta.dir, "../../db/migrations/meta/_journal.json")).json();
  return journal.entries.map(({ tag }: { tag: string }) => tag);
}
