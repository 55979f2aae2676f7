import { type Db, preparedSql } from "../../store/store.ts";

export interface ProductRow {
  product: string;
  name: string;
  description: string;
  /** Net, in minor units of the site's currency. */
  price: number;
  unlocks: string[];
}

const query = preparedSql<Omit<ProductRow, "unlocks"> & { unlocks: string }, [number]>(
  "SELECT product, name, description, price, unlocks FROM products WHERE site_id = ? ORDER BY position, product",
);

export async function productsOf(db: Db, siteId: number): Promise<ProductRow[]> {
  return (await query.all(db, siteId)).map((row) => ({ ...row, unlocks: JSON.parse(row.unlocks) }));
}
