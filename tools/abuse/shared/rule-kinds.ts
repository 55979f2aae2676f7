import { marksOf } from "#db/keys/sealed-text.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { networkRange, networksAround } from "../../core/operations/client-network.ts";
import { wordsOf } from "./words.ts";

/** The database, next to which the key of the hashes is stored. */
type KeyPlace = Pick<Db, "path">;

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
const emailHost = (email: string): string => hostOf(email.slice(email.lastIndexOf("@") + 1)) ?? "";

/**
 * Returns the keyed hashes of an email address, one for each valid key, with the current key's first. Addresses of one
 * mailbox have the same hash: a tag after `+` is ignored, and at Gmail also dots. The keys are in a file, so a stolen
 * database does not reveal the address.
 */
export function emailHashes(db: KeyPlace, given: string): string[] {
  const email = normalizeEmail(given);
  const host = emailHost(email).replace(/^googlemail\.com$/, "gmail.com");
  const local = email.slice(0, email.lastIndexOf("@")).replace(/(?<=.)\+.*$/, "");
  return marksOf(db, `email:${host === "gmail.com" ? local.replaceAll(".", "") : local}@${host}`, "rules");
}

/** The hash that new rules store. */
export const emailHash = (db: KeyPlace, email: string): string => emailHashes(db, email)[0]!;

/** A host and its parent domains. */
const domainsOf = (host: string): string[] => host.split(".").map((_, i, labels) => labels.slice(i).join("."));

interface Kind {
  /** What a value must be. */
  form: string;
  /** Returns the stored form of a rule's value, or null if it is not valid. */
  parse(text: string, db: KeyPlace): string | null;
  /** Returns the values of all rules that match an email address, IP address or URL. Words are searched for in texts. */
  matching?(given: string, db: KeyPlace): string[];
}

const domain = {
  form: "must be a domain such as example.com, without a path",
  parse: (text: string) => hostOf(text.replace(/^(.*@|\*\.)/, "")),
};

export const kinds: Record<RuleKind, Kind> = {
  email_domain: { ...domain, matching: (email) => domainsOf(emailHost(email)) },
  product_domain: { ...domain, matching: (url) => domainsOf(new URL(url).hostname.replace(/\.$/, "")) },
  word: {
    form: "must contain a word of at least 2 letters or digits",
    parse(text) {
      const words = wordsOf(text);
      return words.join("").length < 2 ? null : words.join(" ");
    },
  },
  network: {
    form: "must be an IP address or a network such as 203.0.113.0/24",
    parse: networkRange,
    matching: networksAround,
  },
  email_hash: {
    form: "must be an email address",
    parse: (text, db) => (/^[^@\s]+@[^@\s]+$/.test(text) && emailHost(text) ? emailHash(db, text) : null),
    matching: (email, db) => emailHashes(db, email),
  },
};
