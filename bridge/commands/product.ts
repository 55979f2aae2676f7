import type { Command } from "commander";
import { productsOf } from "#db/queries/listings/products.ts";
import updateProduct from "#tools/orders/update-product.ts";
import { type Admin, chosenSite, siteOption, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

interface ProductOptions {
  site?: string;
  price?: number;
  name?: string;
  description?: string;
}

export function addProduct(program: Command, admin: Admin): void {
  const product = program.command("product").description("what a site sells");
  product
    .command("list")
    .description("products with net prices in minor units")
    .option(...siteOption)
    .action(
      admin.act<ProductOptions>(async (session, { site: key }) => {
        const site = await chosenSite(session, key);
        const rows = await productsOf(session.store.read, site.id);
        const data = rows.map((row) => ({ ...row, currency: site.currency }));
        return { data, text: table(data, ["product", "name", "price", "currency", "description"]) };
      }),
    );
  product
    .command("set <product>")
    .description("change what is given of a product; quotes already made keep their price")
    .option(...siteOption)
    .option("--price <number>", "net price in minor units, such as 9900", wholeNumber(0))
    .option("--name <name>", "name")
    .option("--description <text>", "what it is")
    .action(
      admin.act<ProductOptions>(async (session, { site: key, price, name, description }, product) => {
        const site = await chosenSite(session, key);
        const data = await session.call(updateProduct, { product: product!, price, name, description }, site);
        return { data, text: `Changed ${product}.` };
      }),
    );
}
