import { and, eq } from "drizzle-orm";
import { products } from "../../schema/sites.ts";
import type { Tx } from "../../store/store.ts";
import type { ProductRow } from "../listings/products.ts";

export async function updateProduct(
  tx: Tx,
  siteId: number,
  product: string,
  changes: Partial<Pick<ProductRow, "name" | "description" | "price">>,
): Promise<void> {
  await tx
    .update(products)
    .set(changes)
    .where(and(eq(products.siteId, siteId), eq(products.product, product)));
}
