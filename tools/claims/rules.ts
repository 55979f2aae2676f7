import { parse } from "tldts";
import type { Owner } from "#db/queries/accounts/access.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import { sharedHost } from "#db/values/shared-hosts.ts";
import { emailVerdict, registrableDomain } from "./email-rule.ts";
import { type Forge, forgeProject } from "./forges.ts";
import { sharedMailboxes } from "./mail-hosts.ts";

export const claimDays = 7;
export const linkHours = 24;

export const recheckDays = 30;
export const maxMisses = 3;
/**
 * An email proof ends after `emailDays`. After `emailAskDays`, we ask for renewal to check that the mailbox is still in
 * use.
 */
export const emailDays = 365;
export const emailAskDays = 335;

type TargetKind = "domain" | "mail_host" | "members" | "hosting" | "forge" | "shared" | "no_domain";

/** The domain, site or project in the product's URL that a listing's owner has to control. */
export interface VerificationTarget {
  kind: TargetKind;
  name: string;
  /**
   * The registrable domain in ASCII form, or null. A hosting provider's suffix, such as `github.io`, counts as a public
   * suffix. Proofs are read only from this domain.
   */
  domain: string | null;
  origin: string;
  methods: readonly ClaimMethod[];
  forge: { forge: Forge; project: string } | null;
}

export function verificationTarget(productUrl: string): VerificationTarget {
  const url = new URL(productUrl);
  const host = url.hostname.replace(/\.$/, "");
  const domain = registrableDomain(host, { isPrivate: true });
  const target = { name: domain ?? host, domain, origin: url.origin, forge: null };
  const shared = sharedHost(url);
  if (shared?.sharing === "hosting") {
    // Each user has one subdomain of the host and controls all names below it.
    return { ...target, kind: "hosting", name: shared.owner, domain: shared.owner, methods: ["meta", "file"] };
  }
  if (shared?.sharing === "forge") {
    const forge = forgeProject(shared.host, url);
    if (forge) {
      const methods: ClaimMethod[] = forge.forge.links ? ["meta", "file"] : ["file"];
      return { ...target, kind: "forge", name: `${shared.host}/${forge.project}`, forge, methods };
    }
  }
  if (shared) return { ...target, kind: "shared", name: shared.host, methods: [] };
  if (domain === null) return { ...target, kind: "no_domain", methods: [] };
  if (parse(host, { allowPrivateDomains: true }).isPrivate)
    return { ...target, kind: "hosting", methods: ["meta", "file"] };
  const sharing = sharedMailboxes(domain);
  if (sharing) return { ...target, kind: sharing, methods: ["dns", "meta", "file"] };
  return { ...target, kind: "domain", methods: ["dns", "meta", "file", "email"] };
}

/** Whether a URL's host is the domain or one of its subdomains. A proof is never read from another domain. */
export const isWithin = (url: string, domain: string | null): boolean => {
  const host = URL.parse(url)?.hostname ?? "";
  return domain !== null && (host === domain || host.endsWith(`.${domain}`));
};

const kindSentences: Record<TargetKind, (name: string) => string> = {
  domain: (name) => `${name} is an independent domain.`,
  mail_host: (name) => `Anyone can have an email address at ${name}, so such an address does not prove ownership.`,
  members: (name) =>
    `Many independent people have an email address at ${name}, so such an address does not prove ownership.`,
  hosting: (name) =>
    `${name} belongs to a hosting service, so DNS records and email addresses there do not prove ownership.`,
  forge: (name) => `${name} is on a code forge, so DNS records and email addresses there do not prove ownership.`,
  shared: (name) => `Many owners share ${name}, so nothing on it proves who owns a listing.`,
  no_domain: (name) => `${name} is not a registrable domain, so its ownership cannot be proved.`,
};

export const targetSentence = ({ kind, name }: VerificationTarget): string => kindSentences[kind](name);

const methodWords: Record<ClaimMethod, string> = {
  dns: "a DNS record",
  meta: "a tag on the home page",
  file: "an uploaded file",
  email: "an emailed link",
};
const forgeWords: Partial<typeof methodWords> = {
  meta: "the website link of the project or its owner",
  file: "a file in the default branch",
};

export const methodsLeft = ({ methods, kind }: VerificationTarget): string =>
  methods
    .map((method) => `${method} (${(kind === "forge" && forgeWords[method]) || methodWords[method]})`)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

export function emailFault(given: string, { domain }: VerificationTarget): { code: string; message: string } | null {
  const verdict = emailVerdict(given, domain ?? "");
  if (verdict.isProof) return null;
  const at = `must be an email address at ${domain} itself`;
  const messages = {
    malformed: `${at}, such as you@${domain}, without quotes or comments`,
    too_long: `${at}, with at most 254 characters and at most 64 before the @`,
    subdomain: `${at}, not at a subdomain`,
    parent_domain: `${at}, not at its parent domain`,
    other_domain: `${at}, not at another domain`,
  };
  return { code: verdict.fault, message: messages[verdict.fault] };
}

export function whyNotRemove(owners: readonly Owner[], by: Owner, target: Owner): string | null {
  const isSelf = by.accountId === target.accountId;
  const isLastProof = target.method !== null && owners.filter(({ method }) => method !== null).length === 1;
  if (isLastProof && isSelf) return "You are the last verified owner, so only the team can remove you.";
  if (isSelf) return owners.length === 1 ? "You are the only owner. Archive the listing instead." : null;
  if (by.readOnlySince !== null || by.method === null)
    return "Only a verified owner can remove people. Claim the listing first.";
  return target.method === null ? null : "This person is also a verified owner, so only the team can remove them.";
}
