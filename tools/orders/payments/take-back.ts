import type { Entry } from "#db/queries/common/changes.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { failedRefunds, type Order } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { creditRest } from "../documents/issue.ts";
import { takeBackLines } from "../fulfil/lines.ts";
import { refunded, refundedForTeam, tellBuyer, tellTeam } from "../order-mails.ts";
import { subjectsOf } from "./settle.ts";

/** What follows when all the money of an order has gone back: its effects end, and a credit note takes the invoice back. */
export async function takeBack(
  tx: Tx,
  record: (entry: Entry) => void,
  context: CallContext,
  order: Order,
  why: string,
): Promise<boolean> {
  const { now, urls } = context;
  if (order.status === "refunded") return false;
  await takeBackLines(tx, order, now);
  const creditNote = await creditRest(tx, order, now);
  await changeOrderStatus(tx, order, "refunded", why, now);
  // The buyer and the team already know about items that could not be fulfilled.
  if (order.status === "fulfilled" || failedRefunds(order) > 0) {
    await tellBuyer(tx, context, order, refunded(order, why, urls.base));
    await tellTeam(tx, context, order, refundedForTeam(order, why));
  }
  record({
    subjects: subjectsOf(order),
    before: { status: order.status, effects: order.lines.map(({ effect }) => effect) },
    after: { status: "refunded", credit_note: creditNote?.number ?? null },
  });
  return true;
}
