import type { Command } from "commander";
import { productsOf } from "../../db/queries/products.ts";
import { updateProduct } from "../../db/queries/write-product.ts";
import { type Admin, AdminError, chosenSite, siteOption, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

interface ProductOptions {
  site?: string;
  price?: number;
  name?: string;
  description?: string;
}

const maxPrice = 100_000_000;

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
    .option("--price <number>", "net price in minor units, such as 9900", wholeNumber(0, maxPrice))
    .option("--name <name>", "name")
    .option("--description <text>", "what it is")
    .action(
      admin.act<ProductOptions>(async (session, { site: key, price, name, description }, product) => {
        const site = await chosenSite(session, key);
        if (price === undefined && name === undefined && description === undefined)
          throw new AdminError("give --price, --name or --description");
        const changes = { price, name, description };
        if (!(await session.store.write((tx) => updateProduct(tx, site.id, product!, changes))))
          throw new AdminError(`there is no product "${product}"`);
        return { data: { product }, text: `Changed ${product}.` };
      }),
    );
}
