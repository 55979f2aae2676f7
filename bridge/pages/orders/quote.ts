import { productsOf } from "#db/queries/listings/products.ts";
import { openOrdersFor } from "#db/queries/orders/orders.ts";
import { type BillingDetails, billingOfAccount, type Quote, quoteOfAccount } from "#db/queries/orders/quotes.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
import { startOfWeek, utcDay } from "#db/values/week.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { readWeek } from "#tools/core/input/periods.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import confirmOrder from "#tools/orders/confirm-order.ts";
import createCheckout from "#tools/orders/create-checkout.ts";
import { isConsumer } from "#tools/orders/payments/may-withdraw.ts";
import playPayment from "#tools/orders/payments/play-payment.ts";
import { priceOrder } from "#tools/orders/price-order.ts";
import quoteOrder from "#tools/orders/quote-order.ts";
import saveBilling from "#tools/orders/save-billing.ts";
import { areTaxedAlike, factsOf } from "#tools/orders/shared/bill-to.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { whyNot } from "#tools/orders/shared/rules.ts";
import { countryName } from "#tools/orders/vat/countries.ts";
import { humanSteps } from "../account/next-step-link.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, foldedPart, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { attempt, clientProblem, onceKey, onceToken, stillDone } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, withListing } from "../own-listing/own-listing.ts";
import { listingPath, openReview } from "../own-listing/status.ts";
import {
  billingFields,
  billingInput,
  shownBilling,
  submitBilling,
  type TypedBilling,
  totalLabels,
  typedBilling,
} from "./billing-fields.ts";
import { billedTo, notAgreed, orderButton, orderSums, sandboxNote, sellerLine } from "./order-parts.ts";

/** A product and the first day of its week; the day is empty for an immediate start. */
export interface Wanted {
  product: string;
  launch_week: string;
}

export const wantedOf = (read: (name: string) => string): Wanted => ({
  product: read("product"),
  launch_week: read("launch_week"),
});

/** The facts that decide what the listing can buy. */
export const buyerOf = (listing: OwnerListing) => ({
  ...listing,
  launchWeek: listing.launch_week,
  unlockedSections: listing.unlocked_sections,
});

export const quotePath = (id: number, query: Record<string, string>): string =>
  `${listingPath(id, "/order")}?${new URLSearchParams(query)}`;

const notices: Record<string, string> = {
  renewed: "The price was no longer up to date, so we calculated it again. Check the total.",
};

/** Shows the total of a quote and takes the billing details. Only its order button creates an order. */
export const quotePage = definePage({
  path: "/account/listings/:id/order",
  name: "quote",
  audience: "account",
  get: (visit) =>
    withListing(visit, async (listing) => {
      const query = visit.url.searchParams;
      const quote = await ownQuote(visit, listing, query.get("quote"));
      if (quote && !(await isCurrent(visit, quote))) return renew(visit, listing, wantedIn(quote));
      return render(visit, listing, quote, quote ? wantedIn(quote) : wantedOf((name) => query.get(name) ?? ""));
    }),

  post: (visit, form) =>
    withListing(visit, async (listing) => {
      const quote = await ownQuote(visit, listing, form.text("quote"));
      if (form.text("do") === "order") {
        if (!quote || !(await savedBilling(visit))) return answerRedirect(visit, listingPath(listing.id, "/launch"));
        return (await isCurrent(visit, quote))
          ? order(visit, listing, quote, form)
          : renew(visit, listing, wantedIn(quote));
      }
      const wanted = quote ? wantedIn(quote) : wantedOf((name) => form.text(name));
      if (form.text("do") === "total") return showTotal(visit, listing, wanted, typedBilling(form));
      const { typed, errors } = await submitBilling(form, (billing) => visit.call(saveBilling, billing));
      return errors ? render(visit, listing, quote, wanted, { errors, typed }) : renew(visit, listing, wanted, "");
    }),
});

/** The account's quote, if it is for this listing only. */
async function ownQuote({ runtime, account, site }: SignedInVisit, { id }: OwnerListing, given: string | null) {
  const quoteId = Number(given);
  const found = Number.isSafeInteger(quoteId)
    ? await quoteOfAccount(runtime.store.read, account.id, site.id, quoteId)
    : null;
  return found?.lines.length === 1 && found.lines[0]!.listing_id === id ? found : null;
}

const savedBilling = ({ runtime, account }: SignedInVisit): Promise<BillingDetails | null> =>
  billingOfAccount(runtime.store.read, account.id);

