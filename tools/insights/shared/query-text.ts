import { otherClient } from "#db/schema/insights.ts";
import { isInstruction, scanText } from "../../moderation/shared/text-scan.ts";

const maxLength = 100;
const minDigits = 6;

/**
 * Returns the form in which a query is stored, or null for queries that are never stored: long ones, instructions to
 * assistants, and those that may contain an email address, a phone number or another personal number.
 */
export function queryText(written: string): string | null {
  const text = written.normalize("NFKC").replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
  const isPersonal = /\S\s?@\s?\S/u.test(text) || (text.match(/\p{Nd}/gu) ?? []).length >= minDigits;
  if (text === "" || text.length > maxLength || isPersonal) return null;
  return isInstruction(text) || scanText(text).length > 0 ? null : text;
}

/** Returns the name that an MCP client declares, or `other` if it is not a plain name. */
export const clientName = (declared: unknown): string =>
  typeof declared === "string" && /^[A-Za-z0-9][A-Za-z0-9 .-]{0,39}$/.test(declared) ? declared : otherClient;
