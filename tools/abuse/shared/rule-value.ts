import { marksOf } from "#db/keys/sealed-text.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { networkRange } from "../../core/operations/client-network.ts";
import { tokensOf } from "./words.ts";

/**
 * Returns the ASCII host of a URL or host name (UTS 46), without `www.` and a final dot. Returns null for anything else,
 * also for a URL with a path, because a rule for a path would silently cover the whole host.
 */
export function hostOf(text: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url?.pathname !== "/" || url.search + url.hash + url.username + url.port !== "") return null;
  const host = url.hostname.replace(/\.$/, "").replace(/^www\.(?=.+\.)/, "");
  return /^[a-z0-9_.:[\]-]+$/.test(host) ? host : null;
}

/** The host of an email address in ASCII form. */
export const emailHost = (email: string): string => hostOf(email.slice(email.lastIndexOf("@") + 1)) ?? "";

/**
 * Returns the keyed hashes of an email address, one by each valid key, the current one first. Addresses of one mailbox have the same hash: a tag after `+` is ignored, and
 * at Gmail also dots. The key is in a file, so a stolen database does not reveal the address.
 */
export function emailHashes(db: Pick<Db, "path">, given: string): string[] {
  const email = normalizeEmail(given);
  const host = emailHost(email).replace(/^googlemail\.com$/, "gmail.com");
  const local = email.slice(0, email.lastIndexOf("@")).replace(/(?<=.)\+.*$/, "");
  return marksOf(db, `email:${host === "gmail.com" ? local.replaceAll(".", "") : local}@${host}`, "rules");
}

/** The hash that new rules store. */
export const emailHash = (db: Pick<Db, "path">, email: string): string => emailHashes(db, email)[0]!;

const forms: Record<RuleKind, string> = {
  email_domain: "must be a domain such as example.com, without a path",
  product_domain: "must be a domain such as example.com, without a path",
  word: "must contain a word of at least 2 letters or digits",
  network: "must be an IP address or a network such as 203.0.113.0/24",
  email_hash: "must be an email address",
};

/** Returns the stored form of a rule's value, or what it must be. */
export function ruleValue(db: Pick<Db, "path">, kind: RuleKind, given: string): { value: string } | { must: string } {
  const value = normalForm(db, kind, given.trim());
  return value ? { value } : { must: forms[kind] };
}

function normalForm(db: Pick<Db, "path">, kind: RuleKind, text: string): string | null {
  switch (kind) {
    case "email_domain":
      return hostOf(text.replace(/^.*@/, ""));
    case "product_domain":
      return hostOf(text.replace(/^\*\./, ""));
    case "word": {
      const tokens = tokensOf(text);
      return tokens.join("").length < 2 ? null : tokens.join(" ");
    }
    case "network":
      return networkRange(text);
    case "email_hash":
      return /^[^@\s]+@[^@\s]+$/.test(text) && emailHost(text) ? emailHash(db, text) : null;
  }
}
