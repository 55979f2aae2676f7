import { isInvited } from "#db/queries/accounts/account-invites.ts";
import type { AbuseRule } from "#db/queries/moderation/abuse-rules.ts";
import type { Db } from "#db/store/store.ts";
import { type FieldError, Problem, requireValid } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { registrationOf } from "../../site/shared/access.ts";
import { currentRules } from "./match.ts";
import { emailHost } from "./rule-value.ts";

type Place = Pick<CallContext, "now"> & { site: { id: number }; urls: { base: string } };

const appeal = ({ urls }: Pick<Place, "urls">) =>
  `If you think this is a mistake, write to the team: ${urls.base}/contact`;

function refuse(rule: Pick<AbuseRule, "id"> | null, detail: string, place: Place): void {
  if (rule) throw new Problem("forbidden", `${detail} ${appeal(place)}`, { ruleId: rule.id });
}

const networkDetail = "The team has blocked your network. Try again from another internet connection.";

/** Throws 403 if nobody may create an account with this email address, or not from this IP address. */
export async function requireRegistration(
  db: Db,
  place: Place,
  { email, address }: { email: string; address: string | null },
): Promise<void> {
  const { mode, sentence } = await registrationOf(db);
  const isOpen = mode === "open" || (mode === "by_invitation" && (await isInvited(db, email, place.now)));
  if (!isOpen)
    throw new Problem(
      "forbidden",
      mode === "closed"
        ? sentence!
        : `${sentence} There is no open invitation for this email address. ${appeal(place)}`,
    );
  await requireEmail(db, place, email);
  if (address !== null) refuse((await currentRules(db)).network(place.site.id, address), networkDetail, place);
}

/** Throws 403 if the team has blocked an email address or its domain. */
export async function requireEmail(db: Db, place: Place, email: string): Promise<void> {
  const rules = await currentRules(db);
  const domain = rules.emailDomain(place.site.id, email);
  refuse(domain, `The team has blocked email addresses at ${domain?.value}. Use another email address.`, place);
  refuse(rules.emailHash(place.site.id, db, email), "The team has blocked this email address.", place);
}

// Callers pass `context.read`, where the version of the rules is cached, to add no statement to their transaction.

/** Throws 403 if the account or IP address may not submit a product, and 422 for a blocked product domain. */
export async function requireSubmitter(
  db: Db,
  place: Place & { address: string | null },
  email: string,
): Promise<void> {
  const rules = await currentRules(db);
  const { id } = place.site;
  refuse(
    rules.emailDomain(id, email),
    `The team has blocked submissions from accounts with an email address at ${emailHost(email)}.`,
    place,
  );
  if (place.address !== null) refuse(rules.network(id, place.address), networkDetail, place);
}

export interface Submitted {
  url?: string;
  /** Texts by field. */
  texts?: Readonly<Record<string, unknown>>;
}

const checkedTexts = ["name", "headline", "summary", "description"] as const;

/** Throws 422 for a blocked product domain or text. `prefix` comes before the names of text fields, such as `fields.`. */
export async function requireAllowed(db: Db, place: Place, { url, texts = {} }: Submitted, prefix = ""): Promise<void> {
  const rules = await currentRules(db);
  const errors: FieldError[] = [];
  let first: Pick<AbuseRule, "id" | "value"> | null = null;
  const add = (rule: typeof first, field: string, what: string) => {
    if (!rule) return;
    first ??= rule;
    const contact = `write to the team at ${place.urls.base}/contact if this is a mistake`;
    errors.push({
      field,
      code: "blocked",
      message: `contains ${what} “${rule.value}”, which the team has blocked (${contact})`,
    });
  };
  if (url !== undefined) add(rules.productDomain(place.site.id, url), "url", "the domain");
  for (const field of checkedTexts) {
    const text = Object.hasOwn(texts, field) ? texts[field] : null;
    if (typeof text === "string") add(rules.word(place.site.id, text), `${prefix}${field}`, "the word or phrase");
  }
  try {
    requireValid(errors);
  } catch (error) {
    throw Object.assign(error as Problem, { ruleId: first!.id });
  }
}
