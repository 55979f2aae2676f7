import * as z from "zod";
import { seenThisMonth } from "#db/queries/insights/read-insights.ts";
import { websiteFacts } from "#db/queries/listings/website-facts.ts";
import { dayMs } from "#db/values/week.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { followedAfterDays, followedUnreportedDays } from "../shared/rules.ts";

export default defineOperation({
  name: "get_website_facts",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({
    seen_at: time.nullable(),
    is_followed: z.boolean().describe("Whether search engines may follow the link to the website"),
    landing_url: z.string().nullable().describe("Where the owner wants the page's main link to lead"),
    seen_this_month: z.int().nullable().describe("Impressions, views, reads and comparisons, if the site shows them"),
    has_owner: z.boolean().describe("Whether an account may edit the listing"),
  }),
  async run({ read, site, now }, { slug }) {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
    const facts = await websiteFacts(read, site.id, slug, daysAgo(followedAfterDays), daysAgo(followedUnreportedDays));
    if (!facts) return notFound("listing", slug);
    const rules = siteRules(site.settings);
    return {
      seen_at: facts.seenAt,
      is_followed: facts.isTrusted && rules.links.followed > 0,
      landing_url: facts.landingUrl,
      seen_this_month: rules.insights.shown > 0 ? await seenThisMonth(read, site.id, facts.id, now) : null,
      has_owner: facts.hasOwner,
    };
  },
});
