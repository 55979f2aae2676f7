import { parse } from "tldts";
import * as z from "zod";
import type { Account } from "#db/queries/accounts/accounts.ts";
import { line } from "../../core/input/fields.ts";

const name = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cf}/gu, ""))
    .pipe(line(most))
    .refine((text) => text !== "", "is required");

export const nameLength = 100;
/** Emails to other people contain this name, so it must not contain a link. */
export const personName = name(nameLength).refine(
  (text) => !hasUrl(text),
  "must not contain a URL or a domain name; put a space after an abbreviation with a dot",
);

/**
 * Whether mail programs could turn part of the text into a link: a URL, an IP address or a domain under a known TLD.
 */
export function hasUrl(text: string): boolean {
  const folded = text.normalize("NFKC").replaceAll("。", ".");
  if (/:\/\/|\bwww\./i.test(folded)) return true;
  return [...folded.matchAll(dotted)].some(([word]) => {
    const { domain, isIcann, isIp } = parse(word);
    return isIp || (isIcann && domain !== null && !initials.test(word));
  });
}

// A match can start only at the beginning of a word, because trying every letter would take minutes for a long text.
const dotted = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?[/?#]?/gu;

/** Initials and short titles that look like a domain with a TLD, such as "J.R.Li", "Dr.No" and "Dr.med". */
const initials = /^(?:\p{Lu}\p{Ll}?\.)+(?:\p{Lu}\p{Ll}+|med)$/u;

/**
 * Returns "Someone" if the email is not confirmed, because strangers can type any name. A name with a URL also becomes
 * "Someone", because older names may contain URLs.
 */
export const nameForOthers = ({ name, emailVerifiedAt }: Pick<Account, "name" | "emailVerifiedAt">): string =>
  (emailVerifiedAt !== null && !hasUrl(name) && name) || "Someone";

export const keyNameLength = 60;
export const keyName = name(keyNameLength);
export const maxKeys = 50;

/** The reason that is stored with the revoked grant. */
export const disconnected = "disconnected by the user";
