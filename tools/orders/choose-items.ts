import { billboardWeeks } from "#db/queries/launches/billboard.ts";
import { type OwnListing, ownListing } from "#db/queries/listings/owner-listings.ts";
import { type ProductRow, productsOf } from "#db/queries/listings/products.ts";
import type { Db } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { type FieldError, Problem } from "../core/errors/errors.ts";
import { readWeek } from "../core/input/periods.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { callerSite } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import type { ChosenItem } from "./price-order.ts";
import { paidPlaces } from "./shared/paid-places.ts";
import type { OrderItem } from "./shared/records.ts";
import { firstBillboardWeek, isPublicBy, paidWeeks, weeksFrom, whyNot } from "./shared/rules.ts";

interface RequestedItem {
  /** The item's path in the input. */
  field: string;
  item: OrderItem;
  product: ProductRow;
  listing: OwnListing;
  week: string | null;
}

/** Throws 422 with all errors in the items, and 409 if a listing cannot buy the product or a week is full. */
export async function chooseItems(db: Db, context: CallContext, items: readonly OrderItem[]): Promise<ChosenItem[]> {
  const faults: FieldError[] = [];
  const requested: RequestedItem[] = [];
  for (const [index, item] of items.entries()) {
    const found = await readItem(db, context, item, `items.${index}`, faults);
    if (found) requested.push(found);
  }
  faults.push(...requested.flatMap((one) => faultsTogether(one, requested)));
  if (faults.length > 0) throw invalidItems(faults);
  for (const one of requested) requireBuyable(one);
  const weeks = await weeksOf(db, context, requested);
  return requested.map(({ item, product }, index) => ({
    product: item.product,
    listing_id: item.listing_id,
    quantity: item.quantity,
    launch_week: weeks[index]!,
    price: product.price,
  }));
}

const invalidItems = (errors: FieldError[]) =>
  new Problem("validation_failed", errors.map(({ field, message }) => `${field}: ${message}`).join("; "), {
    errors,
    nextActions: errors.some(({ code }) => code === "unknown_listing")
      ? [{ tool: "list_my_listings", why: "See the ids of your listings.", who: "agent" }]
      : [],
  });

async function readItem(
  db: Db,
  context: CallContext,
  item: OrderItem,
  field: string,
  faults: FieldError[],
): Promise<RequestedItem | null> {
  const { site, now } = context;
  const fault = (name: string, code: string, message: string, fix: string) =>
    void faults.push({ field: `${field}.${name}`, code, message, fix });
  const known = await productsOf(db, site.id);
  const product = known.find((one) => one.product === item.product);
  if (!product) {
    const sold = known.map((one) => one.product).join(", ") || "nothing";
    fault("product", "unknown_product", `${item.product} is not for sale on this site`, `It sells ${sold}.`);
  }
  const listing = await ownListing(db, accountOf(context), item.listing_id);
  if (!listing)
    fault(
      "listing_id",
      "unknown_listing",
      "must be one of this account's listings",
      "Use an id from list_my_listings.",
    );
  else if (!isOnSite(listing, context))
    fault(
      "listing_id",
      "other_site",
      `is listed on ${listing.site}, not on ${site.key}`,
      "Order on the listing's own site.",
    );
  else if (listing.isReadOnly)
    fault(
      "listing_id",
      "read_only",
      `is ${listing.name}, to which you have read-only access`,
      "Claim the listing again with claim_listing.",
    );
  const week = item.launch_week == null ? null : readWeek(item.launch_week, now);
  if (item.launch_week != null) faults.push(...weekFaults(week, item, field, context));
  if (item.quantity > 1 && item.product !== "billboard")
    fault(
      "quantity",
      "too_big",
      `must be 1 for ${item.product}`,
      "Only the billboard can be ordered for several weeks.",
    );
  return product && listing ? { field, item, product, listing, week } : null;
}

/** Whether the listing is on the call's site or, for a sandbox key, in that site's sandbox. */
const isOnSite = ({ site: key }: OwnListing, { site, actor }: CallContext) =>
  key === site.key || ("isTest" in actor && actor.isTest && key === `${site.key}.sandbox`);

