import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import * as z from "zod";
import type { Db } from "../store/store.ts";
import { keyFile, replaceKeyFile } from "./key-file.ts";

/** Identifies the database whose keys are meant. */
export type Keyed = Pick<Db, "path">;

/**
 * The purposes of the keys in `slipway.db.key`. After a rotation, the former key stays valid for this many days. If it
 * does not end then, it stays valid until it is deleted.
 */
export const ringNames = ["seal", "node", "unsubscribe", "rules"] as const;
export type RingName = (typeof ringNames)[number];
export const overlaps: Record<RingName, { days: number; ends: boolean }> = {
  // The former key also verifies the ids of MCP tasks, which are valid for 30 days.
  seal: { days: 30, ends: false },
  node: { days: 7, ends: true },
  unsubscribe: { days: 180, ends: true },
  // The email addresses behind the hashes are not stored, so a hash can never be renewed.
  rules: { days: 0, ends: false },
};

/** The keys of one purpose, the latest first. A key is used from `since`, which may be in the future. */
const ring = z.array(z.strictObject({ key: z.string().regex(/^[\w-]{43}$/), since: z.iso.datetime() })).min(1);
const keyRings = z.strictObject({ seal: ring, node: ring, unsubscribe: ring, rules: ring });
type KeyRings = z.output<typeof keyRings>;

export const ringPath = ({ path }: Keyed): string => `${path}.key`;

const newKey = () => randomBytes(32).toString("base64url");

const newRings = () =>
  JSON.stringify(
    Object.fromEntries(ringNames.map((name) => [name, [{ key: newKey(), since: new Date().toISOString() }]])),
  );

// Until 2026, the file contained a single key of 32 bytes for every purpose.
function parseRings(content: Buffer, { mtime }: Stats): KeyRings {
  if (content.length !== 32) return keyRings.parse(JSON.parse(content.toString()));
  const only = [{ key: content.toString("base64url"), since: mtime.toISOString() }];
  return { seal: only, node: only, unsubscribe: only, rules: only };
}

const ringsOf = (db: Keyed, mayCreate: boolean) => keyFile(ringPath(db), parseRings, mayCreate ? newRings : null);

export const createRings = (db: Keyed): void => void ringsOf(db, true);

export interface RingKey {
  key: Buffer;
  since: string;
  status: "next" | "current" | "former";
  /** When the overlap after the rotation ends; null for keys that are not former. */
  until: string | null;
}

/** Returns the keys of one purpose, the latest first, or nothing if there is no key file. */
export function ringKeys(db: Keyed, name: RingName, now: Date, mayCreate = false): RingKey[] {
  const keys = ringsOf(db, mayCreate)?.[name] ?? [];
  const inForce = keys.findIndex(({ since }) => since <= now.toISOString());
  // After a clock has jumped back, all keys may lie in the future.
  const current = inForce < 0 ? keys.length - 1 : inForce;
  return keys.map(({ key, since }, i) => ({
    key: Buffer.from(key, "base64url"),
    since,
    status: i < current ? "next" : i === current ? "current" : "former",
    until:
      i > current ? new Date(Date.parse(keys[i - 1]!.since) + overlaps[name].days * 86_400_000).toISOString() : null,
  }));
}

/** Returns the keys that are valid now, the current one first. */
export function validKeys(db: Keyed, name: RingName, mayCreate: boolean): Buffer[] {
  const now = new Date();
  const hasEnded = ({ until }: RingKey) => overlaps[name].ends && until !== null && until <= now.toISOString();
  return ringKeys(db, name, now, mayCreate)
    .filter((key) => !hasEnded(key))
    .sort((a, b) => Number(b.status === "current") - Number(a.status === "current"))
    .map(({ key }) => key);
}

/** Adds a key that is used from `since`. The others stay valid. */
export const addRingKey = (db: Keyed, name: RingName, since: Date): void =>
  replaceRing(db, name, (keys) => [{ key: newKey(), since: since.toISOString() }, ...keys]);

export const deleteRingKeys = (db: Keyed, name: RingName, deleted: readonly RingKey[]): void =>
  replaceRing(db, name, (keys) => keys.filter(({ since }) => !deleted.some((one) => one.since === since)));

function replaceRing(db: Keyed, name: RingName, change: (keys: KeyRings[RingName]) => KeyRings[RingName]): void {
  const rings = ringsOf(db, true)!;
  replaceKeyFile(ringPath(db), JSON.stringify({ ...rings, [name]: change(rings[name]) }));
}
