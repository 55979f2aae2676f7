import { isWriting } from "#auth/scopes.ts";
import { ownListings } from "#db/queries/listings/owner-listings.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { approvalCategories } from "#db/schema/vocabulary.ts";
import setApprovalPolicy from "#tools/account/set-approval-policy.ts";
import { approvalCategoryWords, maxNamed } from "#tools/core/calls/approval-policy.ts";
import { decimalText, minorUnits } from "#tools/core/text/currency.ts";
import { dayWords } from "#tools/core/text/text.ts";
import { pageForm } from "../frame/answers.ts";
import { choices, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { redirectAfter } from "../frame/submit.ts";
import type { SignedInVisit, Visit } from "../frame/visit.ts";
import { siteNames } from "../own-listing/site-names.ts";

export type PolicyTerms = Awaited<ReturnType<typeof policyTerms>>;

const maxListings = 100;

export async function policyTerms(visit: Visit) {
  const { runtime, site, account } = visit;
  const siteName = await siteNames(visit);
  const owner = { accountId: account!.id, isTest: false };
  const { rows } = await ownListings(runtime.store.read, owner, {}, { limit: maxListings, offset: 0 });
  return { listings: rows.map((row) => ({ ...row, site: siteName(row.site) })), currency: site.currency };
}

const approvalModes = [
  {
    value: "all",
    label: "Never ask me",
    hint: "The app or key may do everything that its permissions allow without asking you",
  },
  { value: "limits", label: "Ask me beyond certain limits", hint: "You set these limits below" },
  { value: "ask", label: "Always ask me", hint: "Before every publication, order, invitation and deletion" },
];

export interface TypedPolicy {
  leave: string;
  may: readonly string[];
  listing: readonly string[];
  monthly: string;
  until: string;
}

export function typedOf(policy: ApprovalPolicy | null): TypedPolicy {
  if (policy === null) return { leave: "all", may: approvalCategories, listing: [], monthly: "", until: "" };
  const { allowed, listings, monthly, until } = policy;
  return {
    leave: allowed.length === 0 ? "ask" : "limits",
    may: allowed.length === 0 ? approvalCategories : allowed,
    listing: (listings ?? []).map(String),
    monthly: monthly ? decimalText(monthly.amount, monthly.currency) : "",
    until: until?.slice(0, 10) ?? "",
  };
}

export const typedPolicy = (form: Form): TypedPolicy => ({
  leave: form.text("leave"),
  may: form.all("may"),
  listing: form.all("listing"),
  monthly: form.text("monthly"),
  until: form.text("until"),
});

/** Returns the approval policy entered in a form, or null if it sets no limits. Reports invalid fields in `errors`. */
export function readPolicy(typed: TypedPolicy, { site, now }: Visit, errors: FieldErrors): ApprovalPolicy | null {
  const { currency } = site;
  const unbounded = { listings: null, monthly: null, until: null };
  if (typed.leave === "ask") return { allowed: [], ...unbounded };
  if (typed.leave !== "limits") return null;
  const allowed = approvalCategories.filter((one) => typed.may.includes(one));
  // Listings that the user no longer owns stay in the policy, because a policy without listings would apply to all.
  const chosen = [...new Set(typed.listing)].filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  const amount = amountOf(typed.monthly, currency);
  if (Number.isNaN(amount))
    errors.monthly = `Enter an amount in ${currency}, such as 50 or 49.90, or leave this field empty.`;
  const until = /^\d{4}-\d{2}-\d{2}$/.test(typed.until) ? Date.parse(`${typed.until}T23:59:59.999Z`) : Number.NaN;
  if (typed.until !== "" && !(until > now.getTime()))
    errors.until = "Choose today or a later date, or leave this field empty.";
  return {
    allowed,
    listings: chosen.length === 0 ? null : chosen.slice(0, maxNamed),
    monthly: amount === null ? null : { amount, currency },
    until: Number.isNaN(until) ? null : new Date(until).toISOString(),
  };
}

function amountOf(typed: string, currency: string): number | null {
  if (typed === "") return null;
  return /^\d{1,6}(?:[.,]\d{1,2})?$/.test(typed) ? minorUnits(typed, currency) : Number.NaN;
}

export function policyFields(
  id: string,
  { listings, currency }: PolicyTerms,
  typed: TypedPolicy,
  errors: FieldErrors = {},
): Html {
  const own = listings.map(({ id: value, name, site }) => ({
    value: String(value),
    label: listings.some((other) => other.name === name && other.id !== value) ? `${name} (${site})` : name,
  }));
  const others = typed.listing.filter((id) => !own.some(({ value }) => value === id));
  const options = [...own, ...others.map((value) => ({ value, label: `Listing ${value}` }))];
  return html`<div class="approval-policy">
${choices({
  type: "radio",
  name: "leave",
  id: `leave-${id}`,
  label: "Approval for publishing, ordering, inviting and deleting",
  options: approvalModes,
  chosen: [typed.leave || "all"],
})}
<div class="limits">
${choices({
  type: "checkbox",
  name: "may",
  id: `may-${id}`,
  label: "Allowed without asking",
  options: approvalCategories.map((value) => ({ value, ...approvalCategoryWords[value] })),
  chosen: typed.may,
})}
${
  options.length > 0 &&
  choices({
    type: "checkbox",
    name: "listing",
    id: `listing-${id}`,
    label: "Only for these listings",
    hint: "If you tick none, all listings are allowed, including future ones.",
    options,
    chosen: typed.listing,
  })
}
${textField({
  name: "monthly",
  id: `monthly-${id}`,
  label: `Monthly order limit, in ${currency}`,
  hint: "Leave this field empty for no limit. Only you can pay.",
  value: typed.monthly,
  error: errors.monthly,
  keyboard: "decimal",
  maxlength: 9,
})}
${textField({
  name: "until",
  id: `until-${id}`,
  type: "date",
  label: "Limits valid until",
  hint: "After this day, everything needs your approval again. Leave this field empty for no end date.",
  value: typed.until,
  error: errors.until,
})}
</div>
</div>`;
}

function policyWords(policy: ApprovalPolicy | null, { listings }: PolicyTerms): string {
  if (policy === null) return "Never asks you for approval.";
  const { allowed, listings: only, monthly, until } = policy;
  if (allowed.length === 0) return "Asks you before it publishes, orders, invites or deletes.";
  const verbs = allowed.map((category) => approvalCategoryWords[category].label.toLowerCase());
  const names = only?.map((id) => listings.find((listing) => listing.id === id)?.name ?? `listing ${id}`);
  const limits = [
    names && ` for ${listed(names)}`,
    " without asking",
    monthly && `, up to ${decimalText(monthly.amount, monthly.currency)} ${monthly.currency} a month`,
    until && `, until ${dayWords(until)}`,
  ].filter(Boolean);
  return `Can ${listed(verbs)}${limits.join("")}. Everything else needs your approval.`;
}

const listed = (words: string[]) => new Intl.ListFormat("en-GB").format(words);

export interface FaultyPolicy {
  id: number;
  typed: TypedPolicy;
  errors: FieldErrors;
}

export function policySection(
  visit: Visit,
  path: string,
  { id, name, scopes, policy }: { id: number; name: string; scopes: readonly string[]; policy: ApprovalPolicy | null },
  terms: PolicyTerms,
  faulty?: FaultyPolicy,
): HtmlValue {
  if (!scopes.some(isWriting)) return null;
  const own = faulty?.id === id ? faulty : undefined;
  return html`<p>${policyWords(policy, terms)}</p>
<details class="more"${own && html` open`}><summary>Change<span class="hidden"> what ${name} can do without asking</span></summary>
${pageForm(
  visit,
  path,
  html`${hiddenField("holder", String(id))}${policyFields(String(id), terms, own?.typed ?? typedOf(policy), own?.errors)}
<div class="actions"><button name="do" value="policy">Save</button></div>`,
)}</details>`;
}

export async function savePolicy(
  visit: SignedInVisit,
  form: Form,
  of: "app" | "key",
  renderAgain: (faulty: FaultyPolicy) => Promise<Response>,
): Promise<Response> {
  const errors: FieldErrors = {};
  const typed = typedPolicy(form);
  const id = Number(form.text("holder"));
  const approval_policy = readPolicy(typed, visit, errors);
  if (Object.keys(errors).length > 0) return renderAgain({ id, typed, errors });
  return redirectAfter(visit, visit.call(setApprovalPolicy, { of, id, approval_policy }), `/account/${of}s`, "policy");
}
