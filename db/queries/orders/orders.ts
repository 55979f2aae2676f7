import { and, asc, desc, eq, gt, lte, or, type SQL } from "drizzle-orm";
import { type BillTo, type LineEffect, orderLines, orders, type PlaceEvidence } from "../../schema/orders.ts";
import type { PricedLine, TaxDecision } from "../../schema/quotes.ts";
import type { OrderStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export type OrderLine = typeof orderLines.$inferSelect;
type OrderRow = typeof orders.$inferSelect;
export type Order = OrderRow & { lines: OrderLine[] };

export type NewOrder = Omit<typeof orders.$inferInsert, "id" | "status">;
export type NewLine = Omit<typeof orderLines.$inferInsert, "orderId" | "position">;

export async function insertOrder(tx: Tx, order: NewOrder, lines: readonly NewLine[]): Promise<void> {
  const { id: orderId } = await tx.insert(orders).values(order).returning({ id: orders.id }).get();
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId, position })));
}

const withLines = async (db: Db, row: OrderRow): Promise<Order> => ({
  ...row,
  lines: await db.select().from(orderLines).where(eq(orderLines.orderId, row.id)).orderBy(asc(orderLines.position)),
});

async function orderWhere(db: Db, isOne: SQL): Promise<Order | null> {
  const row = await db.select().from(orders).where(isOne).get();
  return row ? withLines(db, row) : null;
}

export const orderByNumber = (db: Db, number: string) => orderWhere(db, eq(orders.number, number));
export const orderByPayment = (db: Db, paymentId: string) => orderWhere(db, eq(orders.paymentId, paymentId));

export interface OrderOwner {
  accountId: number;
  isTest: boolean;
}

const isOf = ({ accountId, isTest }: OrderOwner, status?: OrderStatus) =>
  and(eq(orders.accountId, accountId), eq(orders.isTest, isTest), status && eq(orders.status, status));

export async function ordersOf(
  db: Db,
  owner: OrderOwner,
  { status, limit, offset }: { status?: OrderStatus; limit: number; offset: number },
): Promise<{ rows: Order[]; total: number }> {
  const of = isOf(owner, status);
  const rows = await db.select().from(orders).where(of).orderBy(desc(orders.id)).limit(limit).offset(offset);
  return { rows: await Promise.all(rows.map((row) => withLines(db, row))), total: await db.$count(orders, of) };
}

export const openOrdersOf = (db: Db, owner: OrderOwner, now: Date, limit: number) =>
  db
    .select({ number: orders.number })
    .from(orders)
    .where(and(isOf(owner, "pending"), gt(orders.expiresAt, now.toISOString())))
    .orderBy(desc(orders.id))
    .limit(limit);

export async function pendingOrdersOf(db: Db, accountId: number): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, "pending")))
    .orderBy(asc(orders.id));
  return Promise.all(rows.map((row) => withLines(db, row)));
}

export async function openOrdersFor(db: Db, listingId: number, product: OrderLine["product"]): Promise<Order[]> {
  const rows = await db
    .selectDistinct({ number: orders.number })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.status, "pending"), eq(orderLines.listingId, listingId), eq(orderLines.product, product)));
  return Promise.all(rows.map(async ({ number }) => (await orderByNumber(db, number))!));
}

export const ordersToAskAbout = (db: Db, now: Date, confirmedBefore: Date) =>
  db
    .select({ number: orders.number, expiresAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        eq(orders.status, "pending"),
        or(lte(orders.expiresAt, now.toISOString()), lte(orders.confirmedAt, confirmedBefore.toISOString())),
      ),
    );

export async function updateOrder(
  tx: Tx,
  id: number,
  changes: Partial<Omit<OrderRow, "id" | "number" | "status">>,
): Promise<void> {
  await tx.update(orders).set(changes).where(eq(orders.id, id));
}

export async function billOrder(
  tx: Tx,
  order: Order,
  bill: {
    billing: BillTo;
    tax: TaxDecision;
    lines: readonly PricedLine[];
    net: number;
    vat: number;
    gross: number;
    evidence: PlaceEvidence[];
    expiresAt?: string;
  },
): Promise<void> {
  const { lines, ...facts } = bill;
  await tx.update(orders).set(facts).where(eq(orders.id, order.id));
  for (const [position, { net, vat_rate_bp, vat, gross }] of lines.entries())
    await tx.update(orderLines).set({ net, vatRateBp: vat_rate_bp, vat, gross }).where(isLine(order.id, position));
}

const isLine = (orderId: number, position: number) =>
  and(eq(orderLines.orderId, orderId), eq(orderLines.position, position));

export async function setHeldWeek(tx: Tx, orderId: number, position: number, heldWeek: string): Promise<void> {
  await tx.update(orderLines).set({ heldWeek }).where(isLine(orderId, position));
}

export async function setLineEffect(
  tx: Tx,
  { orderId, position }: OrderLine,
  effect: LineEffect | null,
): Promise<void> {
  await tx.update(orderLines).set({ effect }).where(isLine(orderId, position));
}

export const listOrders = (
  db: Db,
  status: OrderStatus | undefined,
  limit: number,
  offset: number,
): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(status && eq(orders.status, status))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset);

export const failedRefunds = ({ reversals }: Pick<OrderRow, "reversals">): number =>
  reversals.filter(({ kind }) => kind === "failed_refund").length;
