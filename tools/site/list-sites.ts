import * as z from "zod";
import { allSites } from "#db/queries/sites/sites.ts";
import { defineOperation } from "../core/operations/define.ts";

const site = z.strictObject({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  tagline: z.string(),
  currency: z.string(),
  settings: z.looseObject({}),
  live_listings: z.int(),
});

export default defineOperation({
  name: "list_sites",
  actors: ["admin"],
  command: {
    name: "site list",
    description: "List all sites, the default site first",
    columns: ["key", "name", "host", "currency", "live_listings", "tagline"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(site) }),
  async run({ read }) {
    const sites = await allSites(read);
    return {
      items: sites.map(({ listingCount, settings, ...row }) => ({
        ...row,
        settings: { ...settings },
        live_listings: listingCount,
      })),
    };
  },
});
