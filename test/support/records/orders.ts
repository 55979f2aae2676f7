import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import type { Store } from "#db/store/store.ts";
import { visitor } from "../clients/visitor.ts";
import { type TestServer, testNow } from "../server/harness.ts";
import { keyFor } from "./account.ts";
import { ownedListing } from "./owned-listing.ts";

export const consumer = {
  name: "Ada Quill",
  company: null,
  street: "1 Rue du Port",
  postcode: "29200",
  city: "Brest",
  country: "FR",
  vatId: null,
};

/** An account that owns a listing, may order, and has billing details by default. */
export async function buyer(
  store: Store,
  slug: string,
  { billing = consumer, ...options }: { billing?: typeof consumer | null } & Parameters<typeof ownedListing>[2] = {},
) {
  const owned = await ownedListing(store, slug, { hasProfile: false, ...options });
  const { key } = await keyFor(store, {
    email: owned.email,
    scopes: ["account:read", "listings:write", "orders:write"],
  });
  if (billing) await store.write((tx) => saveBillingDetails(tx, owned.account.id, billing, testNow));
  return { ...owned, key };
}

export type Buyer = Awaited<ReturnType<typeof buyer>>;

/** Returns the path of an order's payment link. */
export const payPath = (url: string): string => url.slice(new URL(url).origin.length);

/** Opens the payment link of an order and presses its only button. */
export async function pressPay(server: Pick<TestServer, "url">, checkoutUrl: string, fields: Record<string, string>) {
  const person = visitor(server);
  const page = await person.get(payPath(checkoutUrl));
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  return { page, answer: await person.post(payPath(checkoutUrl), { form_token, ...fields }) };
}

export const simulatePayment = async (server: Pick<TestServer, "url">, checkoutUrl: string) =>
  (await pressPay(server, checkoutUrl, {})).answer;
