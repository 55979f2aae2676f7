import { beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRings, ringKeys, ringNames, ringPath } from "#db/keys/key-ring.ts";
import { keyListOf, publicKeyOf, signingPath } from "#db/keys/signing-key.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { mailById } from "#db/queries/common/mail-records.ts";
import { insertWebhook, openWebhook, rotateSecret } from "#db/queries/webhooks/webhooks.ts";
import { lockKeys } from "#db/store/server-lock.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";

const dayMs = 86_400_000;
let admin: TestAdmin;
let db: { path: string };
const keys = (...args: string[]) => admin.run("keys", ...args);
const files = () => [ringPath(db), signingPath(db)];
const contents = () => files().map((file) => readFileSync(file, "utf8"));
// A key takes effect by the clock of the machine, so rotations here use that clock too.
async function wait(days: number) {
  await Bun.sleep(2);
  admin.setNow(new Date(Date.now() + days * dayMs));
}

beforeEach(async () => {
  admin = newAdmin();
  db = { path: admin.databasePath };
  createRings(db);
  publicKeyOf(db);
  await wait(0);
});

async function withMails(count: number) {
  const store = admin.openStore();
  const mail = {
    recipient: "a@example.test",
    subject: "Hello",
    textBody: "text",
    htmlBody: "html",
    unsubscribeUrl: "/u",
  };
  for (let i = 0; i < count; i++) await store.write((tx) => queueMail(tx, mail, new Date()));
  await store.close();
}
async function mail(id: number) {
  const store = admin.openStore();
  const found = await mailById(store.read, id);
  await store.close();
  return found;
}

/** Adds a webhook whose secret was rotated, so that it has three sealed texts. */
async function withWebhook() {
  await admin.run("site", "create", "main", "--name", "Main");
  const store = admin.openStore();
  const facts = { siteId: 1, accountId: null, url: "https://a.example/", shownUrl: "…", secret: "whsec_one" } as const;
  await store.write(async (tx) => {
    const id = await insertWebhook(tx, { ...facts, format: "standard", events: [] }, new Date());
    await rotateSecret(tx, id, "whsec_two", new Date(Date.now() + 365 * dayMs));
  });
  await store.close();
}
async function webhook() {
  const store = admin.openStore();
  const opened = await openWebhook(store.read, 1, new Date());
  await store.close();
  return opened;
}

test("seal: rotate, then finish seals the stored text again and later deletes the former key", async () => {
  await withMails(600);
  await withWebhook();
  expect((await keys("rotate", "seal")).exitCode).toBe(0);
  expect(await mail(600)).toMatchObject({ textBody: "text", unsubscribeUrl: "/u" });
  expect((await keys("list")).out).toMatch(/^seal +former .* 1803 sealed texts$/m);
  const first = (await keys("finish", "seal", "--json")).json;
  expect(first).toMatchObject({
    resealed: 1803,
    deleted: [],
    kept: [{ needed_by: expect.stringContaining("overlap") }],
  });
  await wait(31);
  expect((await keys("finish", "seal", "--dry-run", "--json")).json).toMatchObject({
    resealed: 0,
    deleted: [expect.any(String)],
  });
  expect(ringKeys(db, "seal", new Date())).toHaveLength(2);
  expect((await keys("finish", "seal")).out).toContain("Former keys deleted: 1.");
  expect(ringKeys(db, "seal", new Date())).toHaveLength(1);
  expect(await mail(600)).toMatchObject({ textBody: "text", htmlBody: "html", unsubscribeUrl: "/u" });
  expect(await webhook()).toEqual({ url: "https://a.example/", secrets: ["whsec_two", "whsec_one"] });
});

test("signing: the list names the former key, and the new one has signed too", async () => {
  const former = publicKeyOf(db);
  const { json } = await keys("rotate", "signing", "--json");
  expect(json).toMatchObject({ name: "signing", file: signingPath(db), dry_run: false });
  const { public_key, changes } = keyListOf(db);
  expect(changes).toMatchObject([{ change: { from: former, to: public_key } }]);
  expect((await keys("list")).out).toMatch(/^signing +current .*\nsigning +former /m);
});

test("rules: the former key stays while rules need it", async () => {
  await admin.run("site", "create", "main", "--name", "Main");
  expect((await admin.run("rule", "add", "email_hash", "eve@example.org")).err).toBe("");
  await wait(0);
  await keys("rotate", "rules");
  await wait(1);
  const { kept } = (await keys("finish", "rules", "--json")).json;
  expect(kept).toMatchObject([{ needed_by: "1 rules against email addresses" }]);
  const { deleted } = (await keys("finish", "rules", "--force", "--json")).json;
  expect(deleted).toHaveLength(1);
});

test("dry run: changes nothing and says what would happen", async () => {
  const before = contents();
  for (const name of [...ringNames, "signing"])
    expect((await keys("rotate", name, "--dry-run")).out).toContain(`The key ${name} would be replaced.`);
  expect(contents()).toEqual(before);
});

