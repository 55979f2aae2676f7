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

/** `place` is without a slash at the end. `folder` is on this machine and has space for copies. */
function storageAt(place: string, config: BackupConfig) {
  const folder = isS3(place) ? resolve(config.DATA_DIR) : place;
  return { place, folder, storage: isS3(place) ? s3Storage(place, config) : folderStorage(place) };
}

export function configuredStorage(config: BackupConfig) {
  const { BACKUP_TO: to } = config;
  if (!to) throw new StoreError("BACKUP_TO is not set; set it to a folder or to s3://bucket/prefix, or name a file");
  return storageAt(isS3(to) ? to.replace(/\/$/, "") : resolve(to), config);
}

/** The folder for copies. The next backup deletes what a killed process left there. */
export const workFolder = ".slipway-backup";

const ours = /^slipway-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(?:\.age)?$/;
export const nameAt = (now: Date, isEncrypted: boolean) =>
  `slipway-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.db${isEncrypted ? ".age" : ""}`;
export const timeOf = (name: string) => Date.parse(name.replace(ours, "$1T$2:$3:$4Z"));

/** The names of the backups that `nameAt` has named, the oldest first. */
export const backupNames = async (storage: BackupStorage): Promise<string[]> =>
  (await storage.names()).filter((name) => ours.test(name)).sort();

/** Finds a backup by its path, its s3:// URL, or `latest`. */
export async function findBackup(source: string, config: BackupConfig) {
  const isLatest = source === "latest";
  const given = isS3(source) ? source : resolve(source);
  const { place, folder, storage } = isLatest ? configuredStorage(config) : storageAt(dirname(given), config);
  const name = isLatest ? (await backupNames(storage)).at(-1) : basename(given);
  if (!name) throw new StoreError(`there is no backup in ${place}`);
  const path = `${place}/${name}`;
  if (!isS3(path) && !existsSync(path)) throw new StoreError(`there is no file ${path}`);
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
    throw new StoreError(
      `${name} cannot be decrypted: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged or incomplete (${(error as Error).message})`,
      { cause: error },
    );
  }
}

const folderStorage = (folder: string): BackupStorage => ({
  names: async () => (existsSync(folder) ? readdirSync(folder) : []),
  read: (name) => Bun.file(join(folder, name)).stream(),
  async write(name, content) {
    const path = join(folder, name);
    if (existsSync(path)) throw new StoreError(`${path} already exists`);
    const unfinished = join(folder, workFolder, name);
    const bytes = await writeBytes(unfinished, content);
    renameSync(unfinished, path);
    return bytes;
  },
  remove: async (name) => rmSync(join(folder, name)),
});

/** Writes a file that only its owner can read. A failure leaves no file. */
export async function writeBytes(path: string, content: Bytes): Promise<number> {
  makePrivateFolder(dirname(path));
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content) {
      appendFileSync(file, chunk);
      bytes += chunk.length;
    }
    fsyncSync(file);
    return bytes;
  } catch (error) {
    rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}
