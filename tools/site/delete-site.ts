import * as z from "zod";
import { deleteSite } from "#db/queries/sites/delete-site.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "delete_site",
  actors: ["admin"],
  command: {
    name: "site delete <key>",
    description: "Delete a site that has no listings, with its categories, posts, products and drafts",
    site: "argument",
    done: ({ key }) => `Deleted the site ${key}.`,
  },
  scopes: [],
  effect: "delete",
  input: z.strictObject({}),
  output: z.strictObject({ key: z.string() }),
  async run({ site }) {
    return async (tx, record) => {
      await deleteSite(tx, site);
      const { id, key, name, host, tagline, currency, settings } = site;
      record({ subjects: [`site:${id}`], before: { key, name, host, tagline, currency, settings } });
      return { key };
    };
  },
});
