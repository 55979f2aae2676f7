import type { Command } from "commander";
import {
  categoryRow,
  categoryRows,
  createCategory,
  deleteCategory,
  updateCategory,
} from "../../db/queries/write-category.ts";
import { slugify } from "../../db/queries/write-listing.ts";
import { type Admin, AdminError, auditAdmin, chosenSite, siteOption, slugArgument } from "./command.ts";
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
        const { slug = slugify(name!), description = "", parent } = options;
        await session.store.write((tx) =>
          createCategory(tx, site.id, { slug, name: name!, description, parent: parent || null }),
        );
        return { data: { slug }, text: `Made the category ${slug}.` };
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
        await session.store.write(async (tx) => {
          const row = await categoryRow(tx, site.id, slug!);
          if (!row) throw new AdminError(`there is no category "${slug}"`);
          const { name = row.name, description = row.description } = options;
          const parent =
            options.parent === false ? null : typeof options.parent === "string" ? options.parent : row.parentSlug;
          await updateCategory(tx, site.id, row, { name, description, parent });
        });
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
        await session.store.write(async (tx) => {
          const row = await categoryRow(tx, site.id, slug!);
          if (!row) throw new AdminError(`there is no category "${slug}"`);
          await deleteCategory(tx, row, { unfile });
          await auditAdmin(tx, "category.delete", `category:${row.id}`, session.now, { slug });
        });
        return { data: { slug }, text: `Deleted the category ${slug}.` };
      }),
    );
}
