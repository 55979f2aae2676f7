import * as z from "zod";
import { productsOf } from "#db/queries/listings/products.ts";
import { updateProduct } from "#db/queries/orders/write-product.ts";
import { invalid, notFound } from "../core/errors/errors.ts";
import { filled, line, paragraphs } from "../core/input/fields.ts";
import { differences } from "../core/operations/differences.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

const maxPrice = 100_000_000;

export default defineTeamTool({
  name: "update_product",
  command: {
    name: "product set <product>",
    description: "Update the given fields of a product; existing quotes keep their prices",
    site: "option",
    done: ({ product }) => `Updated the product ${product}.`,
  },
  description: "Changes the price, name or description of a product. Existing quotes keep their prices.",
  rest: { method: "PATCH", path: "/team/products/{product}" },
  scopes: ["team:admin"],
  effect: "write",
  input: z.strictObject({
    product: z.string(),
    price: z
      .int()
      .min(0)
      .max(maxPrice)
      .optional()
      .describe("net price in minor units of the site's currency, such as 9900"),
    name: filled(line(200)).optional().describe("name"),
    description: paragraphs(5000).optional().describe("what the product is"),
  }),
  output: z.strictObject({ product: z.string() }),
  async run({ site }, { product, ...changes }) {
    if (Object.keys(changes).length === 0) invalid("price", "required", "is missing");
    return async (tx, record) => {
      const known =
        (await productsOf(tx, site.id)).find((one) => one.product === product) ?? notFound("product", product);
      const changed = differences(known, { ...known, ...changes });
      if (Object.keys(changed.after).length > 0) {
        await updateProduct(tx, site.id, product, changes);
        record({ subjects: [`product:${site.id}/${product}`], ...changed });
      }
      return { product };
    };
  },
});
