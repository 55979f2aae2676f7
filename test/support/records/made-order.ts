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
