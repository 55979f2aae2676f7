import type { BallotSnapshot } from "./ballot-snapshot.ts";

export function canonical(value: unknown): string;
export function recount(snapshot: BallotSnapshot): string[];
export function verify(
  url: string,
  options: { key?: string; after?: Uint8Array; get?(url: string): Promise<Uint8Array | null>; now?: Date },
): Promise<{ faults: string[]; checked: string[]; isConfirmed: boolean }>;
