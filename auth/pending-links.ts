import type { LinkPurpose } from "../db/schema/vocabulary.ts";

/**
 * Links that end when the password or the address changes: they may have been asked for by whoever is to be shut out.
 * Those that stop a change stay, for they are the owner's way back.
 */
export const pendingPurposes = [
  "verify",
  "sign_in",
  "reset",
  "approve",
  "change",
] as const satisfies readonly LinkPurpose[];
