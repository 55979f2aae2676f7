import { freePlaces } from "#db/queries/launches/free-places.ts";
import { productsOf } from "#db/queries/listings/products.ts";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import type { Db } from "#db/store/store.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { mondayWords } from "../../core/text/text.ts";
import type { ListingSite } from "../../listings/shared/own-listing.ts";
import { closingActions, openOrderFor } from "../../orders/shared/open-orders.ts";
import { priceText } from "../../orders/shared/price-text.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { freeWeeks, queueForFree } from "./free-rules.ts";

const inWeek = (week: string) => `${week}, which starts on ${mondayWords(week)}`;

/** Both ways to close the account's open order of a listing's launch, or nothing if there is none. */
export async function openLaunchOrder(db: Db, context: CallContext, listingId: number): Promise<NextAction[]> {
  const open = await openOrderFor(db, context, listingId, "launch");
  if (!open?.isOwn) return [];
  const [first, ...others] = closingActions(db, open.order, context, "choose a launch again").reverse();
  const why = `Order ${open.order.number} is waiting for payment. The listing launches as ordered when it is paid.`;
  return [{ ...first!, why }, ...others];
}

/** Both ways to launch a listing without a plan: free, in the earliest week that has a place, and paid, if on sale. */
export async function launchOptions(
  db: Db,
  context: CallContext,
  { id, siteId }: { id: number; siteId: number },
  { site }: ListingSite,
): Promise<[free: NextAction, ...paid: NextAction[]]> {
  const weeks = freeWeeks(context.now, siteRules(site.settings).freeQueue);
  const week = (await freePlaces(db, siteId, weeks)).next();
  const when =
    week === null ? "As all weeks are full now, it has to wait for one" : `The launch week is ${inWeek(week)}`;
  const why = `Free launch, if the user chooses it. ${when}. It needs the site badge on the product's website and a complete founder profile.`;
  const free: NextAction = { ...queueForFree(id), why };
  const launch = (await productsOf(db, site.id)).find(({ product }) => product === "launch");
  if (!launch) return [free];
  const billing = await billingOfAccount(db, accountOf(context).accountId);
  return [
    free,
    {
      tool: "quote_order",
      arguments: {
        items: [{ product: "launch", listing_id: id }],
        ...(!billing && { billing: { country: "<country of the buyer>" } }),
      },
      why: `Paid launch for ${priceText(launch.price, site.currency)} net, if the user chooses it. The listing goes live as soon as the order is paid, or in a launch_week up to ${inWeek(weeks.until)}. The quote adds VAT and orders nothing.`,
      who: "agent",
    },
  ];
}
