import { sealText } from "#db/keys/sealed-text.ts";
import { nextOrderNumber } from "#db/queries/orders/next-numbers.ts";
import { insertOrder, type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { PaymentProvider } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { testNow } from "../server/harness.ts";
import { consumer } from "./orders.ts";

/** The key in the links of orders that tests insert. */
export const linkKey = "the-link";

/** An open order of sections for one listing, ready for payment. */
export async function madeOrder(
  store: Store,
  { siteId, accountId, listingId }: { siteId: number; accountId: number; listingId: number },
  { provider = "sandbox" as PaymentProvider } = {},
): Promise<Order> {
  return store.write(async (tx) => {
    const numbered = await nextOrderNumber(tx, testNow);
    const sums = { net: 2900, vat: 580, gross: 3480 };
    await insertOrder(
      tx,
      {
        ...numbered,
        ...sums,
        siteId,
        accountId,
        email: "buyer@example.test",
        currency: "EUR",
        billing: consumer,
        tax: {
          treatment: "oss",
          reason: "VAT of France.",
          vat_id_status: "none",
          tax_country: "FR",
          territory: null,
          consultation: null,
        },
        linkSecret: sealText(tx, linkKey, `order:${numbered.number}`),
        provider,
        createdAt: testNow.toISOString(),
        expiresAt: new Date(testNow.getTime() + 3_600_000).toISOString(),
      },
      [{ product: "sections", name: "Profile sections", listingId, quantity: 1, vatRateBp: 2000, ...sums }],
    );
    return (await orderByNumber(tx, numbered.number))!;
  });
}

/** The payment state after payment. */
export const paidState = {
  status: "paid" as const,
  sessionId: "cs_1",
  paymentId: "pi_1",
  amount: 3480,
  currency: "EUR",
  cardCountry: "FR",
};

/** Lets a scheduled listing have a paid launch whose week has passed while it was hidden. Returns its id. */
export async function missedLaunch(store: Store, listingId: number, accountId: number): Promise<number> {
  const { number } = await madeOrder(store, { siteId: 1, accountId, listingId });
  const effect = { kind: "launch", week: "2026-W40", before: { plan: "none", status: "draft" } };
  await store.write(async (tx) => {
    await tx.$client.run("UPDATE listings SET plan = 'paid', launch_week = '2026-W48' WHERE id = ?", [listingId]);
    await tx.$client.run("UPDATE orders SET status = 'fulfilled' WHERE number = ?", [number]);
    await tx.$client.run(
      `UPDATE order_lines SET product = 'launch', effect = ?1 WHERE order_id = (SELECT id FROM orders WHERE number = ?2)`,
      [JSON.stringify(effect), number],
    );
  });
  return listingId;
}
