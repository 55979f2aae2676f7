import { apiKeyById } from "#db/queries/accounts/accounts.ts";
import { clientById } from "#db/queries/accounts/credentials.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Db } from "#db/store/store.ts";

/** The API key or app that placed an order, or null if the owner placed it on the site. */
export async function madeThrough(db: Db, { via }: Pick<Order, "via">): Promise<string | null> {
  const [, kind, id = ""] = /^(key|app):(.+)$/s.exec(via ?? "") ?? [];
  if (kind === "key") {
    const key = await apiKeyById(db, Number(id));
    return key ? `your API key “${key.name}”` : "an API key";
  }
  if (kind === undefined) return null;
  const client = await clientById(db, id);
  return client ? `the app “${client.metadata.client_name}”` : "an app";
}
