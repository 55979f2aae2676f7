import { productsOf } from "#db/queries/listings/products.ts";
import { lookup } from "#db/values/lookup.ts";
import { addWeeks, startOfWeek } from "#db/values/week.ts";
import { type NextAction, Problem } from "#tools/core/errors/errors.ts";
import { dayWords } from "#tools/core/text/text.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import createCheckout from "#tools/orders/create-checkout.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { paidWeeks, whyNot } from "#tools/orders/shared/rules.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { nextStepLink } from "../account/next-step-link.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, selectField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { weekWords } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingHead, withListing } from "../own-listing/own-listing.ts";
import { sellerLine } from "./order-parts.ts";

export const buyPage = definePage({
  path: "/account/listings/:id/launch",
  name: "buy",
  audience: "account",
  menu: { in: "own-listing", label: "Buy", place: 8 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing, { product: "", launch_week: "" }, {})),

  post: (visit, form) =>
    withListing(visit, async (listing) => {
      const typed = { product: form.text("product"), launch_week: form.text("launch_week") };
      try {
        const { checkout_url } = await visit.call(createCheckout, { items: [itemOf(listing.id, typed)] });
        return answerRedirect(visit, checkout_url ?? "/account/orders");
      } catch (error) {
        return render(visit, listing, typed, faultsOf(error), error instanceof Problem ? error.nextActions : []);
      }
    }),
});

interface Typed {
  product: string;
  launch_week: string;
}

const itemOf = (listing_id: number, { product, launch_week }: Typed) => ({
  product,
  listing_id,
  ...(launch_week !== "" && product !== "sections" && { launch_week }),
});

/** Returns the errors by field. Errors that belong to no field appear next to the products. */
function faultsOf(error: unknown): FieldErrors {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const errors: Record<string, string> = {};
  for (const { field, message } of error.errors)
    errors[field.endsWith("launch_week") ? "launch_week" : "product"] =
      field.endsWith(".product") && message.startsWith("Invalid")
        ? "Choose a product."
        : field.endsWith("launch_week")
          ? `The week ${message}.`
          : `${message}.`;
  return Object.keys(errors).length > 0 ? errors : { product: error.detail };
}

const soonestWords = { launch: "a launch starts immediately", billboard: "a billboard starts next week" };

function weekField({ site, now }: SignedInVisit, typed: Typed, errors: FieldErrors, soonest: string[]): Html {
  const { from, until } = paidWeeks(now, siteRules(site.settings).freeQueue);
  const weeks: string[] = [];
  for (let week = from; week <= until; week = addWeeks(week, 1)) weeks.push(week);
  return selectField({
    name: "launch_week",
    label: "Week",
    hint: `If you choose “As soon as possible”, ${soonest.join(" and ")}.`,
    value: typed.launch_week,
    error: errors.launch_week,
    options: [
      { value: "", label: "As soon as possible" },
      ...weeks.map((value) => ({
        value,
        label: `${weekWords(value)} (from ${dayWords(startOfWeek(value)!)})`,
      })),
    ],
  });
}

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  typed: Typed,
  errors: FieldErrors,
  nextActions: NextAction[] = [],
) {
  const { runtime, site } = visit;
  const { id, name, status, plan, launch_week, unlocked_sections } = listing;
  const facts = { status, plan, launchWeek: launch_week, unlockedSections: unlocked_sections };
  const products = (await productsOf(runtime.store.read, site.id)).filter(
    ({ product }) => whyNot(product as Parameters<typeof whyNot>[0], facts) === null,
  );
  const soonest = products.flatMap(({ product }) => lookup(soonestWords, product) ?? []);
  return answerPage(visit, {
    title: `Buy products for ${name}`,
    layout: "signed-in",
    errors,
    body: html`${listingHead(visit, listing, "Buy")}
${nextActions.filter(({ who }) => who === "human").map((action) => html`<p class="aside">${nextStepLink(action)}</p>`)}
${
  products.length === 0
    ? html`<p class="empty">No products are available for ${name} at the moment.</p>`
    : pageForm(
        visit,
        `/account/listings/${id}/launch`,
        html`${choices({
          name: "product",
          type: "radio",
          label: "Product",
          options: products.map(({ product, name, description, price }) => ({
            value: product,
            label: `${name}, ${priceText(price, site.currency)} net`,
            hint: description,
          })),
          chosen: [typed.product || products[0]!.product],
          error: errors.product,
        })}
${soonest.length > 0 && weekField(visit, typed, errors, soonest)}
<div class="actions"><button class="primary">Show total</button></div>
<p class="hint">You will see the total including VAT before you order.</p>`,
      )
}
${sellerLine(runtime.seller, site)}`,
  });
}
