import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { lastBackup } from "#db/store/last-backup.ts";
import { lockBackup } from "#db/store/server-lock.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { testNow } from "#test/support/server/harness.ts";
import { s3Key, startS3Server } from "#test/support/server/s3-server.ts";
import { s3Storage } from "../outbound/s3-storage.ts";

const passphrase = "correct-horse-battery";
const bytesOf = (path: string) => statSync(path).size;
const daysLater = (days: number) => new Date(testNow.getTime() + days * 86_400_000);

const s3 = startS3Server();
afterAll(() => s3.stop());
afterEach(() => {
  s3.objects.clear();
  s3.fault.cutAt = Number.POSITIVE_INFINITY;
});

const s3Settings = {
  BACKUP_TO: "s3://backups/main",
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: s3Key.id,
  S3_SECRET_ACCESS_KEY: s3Key.secret,
};

/** An admin with one site and backups to a folder of its own. */
async function adminWith(settings: Record<string, string>): Promise<TestAdmin & { folder: string }> {
  const folder = join(newAdmin().dataDir, "backups");
  const admin = newAdmin({ BACKUP_TO: folder, ...settings });
  await admin.run("site", "create", "main", "--name", "Main");
  return { ...admin, folder };
}
const siteKeys = async (admin: TestAdmin) =>
  (await admin.run("site", "list", "--json")).json.map((site: { key: string }) => site.key);

const targets: [string, Record<string, string>][] = [
  ["a folder", {}],
  ["S3", s3Settings],
];
describe.each([
  ...targets,

  ...targets.map(([name, settings]): [string, Record<string, string>] => [
    `${name}, encrypted`,
    { ...settings, BACKUP_PASSPHRASE: passphrase },
  ]),
])("backup to %s", (_, settings) => {
  test("is checked and recorded, and can be tested and restored", async () => {
    const admin = await adminWith(settings);
    const made = await admin.run("backup", "--json");
    expect(made).toMatchObject({ exitCode: 0, err: "" });
    const name = `slipway-2026-11-18T120000Z.db${settings.BACKUP_PASSPHRASE ? ".age" : ""}`;
    expect(made.json).toMatchObject({
      file: `${settings.BACKUP_TO ?? admin.folder}/${name}`,
      counts: { sites: 1, accounts: 0, listings: 0, orders: 0 },
      deleted: 0,
      not_included: [`${admin.databasePath}.key`, `${admin.databasePath}.signing.pem`],
    });
    const stored = settings.BACKUP_TO ? s3.objects.get(`main/${name}`)! : readFileSync(join(admin.folder, name));
    expect(stored.length).toBe(made.json.bytes);
    expect(Buffer.from(stored).toString("latin1").startsWith("SQLite format 3")).toBe(!settings.BACKUP_PASSPHRASE);
    expect(lastBackup({ path: admin.databasePath })).toEqual({
      at: testNow.toISOString(),
      result: "ok",
      error: null,
      goodAt: testNow.toISOString(),
      bytes: made.json.bytes,
      dueBy: null,
    });
    await admin.run("site", "create", "later", "--name", "Later", "--host", "later.example");
    expect((await admin.run("backup", "test", "--json")).json).toEqual({
      file: made.json.file,
      counts: made.json.counts,
    });
    for (const source of ["latest", made.json.file]) {
      expect(await admin.run("restore", source)).toMatchObject({ exitCode: 0, err: "" });
      expect(await siteKeys(admin)).toEqual(["main"]);
    }
    const names = (folder: string) => readdirSync(folder).filter((one) => !one.startsWith("before-restore"));
    expect(names(admin.dataDir).filter((one) => !one.startsWith("slipway.db"))).toEqual([]);
    if (!settings.BACKUP_TO) {
      expect(names(admin.folder)).toEqual([name]);
      expect(bytesOf(join(admin.folder, name))).toBe(made.json.bytes);
      expect(statSync(join(admin.folder, name)).mode & 0o777).toBe(0o600);
    }
  });
});

describe.each(targets)("backups in %s", (_, settings) => {
  test("those older than BACKUP_KEEP_DAYS are deleted, except the latest three; other files never are", async () => {
    const admin = await adminWith({ ...settings, BACKUP_KEEP_DAYS: "7" });
    const namesNow = () =>
      (settings.BACKUP_TO
        ? [...s3.objects.keys()].map((key) => key.replace("main/", ""))
        : readdirSync(admin.folder)
      ).sort();
    if (settings.BACKUP_TO) s3.objects.set("main/mine.db", new Uint8Array(1));
    else {
      mkdirSync(admin.folder);
      writeFileSync(join(admin.folder, "mine.db"), "");
    }
    const deleted: number[] = [];
    for (const days of [0, 1, 2, 8, 365]) {
      admin.setNow(daysLater(days));
      deleted.push((await admin.run("backup", "--json")).json.deleted);
    }
    // On day 8, the backup of day 0 is too old. A year later all are, but the latest three stay.
    expect(deleted).toEqual([0, 0, 0, 1, 1]);
    expect(namesNow()).toEqual([
      "mine.db",
      "slipway-2026-11-20T120000Z.db",
      "slipway-2026-11-26T120000Z.db",
      "slipway-2027-11-18T120000Z.db",
    ]);
  });
});