/** Quotes for a country, before the person has given the other billing details. What they typed stays on the page. */
async function showTotal(visit: SignedInVisit, listing: OwnerListing, wanted: Wanted, typed: TypedBilling) {
  const { country, postcode, vat_id } = billingInput(typed);
  const input = { items: [itemOf(listing.id, wanted)], billing: { country, postcode, vat_id } };
  const { output, errors, refusal } = await attempt(visit.call(quoteOrder, input), totalLabels);
  const quote = output ? await ownQuote(visit, listing, String(output.quote_id)) : null;
  return render(visit, listing, quote, wanted, { errors, typed, refusal: refusal && refusalFor(refusal) });
}

/** Returns true if the quote's price is still valid for the saved billing details, if there are any. */
async function isCurrent(visit: SignedInVisit, { expiresAt, currency, billing }: Quote): Promise<boolean> {
  const saved = await savedBilling(visit);
  return (
    expiresAt > visit.now.toISOString() &&
    currency === visit.site.currency &&
    (saved === null || areTaxedAlike(factsOf(saved), billing))
  );
}

const wantedIn = ({ lines: [line] }: Quote): Wanted => ({
  product: line!.product,
  launch_week: line!.launch_week ? utcDay(startOfWeek(line!.launch_week)!) : "",
});

/** Calculates the price again and shows it. If the product cannot be bought any more, the launch page says what can. */
async function renew(visit: SignedInVisit, { id }: OwnerListing, wanted: Wanted, done = "renewed"): Promise<Response> {
  if (!(await savedBilling(visit))) return answerRedirect(visit, quotePath(id, { ...wanted }));
  const { quoteId } = await quoteItem(visit, id, wanted);
  if (quoteId === undefined) return answerRedirect(visit, `${listingPath(id, "/launch")}?done=unavailable`);
  return answerRedirect(visit, quotePath(id, { quote: String(quoteId), ...(done && { done }) }));
}

export type Refusal = Pick<Problem, "status" | "detail" | "nextActions">;

const itemOf = (listing_id: number, { product, launch_week }: Wanted) => ({
  product,
  listing_id,
  ...(launch_week !== "" && { launch_week }),
});

/** Quotes one product for a listing, or returns why that is not possible. */
export async function quoteItem(
  visit: SignedInVisit,
  listing_id: number,
  wanted: Wanted,
): Promise<{ quoteId?: number; refusal?: Refusal }> {
  const input = { items: [itemOf(listing_id, wanted)] };
  const quoted = await visit.call(quoteOrder, input).catch(clientProblem);
  return quoted instanceof Problem ? { refusal: refusalFor(quoted) } : { quoteId: quoted.quote_id };
}

/** Errors in fields name the API's fields and weeks, which people have not seen. */
const refusalFor = ({ status, detail, errors, nextActions }: Problem): Refusal => ({
  status,
  detail: errors.length > 0 ? "This choice is not available any more. Choose another week or product." : detail,
  nextActions,
});

async function order(visit: SignedInVisit, listing: OwnerListing, quote: Quote, form: Form): Promise<Response> {
  const { payments } = visit.runtime.shop;
  const agreed = form.text("agreed") === "yes";
  if (payments !== null && !agreed && isConsumer({ billing: await savedBilling(visit) }))
    return render(visit, listing, quote, wantedIn(quote), { errors: notAgreed });
  try {
    const { number, gross, checkout_url } = await visit.call(createCheckout, { quote_id: quote.id }, onceKey(form));
    const link = new URL(checkout_url!);
    const input = { number, key: link.searchParams.get("key")! };
    const path = link.pathname + link.search;
    // An assistant may have created this order at another price. Its own page then shows that price first.
    if (gross !== quote.gross) return answerRedirect(visit, path);
    if (payments === null) {
      await stillDone(visit.call(playPayment, input));
      return answerRedirect(visit, `${path}&back=${number}`);
    }
    // The order exists by now, so its own page lets the person try again.
    const unopened = { url: `${path}&done=unopened` };
    const { url } = await visit.call(confirmOrder, { ...input, agreed }).catch((error: unknown) => {
      if (error instanceof Problem) return unopened;
      throw error;
    });
    return answerRedirect(visit, url ?? path);
  } catch (error) {
    const problem = clientProblem(error);
    if (problem.code === "idempotency_in_progress") return answerRedirect(visit, "/account/orders");
    return render(visit, listing, quote, wantedIn(quote), { refusal: refusalFor(problem) });
  }
}

