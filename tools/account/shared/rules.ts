import * as z from "zod";
import type { Account } from "#db/queries/accounts/accounts.ts";
import { roles } from "#db/schema/vocabulary.ts";
import { line } from "../../core/input/fields.ts";
import { hasUrl } from "../../core/text/has-url.ts";

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

/** `team` is an alias of `admin`, from the time of a single role. */
export const roleInput = z.enum([...roles, "team"]).transform((role) => (role === "team" ? "admin" : role));
