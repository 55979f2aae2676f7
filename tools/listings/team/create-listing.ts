import * as z from "zod";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { listingSlug } from "#db/queries/sites/team-lists.ts";
import { checkCategories } from "../../categories/shared/check-categories.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { sentFields } from "../edits/edit-input.ts";
import { checkFacts } from "../shared/check-facts.ts";
import { columnsOf, fieldChanges } from "../shared/fields.ts";
import { withLandingUrl } from "../shared/landing-url.ts";
import { addressOf, requireFree } from "./listing-address.ts";

export default defineTeamTool({
  name: "create_listing",
  command: {
    name: "listing create <url>",
    description: "Create a listing without an owner, which goes live immediately",
    site: "option",
    done: ({ slug }) => `Created the listing ${slug}.`,
  },
  description:
    "Creates a listing without an owner, which goes live immediately. If another site lists the company, its company fields stay.",
  rest: { method: "POST", path: "/team/listings" },
  scopes: ["team:content"],
  effect: "write",
  input: z.strictObject({
    url: z.string().min(1).max(2000).describe("URL of the product"),
    fields: fieldChanges.omit({ logo_url: true }).required({ name: true, headline: true, summary: true }),
  }),
  output: z.strictObject({ slug: z.string() }),
  async run(context, { url: sent, fields: given }) {
    const { site } = context;
    const now = context.now.toISOString();
    const address = addressOf(context, sent);
    const sentTexts = withLandingUrl(context, sentFields({ listing_id: 1, fields: given }), address.url);
    const { categories = [], ...fields } = sentTexts;
    checkFacts(context, fields, given.name);
    const texts = { name: given.name, headline: given.headline, summary: given.summary };
    return async (tx, record) => {
      await requireFree(tx, context, address.key);
      const categoryIds = await checkCategories(tx, site.id, categories);
      const known = await listedByKey(tx, address.key, site.id);
      const facts = { ...columnsOf("companies", fields), name: texts.name, ...address, by: "team" as const };
      const companyId = known?.companyId ?? (await saveCompany(tx, facts, now));
      const { id } = await saveListing(
        tx,
        {
          ...{ siteId: site.id, companyId, slug: slugify(texts.name), status: "live", plan: "free", tags: [] },
          ...{ ...columnsOf("listings", fields), headline: texts.headline, summary: texts.summary, categoryIds },
        },
        now,
      );
      const slug = await listingSlug(tx, id);
      record({ subjects: [`listing:${id}`, `company:${companyId}`], after: { slug, url: address.url, ...texts } });
      return { slug };
    };
  },
});
