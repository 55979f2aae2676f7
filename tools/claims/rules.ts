import { parse } from "tldts";
import type { Owner } from "#db/queries/accounts/access.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import { sharedHost } from "#db/values/shared-hosts.ts";
import { emailVerdict, registrableDomain } from "./email-rule.ts";
import { type Forge, forgeProject } from "./forges.ts";
import { sharedMailboxes } from "./mail-hosts.ts";

/** Days that a claim waits for its proof, and hours that a mailed link works. */
export const claimDays = 7;
export const linkHours = 24;

/** Days between two looks at a proof, and looks in a row that may miss it before it is worth nothing. */
export const recheckDays = 30;
export const maxMisses = 3;
/** Days that an address proves for, as nothing shows whether somebody still reads it; and when we ask again. */
export const emailDays = 365;
export const emailAskDays = 335;

/** What kind of address a listing has, which decides what can prove it. */
type PlaceKind = "domain" | "mail_host" | "members" | "hosting" | "forge" | "shared" | "no_domain";

/** What proves the owner of a listing, by the address of its product. */
export interface ProofPlace {
  kind: PlaceKind;
  /** What people call it: the domain, or the host with the project. */
  name: string;
  /** Registrable domain in ASCII, private suffixes included; null where there is none. No proof is read outside of it. */
  domain: string | null;
  /** Origin of the product's address. */
  origin: string;
  methods: readonly ClaimMethod[];
  forge: { forge: Forge; project: string } | null;
}

/** What can prove the listing of a product at an address. */
export function proofPlace(address: string): ProofPlace {
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/, "");
  const domain = registrableDomain(host, { isPrivate: true });
  const place = { name: domain ?? host, domain, origin: url.origin, forge: null };
  const shared = sharedHost(url);
  if (shared?.sharing === "hosting") {
    // Each user has a name below the host; what is deeper is the user's too.
    const tenant = host
      .slice(0, -shared.host.length - 1)
      .split(".")
      .at(-1)!;
    const name = `${tenant}.${shared.host}`;
    return { ...place, kind: "hosting", name, domain: name, methods: ["meta", "file"] };
  }
  if (shared?.sharing === "forge") {
    const forge = forgeProject(shared.host, url);
    if (forge) {
      const methods: ClaimMethod[] = forge.forge.links ? ["meta", "file"] : ["file"];
      return { ...place, kind: "forge", name: `${shared.host}/${forge.project}`, forge, methods };
    }
  }
  if (shared) return { ...place, kind: "shared", name: shared.host, methods: [] };
  if (domain === null || parse(host, { allowPrivateDomains: true }).isPrivate)
    // The suffix of a hosting service, or a user's name below it.
    return domain === null
      ? { ...place, kind: "no_domain", methods: [] }
      : { ...place, kind: "hosting", methods: ["meta", "file"] };
  const sharing = sharedMailboxes(domain);
  if (sharing) return { ...place, kind: sharing, methods: ["dns", "meta", "file"] };
  return { ...place, kind: "domain", methods: ["dns", "meta", "file", "email"] };
}

/** Whether what an address serves is read for a proof: it never is after a redirect to somebody else's domain. */
export const isWithin = (address: string, domain: string | null): boolean => {
  const host = URL.parse(address)?.hostname ?? "";
  return domain !== null && (host === domain || host.endsWith(`.${domain}`));
};

const kinds: Record<PlaceKind, (name: string) => string> = {
  domain: (name) => `${name} is a domain of its own.`,
  mail_host: (name) => `Anyone can have an email at ${name}, so an email there does not prove who owns it.`,
  members: (name) => `Many independent people have an email at ${name}, so an email there does not prove who owns it.`,
  hosting: (name) => `${name} is a name below a hosting service, whose domain and mail belong to the service.`,
  forge: (name) => `${name} is on a code forge, whose domain and mail belong to the forge.`,
  shared: (name) => `Pages of many owners share ${name}, so nothing there tells whose a listing is.`,
  no_domain: (name) => `${name} is no registrable domain, so nobody can prove to own it.`,
};

/** Why a listing's address leaves only some methods, a sentence. */
export const placeSentence = ({ kind, name }: ProofPlace): string => kinds[kind](name);

const words: Record<ClaimMethod, string> = {
  dns: "a DNS record",
  meta: "a tag on the home page",
  file: "an uploaded file",
  email: "a mailed link",
};

/** The methods that a place leaves, for a sentence. */
export const methodsLeft = ({ methods, kind }: ProofPlace): string =>
  methods
    .map((method) => `${method} (${kind === "forge" ? forgeWords(method) : words[method]})`)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

const forgeWords = (method: ClaimMethod) =>
  method === "meta" ? "the website link of the project or of its owner" : "a file in the default branch";

/** What is wrong with an address that shall prove a place, as a field's message; null where it will do. */
export function emailFault(given: string, { domain }: ProofPlace): { code: string; message: string } | null {
  const verdict = emailVerdict(given, domain ?? "");
  if (verdict.isProof) return null;
  const at = `must be an address at ${domain} itself`;
  const messages = {
    malformed: `${at}, such as you@${domain}, without quotes or comments`,
    too_long: `${at}, of at most 254 characters with 64 ahead of the @`,
    subdomain: `${at}, not at a name below it`,
    parent_domain: `${at}, not at the domain above it`,
    other_domain: `${at}, and this is another domain`,
  };
  return { code: verdict.fault, message: messages[verdict.fault] };
}

/** Returns why an owner cannot remove another, or themselves, as a sentence; null if they can. */
export function whyNotRemove(owners: readonly Owner[], by: Owner, target: Owner): string | null {
  const isSelf = by.accountId === target.accountId;
  const isLastProof = target.method !== null && owners.filter(({ method }) => method !== null).length === 1;
  if (isLastProof && isSelf) return "You are the last verified owner, so only the team can remove you.";
  if (isSelf) return owners.length === 1 ? "You are the only owner. Take the listing down instead." : null;
  if (by.readOnlySince !== null || by.method === null)
    return "Only a verified owner can remove people. Claim the listing first.";
  return target.method === null ? null : "This person has proved the company too, so only the team can remove them.";
}