describe("failures: nothing is deleted, and the message names the cause", () => {
  test("truncated and damaged files", async () => {
    for (const settings of [{}, { BACKUP_PASSPHRASE: passphrase }] as Record<string, string>[]) {
      const admin = await adminWith(settings);
      const { file } = (await admin.run("backup", "--json")).json;
      truncateSync(file, Math.floor(bytesOf(file) / 2));
      expect(await admin.run("backup", "test", file)).toMatchObject(failed(`the test restore of ${file} failed`));
      const before = readFileSync(admin.databasePath);
      expect((await admin.run("restore", file)).exitCode).toBe(1);
      expect(readFileSync(admin.databasePath).equals(before)).toBe(true);
      expect(readdirSync(admin.folder)).toHaveLength(1);
    }
  });

  test("a wrong passphrase, or none", async () => {
    const admin = await adminWith({ BACKUP_PASSPHRASE: passphrase });
    const { file } = (await admin.run("backup", "--json")).json;
    const other = newAdmin({ BACKUP_PASSPHRASE: "another-long-passphrase" });
    expect(await other.run("restore", file)).toMatchObject(failed("BACKUP_PASSPHRASE is not its passphrase"));
    expect(await newAdmin().run("backup", "test", file)).toMatchObject(failed("set BACKUP_PASSPHRASE"));
  });

  test("S3: a wrong key, a missing bucket, a server that is down, and a download that ends early", async () => {
    const run = async (settings: Record<string, string>) =>
      (await adminWith({ ...s3Settings, ...settings })).run("backup");
    expect(await run({ S3_SECRET_ACCESS_KEY: "wrong" })).toMatchObject(failed("SignatureDoesNotMatch"));
    expect(await run({ BACKUP_TO: "s3://elsewhere/main" })).toMatchObject(failed("NoSuchBucket"));
    expect(await run({ S3_ENDPOINT: "http://localhost:1" })).toMatchObject(
      failed("cannot write to s3://backups/main: "),
    );
    expect(s3.objects.size).toBe(0);
    s3.fault.cutAt = 100_000;
    expect(await run({})).toMatchObject(failed("the test restore of s3://backups/main/slipway-"));
  });

  test("two at once: the second is refused", async () => {
    const admin = await adminWith({});
    const lock = lockBackup(admin.databasePath);
    expect(await admin.run("backup")).toMatchObject(failed("another backup is running"));
    lock.close();
    expect((await admin.run("backup")).exitCode).toBe(0);
    expect(await admin.run("backup")).toMatchObject(failed("already exists"));
  });

  test("a folder that cannot be written, and a missing BACKUP_TO", async () => {
    const taken = join(newAdmin().dataDir, "file");
    writeFileSync(taken, "");
    expect(await (await adminWith({ BACKUP_TO: taken })).run("backup")).toMatchObject(
      failed(`cannot write to ${taken}`),
    );
    expect(await newAdmin().run("backup")).toMatchObject(failed("BACKUP_TO is not set"));
  });

  test("copies that a killed process left: the next backup removes them", async () => {
    const admin = await adminWith({});
    mkdirSync(join(admin.folder, ".slipway-backup/.slipway-test-1"), { recursive: true });
    writeFileSync(join(admin.folder, ".slipway-backup/copy.db"), "half");
    chmodSync(admin.folder, 0o700);
    expect((await admin.run("backup")).exitCode).toBe(0);
    expect(existsSync(join(admin.folder, ".slipway-backup"))).toBe(false);
  });
});

test("S3: a large upload is sent in parts and read back unchanged; a failing one leaves no object", async () => {
  const storage = s3Storage("s3://backups", { S3_REGION: "us-east-1", ...s3Settings });
  const chunk = (i: number) => new Uint8Array(2 ** 20).fill(i);
  async function* content(count: number, fault?: Error) {
    for (let i = 0; i < count; i++) yield chunk(i);
    if (fault) throw fault;
  }
  s3.requests.length = 0;
  expect(await storage.write("large.db", content(40))).toBe(40 * 2 ** 20);
  expect(s3.requests.filter((line) => line.startsWith("PUT"))).toEqual(
    Array(3).fill("PUT large.db?partNumber&uploadId&x-id"),
  );
  const read = await Array.fromAsync(storage.read("large.db"));
  expect(Buffer.concat(read).equals(Buffer.concat(Array.from({ length: 40 }, (_, i) => chunk(i))))).toBe(true);
  await expect(storage.write("broken.db", content(40, new Error("the disk failed")))).rejects.toThrow(
    "the disk failed",
  );
  expect([...s3.objects.keys()]).toEqual(["large.db"]);
});

test.skipIf(Bun.which("age") === null || Bun.which("script") === null)(
  "age: opens an encrypted backup without Slipway",
  async () => {
    const admin = await adminWith({ BACKUP_PASSPHRASE: passphrase });
    const { file } = (await admin.run("backup", "--json")).json;
    const plain = join(admin.dataDir, "plain.db");
    // age reads a passphrase only from a terminal, which script provides.
    const child = Bun.spawn(["script", "-qec", `age -d -o ${plain} ${file}`, "/dev/null"], {
      stdin: "pipe",
      stdout: "pipe",
    });
    // age discards what is typed before it asks.
    let asked = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      if (asked.includes("passphrase")) continue;
      asked += decoder.decode(chunk);
      if (!asked.includes("passphrase")) continue;
      child.stdin.write(`${passphrase}\n`);
      child.stdin.end();
    }
    expect(await child.exited).toBe(0);
    expect((await newAdmin().run("restore", plain)).exitCode).toBe(0);
  },
);