const openOrder = async ({ runtime, account, now }: SignedInVisit, listingId: number, product: ProductName) =>
  (await openOrdersFor(runtime.store.read, listingId, product)).find(
    ({ accountId, isTest, expiresAt }) => accountId === account.id && !isTest && expiresAt > now.toISOString(),
  );

const quotedBilling = (quote: Quote | null): BillingDetails | null =>
  quote && { ...quote.billing, vatId: quote.billing.vat_id, name: "", street: "", city: "" };

/** The net price of one product, and its price with VAT in the seller's country as an example. */
function unquotedSums(
  { runtime: { seller }, site: { currency }, now }: SignedInVisit,
  price: number,
  line: { product: ProductName; name: string; launch_week: string | null },
): Html {
  const item = { product: line.product, listing_id: 0, quantity: 1, launch_week: line.launch_week, price };
  const billing = { country: seller.country, postcode: null, vat_id: null, company: null };
  const { net, vat, gross } = priceOrder([item], billing, null, seller, now);
  return orderSums(
    { net, vat: null, gross: null, currency, tax: null, lines: [{ ...line, quantity: 1, net, vat_rate_bp: null }] },
    vat > 0 && `, for example ${priceText(gross, currency)} in total in ${countryName(seller.country)}`,
  );
}

interface State {
  errors?: FieldErrors;
  typed?: TypedBilling;
  refusal?: Refusal;
}

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  quote: Quote | null,
  wanted: Wanted,
  { errors = {}, typed, refusal }: State = {},
): Promise<Response> {
  const { runtime, site, account } = visit;
  const { id, name } = listing;
  const sold = (await productsOf(runtime.store.read, site.id)).find(({ product }) => product === wanted.product);
  const product = sold?.product as ProductName;
  if (!sold || whyNot(product, buyerOf(listing)) !== null) return answerRedirect(visit, listingPath(id, "/launch"));
  const saved = await savedBilling(visit);
  const review = product === "launch" ? openReview(listing) : undefined;
  const isSandbox = runtime.shop.payments === null;
  const open = await openOrder(visit, id, product);
  const isReview = quote !== null && saved !== null;
  const heading = isReview ? "Review and order" : "Billing details";
  const title = `${sold.name}: ${name}`;
  const path = quotePath(id, quote ? { quote: String(quote.id) } : { ...wanted });
  const billing = pageForm(
    visit,
    `${path}&change=billing`,
    html`${quote ? hiddenField("quote", String(quote.id)) : [hiddenField("product", wanted.product), hiddenField("launch_week", wanted.launch_week)]}
${billingFields(typed ?? shownBilling(saved ?? quotedBilling(quote), account.name), errors, !saved && html`<div class="actions"><button name="do" value="total">Show total</button></div>`)}
<div class="actions"><button${!isReview && html` class="primary"`} name="do" value="bill">${isReview ? "Update total" : "Review order"}</button></div>`,
    { id: "billing" },
  );
  return answerPage(visit, {
    title: heading,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    formTargets: runtime.shop.payments?.pages,
    refusal,
    errors,
    body: html`${listingHead(visit, listing, heading)}
${refusal && humanSteps(refusal)}
${isSandbox && sandboxNote}
<p class="lead">${open ? html`Order <a href="/account/orders/${open.number}">${open.number}</a> is already open and waits for your payment.` : "Nothing is ordered yet."} <a href="${listingPath(id, "/launch")}?${String(new URLSearchParams({ ...wanted }))}#field-${product}-week">Change the product or week</a></p>
<section class="card" aria-label="Products">${quote ? orderSums({ ...quote, lines: quote.lines.map((line) => ({ ...line, name: title })) }) : unquotedSums(visit, sold.price, { product, name: title, launch_week: readWeek(wanted.launch_week, visit.now) })}</section>
${
  isReview
    ? [
        billedTo(saved, foldedPart("Change billing details", typed !== undefined, billing)),
        review
          ? html`<p class="aside">${review} You can order the launch after that.</p>`
          : pageForm(
              visit,
              path,
              html`${onceToken()}${hiddenField("do", "order")}${hiddenField("quote", String(quote.id))}${orderButton({ ...quote, isSandbox, isConsumer: isConsumer({ billing: saved }) }, errors)}`,
              { id: "pay" },
            ),
      ]
    : html`<div class="card">${billing}</div>`
}
${sellerLine(runtime.seller, site)}`,
  });
}
