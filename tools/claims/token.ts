import { timingSafeEqual } from "node:crypto";

export const recordLabel = "_slipway";
export const metaName = "slipway-verification";
export const filePath = ".well-known/slipway-verification.txt";
/** The file is not in `.well-known`, because hidden folders in a repository are easily overlooked. */
export const repositoryFile = "slipway-verification.txt";

const mark = "slipway-verification=";

export const markedToken = (token: string): string => mark + token;

export const isMarked = (text: string): boolean => text.includes(mark);

/** Compares the two strings in constant time. */
export function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
