import type { Command } from "commander";
import { categoryRows } from "#db/queries/content/write-category.ts";
import createCategory from "#tools/categories/create-category.ts";
import deleteCategory from "#tools/categories/delete-category.ts";
import updateCategory from "#tools/categories/update-category.ts";
import { type Admin, chosenSite, siteOption, slugArgument } from "./command.ts";
import { table } from "./table.ts";

interface CategoryOptions {
  site?: string;
  slug?: string;
  name?: string;
  description?: string;
  parent?: string | false;
  unfile?: boolean;
}

export function addCategory(program: Command, admin: Admin): void {
  const category = program.command("category").description("categories of a site");
  category
    .command("list")
    .description("all categories, subcategories below their parents")
    .option(...siteOption)
    .action(
      admin.act<CategoryOptions>(async (session, { site: key }) => {
        const site = await chosenSite(session, key);
        const data = (await categoryRows(session.store.read, site.id)).map((row) => ({
          slug: row.slug,
          name: row.name,
          parent: row.parentSlug,
          live_listings: row.listingCount,
          description: row.description,
        }));
        return { data, text: table(data, ["slug", "name", "parent", "live_listings", "description"]) };
      }),
    );
  category
    .command("create <name>")
    .description("make a category")
    .option(...siteOption)
    .option("--slug <slug>", "public id (made from the name when absent)", slugArgument)
    .option("--description <text>", "what belongs in it", "")
    .option("--parent <slug>", "category it belongs below")
    .action(
      admin.act<CategoryOptions>(async (session, options, name) => {
        const site = await chosenSite(session, options.site);
        const { slug, description, parent } = options;
        const made = await session.call(
          createCategory,
          { name: name!, slug, description, parent: parent || null },
          site,
        );
        return { data: { slug: made.slug }, text: `Made the category ${made.slug}.` };
      }),
    );
  category
    .command("update <slug>")
    .description("change what is given of a category")
    .option(...siteOption)
    .option("--name <name>", "name")
    .option("--description <text>", "what belongs in it")
    .option("--parent <slug>", "category it belongs below")
    .option("--no-parent", "put it at the top")
    .action(
      admin.act<CategoryOptions>(async (session, options, slug) => {
        const site = await chosenSite(session, options.site);
        const { name, description, parent } = options;
        const facts = { name, description, parent: parent === false ? null : parent };
        await session.call(updateCategory, { slug: slug!, ...facts }, site);
        return { data: { slug }, text: `Changed the category ${slug}.` };
      }),
    );
  category
    .command("delete <slug>")
    .description("delete a category")
    .option(...siteOption)
    .option("--unfile", "take its listings out of it")
    .action(
      admin.act<CategoryOptions>(async (session, { site: key, unfile = false }, slug) => {
        const site = await chosenSite(session, key);
        await session.call(deleteCategory, { slug: slug!, unfile }, site);
        return { data: { slug }, text: `Deleted the category ${slug}.` };
      }),
    );
}
