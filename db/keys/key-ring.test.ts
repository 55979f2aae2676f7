import { beforeEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "#test/support/server/process.ts";
import { replaceKeyFile } from "./key-file.ts";
import { addRingKey, deleteRingKeys, ringKeys, ringPath } from "./key-ring.ts";
import { isMarkOf, markOf, openText, resealText, sealText } from "./sealed-text.ts";

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
let db: { path: string };
beforeEach(() => {
  const folder = newDataDir();
  mkdirSync(folder);
  db = { path: join(folder, "slipway.db") };
});
const legacy = (age: number) => {
  const content = new Uint8Array(32).fill(7);
  writeFileSync(ringPath(db), content, { mode: 0o600 });
  Bun.spawnSync(["touch", "-d", inDays(-age).toISOString(), ringPath(db)]);
};

test("rotation: the new key seals, the former key opens until it is deleted; other purposes keep their keys", () => {
  legacy(400);
  const sealed = sealText(db, "secret", "row 1");
  const node = markOf(db, "x", "node");
  addRingKey(db, "seal", new Date());
  expect(openText(db, sealed, "row 1")).toBe("secret");
  expect(markOf(db, "x", "node")).toBe(node);
  const again = resealText(db, sealed, "row 1")!;
  expect([resealText(db, again, "row 1"), resealText(db, sealed, "row 2")]).toEqual([null, null]);
  const former = ringKeys(db, "seal", new Date()).filter(({ status }) => status === "former");
  expect(former).toHaveLength(1);
  deleteRingKeys(db, "seal", former);
  expect([openText(db, again, "row 1"), openText(db, sealed, "row 1")]).toEqual(["secret", null]);
  expect(statSync(ringPath(db)).mode & 0o777).toBe(0o600);
});

test("a key that takes effect later already opens and verifies, but does not seal or sign yet", () => {
  legacy(400);
  const mark = markOf(db, "x", "node");
  addRingKey(db, "node", inDays(1));
  expect(markOf(db, "x", "node")).toBe(mark);
  const [next] = ringKeys(db, "node", inDays(2));
  expect(next).toMatchObject({ status: "current", until: null });
  expect(ringKeys(db, "node", new Date()).map(({ status }) => status)).toEqual(["next", "current"]);
});

test.each([
  ["node", 6, 8],
  ["unsubscribe", 179, 181],
] as const)("%s: the former key is valid for the stated time after the rotation", (name, within, after) => {
  for (const [age, isValid] of [
    [within, true],
    [after, false],
  ] as const) {
    legacy(400);
    const mark = markOf(db, "x", name);
    addRingKey(db, name, inDays(-age));
    expect(isMarkOf(db, "x", mark, name)).toBe(isValid);
    expect(isMarkOf(db, "x", markOf(db, "x", name), name)).toBe(true);
  }
});

test("a missing, damaged or half-written file does not stop a process that has read the keys", () => {
  const sealed = sealText(db, "secret", "row 1");
  const content = readFileSync(ringPath(db));
  for (const damaged of ["", "{", content.subarray(0, 100)]) {
    writeFileSync(ringPath(db), damaged);
    expect(openText(db, sealed, "row 1")).toBe("secret");
  }
  rmSync(ringPath(db));
  expect(openText(db, sealed, "row 1")).toBe("secret");
  const other = { path: `${db.path}.other` };
  writeFileSync(ringPath(other), "{}");
  expect(() => sealText(other, "x", "row 1")).toThrow(`${ringPath(other)} is not a key file`);
});

test("a full disk leaves the old key file and no draft; a draft that a killed command left is replaced", () => {
  const path = ringPath(db);
  const sealed = sealText(db, "secret", "row 1");
  const before = readFileSync(path, "utf8");
  // A folder in the place of the draft makes every write fail, as a full disk does.
  mkdirSync(`${path}.new`);
  writeFileSync(join(`${path}.new`, "x"), "");
  expect(() => replaceKeyFile(path, "new")).toThrow();
  expect(readFileSync(path, "utf8")).toBe(before);
  rmSync(`${path}.new`, { recursive: true });
  writeFileSync(`${path}.new`, "half a k");
  addRingKey(db, "seal", new Date());
  expect(openText(db, sealed, "row 1")).toBe("secret");
  expect(ringKeys(db, "seal", new Date())).toHaveLength(2);
});