test("several nodes: a key takes effect after an hour, and the command says what to copy; refused on a reader", async () => {
  const nodes = { DATABASE_URL: "http://127.0.0.1:1", DATABASE_FILE: "/nowhere/data" };
  admin = newAdmin({ ...nodes, NODE_ROLE: "writer" });
  db = { path: admin.databasePath };
  createRings(db);
  publicKeyOf(db);
  await wait(0);
  const { out } = await keys("rotate", "node");
  expect(out).toContain("Copy slipway.db.key into DATA_DIR of every other node before ");
  expect(ringKeys(db, "node", new Date()).map(({ status }) => status)).toEqual(["next", "current"]);
  expect(await keys("rotate", "node")).toMatchObject(failed("takes effect at"));
  expect((await keys("rotate", "signing")).out).toContain("Copy slipway.db.signing.pem");
  const reader = newAdmin({ ...nodes, NODE_ROLE: "reader", WRITER_URL: "http://127.0.0.1:2" });
  expect(await reader.run("keys", "rotate", "seal")).toMatchObject(failed("only on the writer"));
});

test("two commands at once: the second is refused", async () => {
  const lock = lockKeys(db.path);
  const before = contents();
  for (const args of [
    ["rotate", "seal"],
    ["rotate", "signing"],
    ["finish", "seal"],
  ])
    expect(await keys(...args)).toMatchObject(failed("another command is changing the keys"));
  lock.close();
  expect(contents()).toEqual(before);
  expect((await keys("rotate", "seal")).exitCode).toBe(0);
});

test("a folder that cannot be written to: the old key stays in use", async () => {
  const before = contents();
  for (const [i, name] of ["seal", "signing"].entries()) {
    const draft = `${files()[i]}.new`;
    mkdirSync(draft);
    expect(await keys("rotate", name)).toMatchObject(failed("The old key stays in use."));
    rmSync(draft, { recursive: true });
  }
  expect(contents()).toEqual(before);
});

test("list: reports files that are missing or that other users can access", async () => {
  expect((await keys("list")).exitCode).toBe(0);
  chmodSync(ringPath(db), 0o644);
  expect(await keys("list")).toMatchObject({ exitCode: 1, out: expect.stringContaining(`chmod 600 ${ringPath(db)}`) });
  await keys("rotate", "node");
  expect(statSync(ringPath(db)).mode & 0o777).toBe(0o600);
  rmSync(signingPath(db));
  expect(await keys("list")).toMatchObject({ exitCode: 1, out: expect.stringContaining("is missing") });
  expect(await keys("rotate", "signing")).toMatchObject(failed("There is no "));
  expect(existsSync(signingPath(db))).toBe(false);
});

test("a rotation that is killed at any moment leaves working keys, and the next one runs", async () => {
  const known = publicKeyOf(db);
  const script = `
    const { addRingKey } = await import("#db/keys/key-ring.ts");
    const { replaceSigningKey } = await import("#db/keys/signing-key.ts");
    const db = { path: ${JSON.stringify(db.path)} };
    for (let i = 0; i < 1000; i++) { addRingKey(db, "seal", new Date()); replaceSigningKey(db, new Date()); }`;
  for (const ms of [150, 200, 250, 300]) {
    const child = Bun.spawn([process.execPath, "-e", script], { cwd: join(import.meta.dir, "../..") });
    await Bun.sleep(ms);
    child.kill("SIGKILL");
    await child.exited;
    expect(ringKeys(db, "seal", new Date()).length).toBeGreaterThan(0);
    const { changes } = keyListOf(db);
    expect(changes.at(-1)?.change.from ?? known).toBe(known);
  }
  await wait(0);
  for (const name of ["seal", "signing"]) expect((await keys("rotate", name)).exitCode).toBe(0);
  expect(readdirSync(admin.dataDir).filter((name) => name.endsWith(".new"))).toEqual([]);
});

test("a backup contains no key", async () => {
  await withMails(1);
  const path = join(admin.dataDir, "backup.db");
  expect((await admin.run("backup", path)).exitCode).toBe(0);
  const backup = readFileSync(path);
  for (const name of ringNames)
    for (const { key } of ringKeys(db, name, new Date()))
      for (const form of [key, key.toString("base64url")]) expect(backup.includes(form)).toBe(false);
  expect(backup.includes("PRIVATE KEY")).toBe(false);
});

// If stored text is sealed in another place, add its column to db/queries/common/reseal.ts, or it is lost with the key.
test("all stored text that is sealed can be sealed again", async () => {
  const root = join(import.meta.dir, "../..");
  const callers = [];
  for (const file of new Bun.Glob("{auth,bridge,db,tools}/**/*.ts").scanSync(root))
    if (!file.endsWith(".test.ts") && /\bsealText\(/.test(await Bun.file(join(root, file)).text())) callers.push(file);
  expect(callers.sort()).toEqual([
    "bridge/pages/account/shown-once.ts", // a cookie for 2 minutes
    "db/keys/sealed-text.ts",
    "db/queries/common/mail.ts",
    "db/queries/webhooks/webhooks.ts",
    "db/seed/demo-account.ts",
    "tools/core/calls/idempotency.ts", // kept for 24 hours
    "tools/orders/shared/pay-link.ts",
  ]);
});
