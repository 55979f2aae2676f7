import { isInvited } from "#db/queries/accounts/account-invites.ts";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { registrationOf } from "../../site/shared/access.ts";
import { currentRules, type Submission } from "./match.ts";

/** The site whose rules apply, and its URL. */
export type Place = Pick<CallContext, "now"> & { site: { id: number }; urls: { base: string } };

const refusals: Record<RuleKind, (value: string) => string> = {
  email_domain: (domain) => `The team has blocked email addresses at ${domain}. Use another email address.`,
  email_hash: () => "The team has blocked this email address.",
  network: () => "The team has blocked your network. Try again from another internet connection.",
  product_domain: (domain) => `contains the domain “${domain}”, which the team has blocked`,
  word: (phrase) => `contains the word or phrase “${phrase}”, which the team has blocked`,
};

const appeal = ({ urls }: Place) => `If you think this is a mistake, write to the team: ${urls.base}/contact`;

/**
 * Throws if a rule denies a sign-up or a submission: 403 for the person, and 422 for the product's domain and texts.
 * `pathOf` returns the path of a listing's field in the caller's input. Pass `context.read`, where the version of the rules is cached, to add no
 * statement to a transaction.
 */
export async function requireAdmitted(
  db: Db,
  place: Place,
  submission: Submission,
  pathOf = (path: string) => path,
): Promise<void> {
  const denials = (await currentRules(db))(place.site.id, submission);
  const [first] = denials;
  if (!first) return;
  const says = ({ kind, value }: typeof first.rule) => refusals[kind](value);
  const { id: ruleId } = first.rule;
  if (first.field === null) throw new Problem("forbidden", `${says(first.rule)} ${appeal(place)}`, { ruleId });
  const errors = denials.map(({ rule, field }) => ({
    field: pathOf(field!),
    code: "blocked",
    message: `${says(rule)} (write to the team at ${place.urls.base}/contact if this is a mistake)`,
  }));
  throw new Problem("validation_failed", `${errors[0]!.field} ${errors[0]!.message}.`, { errors, ruleId });
}

/** Throws 422 if a rule of the listing's site denies a word in these texts of its owners. */
export const requireAdmittedTexts = (
  context: CallContext,
  { siteId }: { siteId: number },
  texts: object,
): Promise<void> => requireAdmitted(context.read, { ...context, site: { id: siteId } }, { texts });

/** Throws 403 if nobody may create an account with this email address, or not from this IP address. */
export async function requireRegistration(
  db: Db,
  place: Place,
  person: Pick<Submission, "network"> & { email: string },
): Promise<void> {
  const { mode, sentence } = await registrationOf(db);
  if (mode === "closed") throw new Problem("forbidden", sentence);
  if (mode === "by_invitation" && !(await isInvited(db, person.email, place.now)))
    throw new Problem("forbidden", `${sentence} There is no open invitation for this email address. ${appeal(place)}`);
  await requireAdmitted(db, place, person);
}
