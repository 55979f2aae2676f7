import { ownListings } from "#db/queries/listings/owner-listings.ts";
import type { Mandate } from "#db/schema/columns.ts";
import { type Consequence, consequences } from "#db/schema/vocabulary.ts";
import { consequenceWords, mostNamed } from "#tools/core/calls/mandate.ts";
import { decimalText, digitsOf } from "#tools/core/text/currency.ts";
import { pageForm } from "../frame/answers.ts";
import { choices, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import type { Visit } from "../frame/visit.ts";

/** What a mandate may name: the person's listings, and the money of the site. */
export interface MandateTerms {
  listings: { id: number; name: string; site: string }[];
  currency: string;
}

const mostListings = 100;

export async function mandateTerms(visit: Visit, accountId: number): Promise<MandateTerms> {
  const { read } = visit.runtime.store;
  const { rows } = await ownListings(read, { accountId, isTest: false }, {}, { limit: mostListings, offset: 0 });
  return { listings: rows.map(({ id, name, site }) => ({ id, name, site })), currency: visit.site.currency };
}

type Leave = "all" | "limits" | "ask";

const leaves: { value: Leave; label: string; hint: string }[] = [
  { value: "all", label: "Do it without asking", hint: "All that it may do at all" },
  { value: "limits", label: "Ask me beyond limits", hint: "You set them below" },
  { value: "ask", label: "Ask me each time", hint: "Before it publishes, orders, invites or deletes" },
];

/** What was typed, or what a mandate says. */
export interface TypedMandate {
  leave: string;
  may: readonly string[];
  listing: readonly string[];
  monthly: string;
  until: string;
}

export function typedOf(mandate: Mandate | null): TypedMandate {
  if (mandate === null) return { leave: "all", may: consequences, listing: [], monthly: "", until: "" };
  const { allowed, listings, monthly, until } = mandate;
  return {
    leave: allowed.length === 0 ? "ask" : "limits",
    may: allowed.length === 0 ? consequences : allowed,
    listing: (listings ?? []).map(String),
    monthly: monthly ? decimalText(monthly.amount, monthly.currency) : "",
    until: until?.slice(0, 10) ?? "",
  };
}

export const typedMandate = (form: Form): TypedMandate => ({
  leave: form.text("leave"),
  may: form.all("may"),
  listing: form.all("listing"),
  monthly: form.text("monthly"),
  until: form.text("until"),
});

/**
 * The mandate that a form asks for; null where nothing is bounded, which is so without the fields too. Faults go into
 * `errors`.
 */
export function readMandate(
  typed: TypedMandate,
  { currency }: Pick<MandateTerms, "currency">,
  now: Date,
  errors: FieldErrors,
): Mandate | null {
  const unbounded = { listings: null, monthly: null, until: null };
  if (typed.leave === "ask") return { allowed: [], ...unbounded };
  if (typed.leave !== "limits") return null;
  const allowed = consequences.filter((one) => typed.may.includes(one));
  // One that is no longer the person's stays named: left out, what was bounded to it alone would be bounded no more.
  const chosen = [...new Set(typed.listing)].filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  const amount = amountOf(typed.monthly, currency);
  if (Number.isNaN(amount)) errors.monthly = `Write an amount in ${currency}, such as 50 or 49.90, or nothing.`;
  const until = /^\d{4}-\d{2}-\d{2}$/.test(typed.until) ? Date.parse(`${typed.until}T23:59:59.999Z`) : Number.NaN;
  if (typed.until !== "" && !(until > now.getTime())) errors.until = "Choose a day that is not over, or none.";
  return {
    allowed,
    listings: chosen.length === 0 ? null : chosen.slice(0, mostNamed),
    monthly: amount === null ? null : { amount, currency },
    until: Number.isNaN(until) ? null : new Date(until).toISOString(),
  };
}

/** In minor units; null for nothing, NaN for what is no amount. */
function amountOf(typed: string, currency: string): number | null {
  if (typed === "") return null;
  const [, whole, part = ""] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  const digits = digitsOf(currency);
  return whole === undefined || part.length > digits ? Number.NaN : Number(whole + part.padEnd(digits, "0"));
}

/** The fields, told apart by `id` where a page has them several times. */
export function mandateFields(
  id: string,
  { listings, currency }: MandateTerms,
  typed: TypedMandate,
  errors: FieldErrors = {},
): Html {
  const own = listings.map(({ id: value, name, site }) => ({
    value: String(value),
    label: listings.some((other) => other.name === name && other.id !== value) ? `${name} (${site})` : name,
  }));
  const others = typed.listing.filter((id) => !own.some(({ value }) => value === id));
  const options = [...own, ...others.map((value) => ({ value, label: `Listing ${value}` }))];
  return html`<div class="mandate">
${choices({
  type: "radio",
  name: "leave",
  id: `leave-${id}`,
  label: "When it publishes, orders, invites or deletes",
  options: leaves,
  chosen: [typed.leave || "all"],
})}
<div class="limits">
${choices({
  type: "checkbox",
  name: "may",
  id: `may-${id}`,
  label: "Without asking it may",
  options: consequences.map((value) => ({ value, ...consequenceWords[value] })),
  chosen: typed.may,
})}
${
  options.length > 0 &&
  choices({
    type: "checkbox",
    name: "listing",
    id: `listing-${id}`,
    label: "Only for these listings",
    hint: "None chosen: all of them, later ones too.",
    options,
    chosen: typed.listing,
  })
}
${textField({
  name: "monthly",
  id: `monthly-${id}`,
  label: `Most it may order a month, in ${currency}`,
  hint: "Nothing: any amount. Paying stays with you.",
  value: typed.monthly,
  error: errors.monthly,
  maxlength: 9,
})}
${textField({
  name: "until",
  id: `until-${id}`,
  type: "date",
  label: "Last day",
  hint: "From then on it asks each time. Nothing: no end.",
  value: typed.until,
  error: errors.until,
})}
</div>
</div>`;
}

/** A mandate as a sentence. */
export function mandateWords(mandate: Mandate | null, { listings }: MandateTerms): string {
  if (mandate === null) return "Works without asking you.";
  const { allowed, listings: only, monthly, until } = mandate;
  if (allowed.length === 0) return "Asks you before it publishes, orders, invites or deletes.";
  const names = only?.map((id) => listings.find((listing) => listing.id === id)?.name ?? `listing ${id}`);
  return `May ${allowed.map(verb).join(", ")} without asking${[
    names && ` for ${names.join(", ")}`,
    monthly && `, up to ${decimalText(monthly.amount, monthly.currency)} ${monthly.currency} a month`,
    until && `, until ${until.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join("")}. Asks you for the rest.`;
}

const verb = (consequence: Consequence) => consequenceWords[consequence].label.toLowerCase();

/** A form of one app or key that came back with faults. */
export interface FaultyMandate {
  id: number;
  typed: TypedMandate;
  errors: FieldErrors;
}

/** What an app or key may do without asking, and the form that changes it. */
export function mandateSection(
  visit: Visit,
  path: string,
  { id, name, mandate }: { id: number; name: string; mandate: Mandate | null },
  terms: MandateTerms,
  faulty?: FaultyMandate,
): Html {
  const own = faulty?.id === id ? faulty : undefined;
  return html`<p>${mandateWords(mandate, terms)}</p>
<details class="more"${own && html` open`}><summary>Change<span class="hidden"> what ${name} may do without asking</span></summary>
${pageForm(
  visit,
  path,
  html`${hiddenField("holder", String(id))}${mandateFields(String(id), terms, own?.typed ?? typedOf(mandate), own?.errors)}
<div class="actions"><button name="do" value="mandate">Save</button></div>`,
)}</details>`;
}
