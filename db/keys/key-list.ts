import * as z from "zod";
import { isSigned, signature } from "./signature.ts";

const change = z.strictObject({
  format: z.literal("slipway-key-change/1"),
  from: z.string().describe("Former public key"),
  to: z.string().describe("Public key that replaced it"),
  at: z.iso.datetime(),
});

/** The list of the directory's keys, which anyone can download. */
export const keyList = z.strictObject({
  format: z.literal("slipway-keys/1"),
  public_key: z.string().describe("Current Ed25519 public key, base64url"),
  changes: z
    .array(
      z.strictObject({
        change,
        signatures: z.array(signature).length(2).describe("Of `change`, by the former and by the new key"),
      }),
    )
    .describe("Changes of the key, the latest first"),
});
export type KeyList = z.output<typeof keyList>;

export const keyChange = (from: string, to: string, at: Date): z.output<typeof change> => ({
  format: "slipway-key-change/1",
  from,
  to,
  at: at.toISOString(),
});

/**
 * Returns the keys that a known key confirms, with the time when each was replaced; null for the current one. Returns
 * nothing if the list is forged or does not contain the known key. Both keys sign each change: the former key's
 * signature confirms newer keys, and the new key's signature confirms older keys.
 */
export function confirmedKeys({ public_key, changes }: KeyList, known: string): Map<string, string | null> {
  const keys = new Map<string, string | null>([[public_key, null]]);
  let newer = public_key;
  for (const { change, signatures } of changes) {
    const { from, to, at } = change;
    const isByBoth = [from, to].every(
      (key, i) => signatures[i]!.public_key === key && isSigned(change, signatures[i]!),
    );
    if (to !== newer || keys.has(from) || !isByBoth) return new Map();
    keys.set(from, at);
    newer = from;
  }
  return keys.has(known) ? keys : new Map();
}
