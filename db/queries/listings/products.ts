import { preparedSql } from "../../store/store.ts";

export interface ProductRow {
  product: string;
  name: string;
  description: string;
  /** The net price in minor units of the site's currency. */
  price: number;
  unlocks: string[];
}

export const productsOf = preparedSql<ProductRow, [siteId: number]>(
  "SELECT product, name, description, price, unlocks FROM products WHERE site_id = ? ORDER BY position, product",
  { unlocks: JSON.parse },
).all;
