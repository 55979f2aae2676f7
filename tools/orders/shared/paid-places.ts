import { type Order, setHeldWeek } from "#db/queries/orders/orders.ts";
import { holdMs, otherHoldingOrders, paidPlacesTaken } from "#db/queries/orders/paid-places.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { type NextAction, Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { type SiteRules, siteRules } from "../../site/shared/rules.ts";
import { maxUnpaidPlaces, paidWeeks } from "./rules.ts";

interface PlacesOf {
  siteId: number;
  freeQueue: SiteRules["freeQueue"];
  now: Date;
  /** The ID of an order. The places of this order do not count as taken. */
  exceptOrder?: number;
}

export function paidPlaces(db: Db, { siteId, freeQueue, now, exceptOrder }: PlacesOf) {
  const inThisOrder = new Map<string, number>();

  async function isFull(week: string): Promise<boolean> {
    const taken = (await paidPlacesTaken(db, siteId, week, now, exceptOrder)) + (inThisOrder.get(week) ?? 0);
    return taken >= freeQueue.paidPlacesPerWeek;
  }

  async function firstOpen(from: string, until: string): Promise<string | null> {
    for (let week = from; week <= until; week = addWeeks(week, 1)) if (!(await isFull(week))) return week;
    return null;
  }

  return {
    async take(week: string, about: { field?: string; isAtOnce: boolean }): Promise<void> {
      if (await isFull(week)) {
        const { until } = paidWeeks(now, freeQueue);
        const next = (await firstOpen(addWeeks(week, 1), until)) ?? (await firstOpen(weekOf(now), until));
        throw full(week, next, about);
      }
      inThisOrder.set(week, (inThisOrder.get(week) ?? 0) + 1);
    },
  };
}

function full(week: string, next: string | null, { field, isAtOnce }: { field?: string; isAtOnce: boolean }): Problem {
  const what = isAtOnce ? `an immediate launch is not possible, because ${week} has` : `${week} has`;
  const fix =
    next === null
      ? "All weeks that can be bought are full."
      : `Use launch_week ${next}, the next week with a free place.`;
  if (field === undefined)
    return new Problem(
      "conflict",
      `The place for this order was held for ${holdMs / 60_000} minutes, and ${week} now has no paid places left. ${next === null ? fix : `The next week with a free place is ${next}. Cancel this order and create a new checkout for that week.`}`,
    );
  return new Problem("conflict", `${field}: ${what} no paid places left. ${fix}`, {
    errors: [{ field, code: "week_full", message: `${week} has no paid places left`, fix }],
  });
}

type Where = Pick<CallContext, "now" | "urls">;

export const holdsPlaces = ({ confirmedAt, createdAt }: Order, now: Date): boolean =>
  confirmedAt !== null || Date.parse(createdAt) > now.getTime() - holdMs;

/** Returns the week of each line that takes a place. Throws 409 if a week is full or the account's limit is reached. */
export async function placesFor(db: Db, context: Where, order: Order): Promise<Map<number, string>> {
  const { now } = context;
  const found = new Map<number, string>();
  const site = await siteById(db, order.siteId);
  if (order.confirmedAt !== null || !site) return found;
  const { freeQueue } = siteRules(site.settings);
  const places = paidPlaces(db, { siteId: order.siteId, freeQueue, now, exceptOrder: order.id });
  const current = weekOf(now);
  for (const { position, heldWeek, launchWeek } of order.lines) {
    if (heldWeek === null) continue;
    const week = launchWeek !== null && launchWeek > current ? launchWeek : current;
    if (week !== heldWeek || !holdsPlaces(order, now)) await places.take(week, { isAtOnce: launchWeek === null });
    found.set(position, week);
  }
  await requireFewPlaces(db, context, order);
  return found;
}

export async function takePlaces(tx: Tx, context: Where, order: Order): Promise<void> {
  for (const [position, week] of await placesFor(tx, context, order)) await setHeldWeek(tx, order.id, position, week);
}

export async function requireFewPlaces(db: Db, { now, urls }: Where, order: Order): Promise<void> {
  const needed = order.lines.filter(({ heldWeek }) => heldWeek !== null).length;
  if (needed === 0) return;
  const others = await otherHoldingOrders(db, order, now);
  if (others.reduce((sum, { places }) => sum + places, needed) <= maxUnpaidPlaces) return;
  const rule = `An account can hold at most ${maxUnpaidPlaces} paid launch places in unpaid orders`;
  const holders = others.map(({ number, places }) => `${number} (${places})`).join(", ");
  throw new Problem(
    "conflict",
    others.length === 0
      ? `${rule}, and this order needs ${needed}. Order at most ${maxUnpaidPlaces} launches now, and the rest after you have paid.`
      : `${rule}. This order needs ${needed}, and these orders are holding places: ${holders}. Pay for one of them or cancel it. An unconfirmed order releases its places after ${holdMs / 60_000} minutes.`,
    {
      nextActions: others.map(
        ({ number }): NextAction => ({
          why: `Pay for order ${number} or cancel it.`,
          who: "human",
          url: `${urls.base}/account/orders/${number}`,
        }),
      ),
    },
  );
}
