import { accountById } from "#db/queries/accounts/accounts.ts";
import { productsOf } from "#db/queries/listings/products.ts";
import { nextOrderNumber } from "#db/queries/orders/next-numbers.ts";
import { insertOrder, type NewLine, type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import { purchasedListing } from "#db/queries/orders/purchased-listing.ts";
import type { PaymentProvider } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { callerSite } from "../site/shared/caller-site.ts";
import { type Bill, untilRateChange } from "./price-checkout.ts";
import type { ChosenItem } from "./price-order.ts";
import { factsOf } from "./shared/bill-to.ts";
import { newLinkSecret } from "./shared/pay-link.ts";
import { sessionEnd } from "./shared/rules.ts";

/** If no bill is given, the payment link asks for the billing details. */
export async function makeOrder(
  tx: Tx,
  context: CallContext,
  provider: PaymentProvider,
  chosen: readonly ChosenItem[],
  bill: Bill | null,
): Promise<Order> {
  const { now, site } = context;
  const { accountId, isTest, via } = accountOf(context);
  const { siteId } = await callerSite({ ...context, read: tx });
  const { email } = (await accountById(tx, accountId))!;
  const numbered = await nextOrderNumber(tx, now);
  const lines: NewLine[] = [];
  for (const [position, item] of chosen.entries()) lines.push(await lineOf(tx, context, siteId, item, bill, position));
  const createdAt = now.toISOString();
  const end = sessionEnd(createdAt);
  await insertOrder(
    tx,
    {
      ...numbered,
      siteId,
      accountId,
      email,
      isTest,
      via,
      currency: site.currency,
      billing: bill?.billing ?? null,
      tax: bill?.tax ?? null,
      net: lines.reduce((sum, line) => sum + line.net, 0),
      vat: bill?.vat ?? null,
      gross: bill?.gross ?? null,
      evidence: bill?.evidence ?? [],
      linkSecret: newLinkSecret(tx, numbered.number, context),
      provider,
      createdAt,
      expiresAt: bill ? untilRateChange(context, factsOf(bill.billing), bill.tax, end) : end.toISOString(),
    },
    lines,
  );
  return (await orderByNumber(tx, numbered.number))!;
}

async function lineOf(
  tx: Tx,
  { site, now }: CallContext,
  siteId: number,
  { product, listing_id, quantity, launch_week, price }: ChosenItem,
  bill: Bill | null,
  position: number,
): Promise<NewLine> {
  const listing = (await purchasedListing(tx, siteId, listing_id))!;
  const sold = (await productsOf(tx, site.id)).find((one) => one.product === product)!;
  const priced = bill?.lines[position];
  return {
    product,
    name: `${sold.name}: ${listing.name}`,
    listingId: listing_id,
    quantity,
    launchWeek: launch_week,
    // A listing that has already launched needs no place.
    heldWeek: product === "launch" && listing.launchedAt === null ? (launch_week ?? weekOf(now)) : null,
    net: priced?.net ?? price * quantity,
    vatRateBp: priced?.vat_rate_bp ?? null,
    vat: priced?.vat ?? null,
    gross: priced?.gross ?? null,
  };
}
