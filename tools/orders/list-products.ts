import * as z from "zod";
import { productsOf } from "#db/queries/listings/products.ts";
import { pageInput, pageLine, pageOf, pageOfAll } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { facts, lines } from "../core/text/text.ts";
import { priceText } from "./shared/price-text.ts";

const product = z
  .strictObject({
    product: z.string().describe("Product name, which never changes"),
    name: z.string(),
    description: z.string(),
    price: z.int().describe("Net price, in minor units"),
    currency: z.string(),
    unlocks: z.array(z.string()),
  })
  .meta({ id: "Product" });

export default defineTool({
  name: "list_products",
  title: "List products and prices",
  description:
    "Returns the products that owners can buy for a listing, with price, description and what each unlocks. Use it when the user asks about prices, and before quote_order. The free plan is not a product (see choose_free_listing). Prices are net in minor units; VAT is added where it applies.",
  family: "Orders",
  rest: { method: "GET", path: "/products" },
  page: "/pricing",
  scopes: [],
  effect: "read",
  command: {
    name: "product list",
    description: "List products with net prices in minor units",
    site: "option",
    columns: ["product", "name", "price", "currency", "description"],
  },
  errors: [],
  input: z.strictObject(pageInput),
  output: pageOf(product).meta({ id: "ProductList" }),
  examples: [{}],
  maxAge: 300,
  async run({ read, site }, page) {
    const products = await productsOf(read, site.id);
    const items = products.map((row) => ({ ...row, currency: site.currency }));
    return pageOfAll(items, page);
  },
  text: (found) =>
    lines(
      pageLine(found, "This site sells no products."),
      found.items.map(({ product, name, description, price, currency, unlocks }) =>
        facts(
          `${name} (${product}): ${priceText(price, currency)} net`,
          description,
          unlocks.length > 0 && `unlocks ${unlocks.join(", ")}`,
        ),
      ),
    ),
});
