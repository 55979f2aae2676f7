import { and, eq } from "drizzle-orm";
import { products } from "../schema/sites.ts";
import type { Db } from "../store.ts";

export interface ProductRow {
  product: string;
  name: string;
  description: string;
  /** Net, in minor units of the site's currency. */
  price: number;
  unlocks: string[];
}

/** What a site sells, in its own order. */
export async function productRows(db: Db, siteId: number): Promise<ProductRow[]> {
  const { product, name, description, price, unlocks } = products;
  return db
    .select({ product, name, description, price, unlocks })
    .from(products)
    .where(eq(products.siteId, siteId))
    .orderBy(products.position);
}

/** Changes what is given of a product. Returns whether the site sells it. */
export async function updateProduct(
  tx: Db,
  siteId: number,
  product: string,
  changes: Partial<Pick<ProductRow, "name" | "description" | "price">>,
): Promise<boolean> {
  const changed = await tx
    .update(products)
    .set(changes)
    .where(and(eq(products.siteId, siteId), eq(products.product, product)))
    .returning({ product: products.product });
  return changed.length > 0;
}
