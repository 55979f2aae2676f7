import { timingSafeEqual } from "node:crypto";

/** Where a proof is looked for, by method. */
export const recordLabel = "_slipway";
export const metaName = "slipway-verification";
export const filePath = ".well-known/slipway-verification.txt";
/** In a repository, where hidden folders are easily overlooked. */
export const repositoryFile = "slipway-verification.txt";

const mark = "slipway-verification=";

/** What a DNS record, or a line of a file, has to say. */
export const markedToken = (token: string): string => mark + token;

/** Whether a text is one of our proofs, be it of another claim. */
export const isMarked = (text: string): boolean => text.includes(mark);

/** Compares in a time that tells nothing of where two texts differ. */
export function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
