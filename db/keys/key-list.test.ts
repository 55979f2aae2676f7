import { beforeEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "#test/support/server/process.ts";
import { confirmedKeys, type KeyList, keyList } from "./key-list.ts";
import { isSigned } from "./signature.ts";
import { keyListOf, publicKeyOf, replaceSigningKey, signatureOf, signingPath } from "./signing-key.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
let db: { path: string };
let keys: string[];
let list: KeyList;
const newDb = () => {
  const folder = newDataDir();
  mkdirSync(folder);
  return { path: join(folder, "slipway.db") };
};

// A directory with three keys, the latest first.
beforeEach(() => {
  db = newDb();
  keys = [publicKeyOf(db)];
  for (const day of [1, 2]) {
    replaceSigningKey(db, at(day));
    keys.unshift(publicKeyOf(db));
  }
  list = keyList.parse(JSON.parse(JSON.stringify(keyListOf(db))));
});

test("each known key confirms all keys of the list, with the time when each was replaced", () => {
  const all = [
    [keys[0], null],
    [keys[1], at(2).toISOString()],
    [keys[2], at(1).toISOString()],
  ];
  for (const known of keys) expect([...confirmedKeys(list, known)]).toEqual(all as any);
  expect(new Set(keys).size).toBe(3);
  expect(confirmedKeys(list, publicKeyOf(newDb())).size).toBe(0);
});

test("the file holds only the current private key and is readable only by its owner", () => {
  const content = readFileSync(signingPath(db), "utf8");
  expect(content.match(/BEGIN PRIVATE KEY/g)).toHaveLength(1);
  expect(statSync(signingPath(db)).mode & 0o777).toBe(0o600);
  const signature = signatureOf(db, { a: 1 });
  expect([signature.public_key, isSigned({ a: 1 }, signature)]).toEqual([keys[0]!, true]);
});

const other = () => {
  const forger = newDb();
  const first = publicKeyOf(forger);
  replaceSigningKey(forger, at(3));
  return { first, forger: keyListOf(forger) };
};

test.each<[string, (list: KeyList) => KeyList]>([
  ["another current key", (own) => ({ ...own, public_key: other().first })],
  ["the list of another directory", () => other().forger],
  [
    "a change that another directory made, placed on top",
    (own) => ({ ...other().forger, changes: [...other().forger.changes, ...own.changes] }),
  ],
  [
    "a new key that only itself signed",
    (own) => {
      const { forger } = other();
      const [forged] = structuredClone(forger.changes);
      forged!.change.from = own.public_key;
      forged!.signatures[0]!.public_key = own.public_key;
      return { ...own, public_key: forger.public_key, changes: [forged!, ...own.changes] };
    },
  ],
  [
    "an older key that signed a key of the list, but that the list's key did not sign",
    (own) => {
      const { first, forger } = other();
      const [forged] = structuredClone(forger.changes);
      forged!.change = { ...forged!.change, from: first, to: own.changes.at(-1)!.change.from };
      return { ...own, changes: [...own.changes, forged!] };
    },
  ],
  [
    "another time",
    (own) => ({
      ...own,
      changes: own.changes.map((one) => ({ ...one, change: { ...one.change, at: at(9).toISOString() } })),
    }),
  ],
  ["a change left out in the middle", (own) => ({ ...own, changes: own.changes.slice(1) })],
  ["a change twice", (own) => ({ ...own, changes: [own.changes[0]!, ...own.changes] })],
  ["the changes in another order", (own) => ({ ...own, changes: own.changes.toReversed() })],
  [
    "signatures exchanged",
    (own) => ({ ...own, changes: own.changes.map((one) => ({ ...one, signatures: one.signatures.toReversed() })) }),
  ],
])("a forged list confirms no key: %s", (_what, forge) => {
  const forged = forge(structuredClone(list));
  for (const known of keys) expect(confirmedKeys(forged, known).size).toBe(0);
});
