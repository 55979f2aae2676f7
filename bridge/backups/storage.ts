import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makePrivateFolder } from "#db/keys/private-files.ts";
import { StoreError } from "#db/store/migrate.ts";
import { type S3Settings, s3Storage } from "../outbound/s3-storage.ts";
import type { Config } from "../start/config.ts";

type Bytes = AsyncIterable<Uint8Array>;

export interface BackupStorage {
  names(): Promise<string[]>;
  read(name: string): Bytes;
  /** Returns the number of bytes. An interrupted write leaves nothing under this name. */
  write(name: string, content: Bytes): Promise<number>;
  remove(name: string): Promise<void>;
}

export type BackupConfig = S3Settings & Pick<Config, "DATA_DIR" | "BACKUP_TO" | "BACKUP_PASSPHRASE">;

const isS3 = (place: string) => place.startsWith("s3://");

const storageAt = (place: string, config: BackupConfig): BackupStorage =>
  isS3(place) ? s3Storage(place, config) : folderStorage(resolve(place));

export function configuredStorage(config: BackupConfig) {
  const { BACKUP_TO: place, DATA_DIR } = config;
  if (!place) throw new StoreError("BACKUP_TO is not set; set it to a folder or to s3://bucket/prefix, or name a file");
  return { place, folder: resolve(isS3(place) ? DATA_DIR : place), storage: storageAt(place, config) };
}

const ours = /^slipway-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(?:\.age)?$/;
export const nameAt = (now: Date, isEncrypted: boolean) =>
  `slipway-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.db${isEncrypted ? ".age" : ""}`;
export const timeOf = (name: string) => Date.parse(name.replace(ours, "$1T$2:$3:$4Z"));

/** The names of the backups that `nameAt` has named, the oldest first. */
export const backupNames = async (storage: BackupStorage): Promise<string[]> =>
  (await storage.names()).filter((name) => ours.test(name)).sort();

/** Finds a backup by its path, its s3:// URL, or `latest`. `folder` is on this machine and has space for copies. */
export async function findBackup(source: string, config: BackupConfig) {
  if (source === "latest") {
    const { place, folder, storage } = configuredStorage(config);
    const name = (await backupNames(storage)).at(-1);
    if (!name) throw new StoreError(`there is no backup in ${place}`);
    return {
      path: `${place.replace(/\/$/, "")}/${name}`,
      folder,
      content: () => decrypted(storage.read(name), name, config),
    };
  }
  const path = isS3(source) ? source : resolve(source);
  if (!isS3(source) && !existsSync(path)) throw new StoreError(`there is no file ${path}`);
  const name = basename(path);
  const storage = storageAt(path.slice(0, -name.length), config);
  const folder = isS3(source) ? resolve(config.DATA_DIR) : dirname(path);
  return { path, folder, content: () => decrypted(storage.read(name), name, config) };
}

function streamOf(content: Bytes): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

export async function* encrypted(content: Bytes, { BACKUP_PASSPHRASE: passphrase }: BackupConfig): Bytes {
  if (!passphrase) return yield* content;
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  yield* await encrypter.encrypt(streamOf(content));
}

async function* decrypted(content: Bytes, name: string, { BACKUP_PASSPHRASE: passphrase }: BackupConfig): Bytes {
  if (!name.endsWith(".age")) return yield* content;
  if (!passphrase) throw new StoreError(`${name} is encrypted; set BACKUP_PASSPHRASE to its passphrase`);
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    yield* await decrypter.decrypt(streamOf(content));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `${name} cannot be decrypted: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged (${(error as Error).message})`,
      { cause: error },
    );
  }
}

function folderStorage(folder: string): BackupStorage {
  return {
    names: async () => (existsSync(folder) ? readdirSync(folder) : []),
    read: (name) => Bun.file(join(folder, name)).stream() as unknown as Bytes,
    async write(name, content) {
      const path = join(folder, name);
      if (existsSync(path)) throw new StoreError(`${path} already exists`);
      const partial = `${path}.unfinished`;
      try {
        makePrivateFolder(folder);
        const bytes = await writeBytes(partial, content);
        renameSync(partial, path);
        return bytes;
      } catch (error) {
        rmSync(partial, { force: true });
        throw new StoreError(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
      }
    },
    remove: async (name) => rmSync(join(folder, name)),
  };
}

/** Writes a new file that only its owner can read. */
export async function writeBytes(path: string, content: Bytes): Promise<number> {
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content) {
      appendFileSync(file, chunk);
      bytes += chunk.length;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return bytes;
}