function weekFaults(
  week: string | null,
  { product, quantity }: OrderItem,
  path: string,
  { now, site }: CallContext,
): FieldError[] {
  const { from, until } = paidWeeks(now, siteRules(site.settings).freeQueue);
  const field = `${path}.launch_week`;
  if (product === "sections")
    return [{ field, code: "no_week", message: "does not apply to sections", fix: "Omit it." }];
  if (week === null)
    return [
      {
        field,
        code: "invalid_week",
        message: `must be a week from ${from} to ${until}`,
        fix: `Use one of these weeks, such as ${from}.`,
      },
    ];
  if (week < from)
    return [{ field, code: "week_past", message: `${week} is over`, fix: `Choose a week from ${from} to ${until}.` }];
  if (addWeeks(week, quantity - 1) > until)
    return [
      {
        field,
        code: "week_too_far",
        message: `${quantity > 1 ? `${quantity} weeks from ${week} end` : `${week} is`} after the last week that can be bought`,
        fix: `Choose a week from ${from} to ${until}.`,
      },
    ];
  return [];
}

/** Errors that an item causes only in combination with other items of the order. */
function faultsTogether({ field, item, listing, week }: RequestedItem, all: readonly RequestedItem[]): FieldError[] {
  const same = all.filter((one) => one.listing.id === listing.id);
  const first = same.find((one) => one.item.product === item.product)!;
  if (first.field !== field) {
    const fix = item.product === "billboard" ? "To order several weeks, set quantity." : "Remove one of them.";
    return [{ field, code: "duplicate", message: `is the same product for the same listing as ${first.field}`, fix }];
  }
  if (item.product === "sections" && same.some((one) => one.item.product === "launch"))
    return [{ field, code: "included", message: "is included in the paid launch of the same order", fix: "Omit it." }];
  if (item.product === "launch" && week !== null && listing.launchedAt !== null)
    return [
      {
        field: `${field}.launch_week`,
        code: "launched",
        message: `cannot be chosen: ${listing.name} launched in ${listing.launchWeek} and keeps that week`,
        fix: "Omit it to upgrade the listing immediately.",
      },
    ];
  return [];
}

function requireBuyable({ item, listing }: RequestedItem): void {
  const reason = whyNot(item.product, listing);
  if (reason !== null) throw refusal(listing, reason);
}

const refusal = ({ id, name }: OwnListing, reason: string) =>
  new Problem("state_conflict", `${name} ${reason}.`, {
    nextActions: [
      { tool: "get_my_listing", arguments: { listing_id: id }, why: "See the listing's status.", who: "agent" },
    ],
  });

/** The week of each item, checked for free places; null if the item starts immediately or its product has no weeks. */
async function weeksOf(db: Db, context: CallContext, all: readonly RequestedItem[]): Promise<(string | null)[]> {
  const { siteId } = await callerSite(context);
  const { freeQueue } = siteRules(context.site.settings);
  const places = paidPlaces(db, { siteId, freeQueue, now: context.now });
  const chosen: (string | null)[] = [];
  for (const { item, listing, week, field } of all) {
    if (item.product === "launch") {
      // A listing that has launched keeps its week, in which it already has a place.
      if (listing.launchedAt === null)
        await places.take(week ?? weekOf(context.now), { field: `${field}.launch_week`, isAtOnce: week === null });
      chosen.push(week);
    } else if (item.product === "billboard")
      chosen.push(await billboardWeek(db, context, { item, listing, week }, all));
    else chosen.push(null);
  }
  return chosen;
}

async function billboardWeek(
  db: Db,
  { now, site }: CallContext,
  { item, listing, week }: Pick<RequestedItem, "item" | "listing" | "week">,
  all: readonly RequestedItem[],
): Promise<string> {
  const launch = all.find((one) => one.listing.id === listing.id && one.item.product === "launch");
  const launchWeek = launch && (launch.week ?? weekOf(now));
  const first = week ?? firstBillboardWeek(launchWeek, now);
  const { until } = paidWeeks(now, siteRules(site.settings).freeQueue);
  if (!isPublicBy(first, listing) && !(launchWeek !== undefined && launchWeek <= first))
    throw refusal(
      listing,
      `has the status ${listing.status} and is not public in ${first}, so the billboard cannot show it`,
    );
  const wanted = weeksFrom(first, item.quantity);
  if (wanted.at(-1)! > until)
    throw refusal(listing, `would be on the billboard after ${until}, the last week that can be bought`);
  const [booked] = await billboardWeeks(db, listing.id, first, wanted.at(-1)!);
  if (booked) throw refusal(listing, `is already on the billboard in ${booked}`);
  return first;
}
