import * as z from "zod";
import { syncFoundersOfSite } from "#db/queries/listings/company-founders.ts";
import { applyReviewMode } from "#db/queries/moderation/reviews.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { notFound } from "../core/errors/errors.ts";
import { differences } from "../core/operations/differences.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { siteInput } from "./settings.ts";
import { siteRules } from "./shared/rules.ts";
import { readSettings } from "./site-input.ts";

/** Changes the given fields of a site, but not its key. */
export default defineTeamTool({
  name: "update_site",
  actors: ["person", "key", "admin"],
  description:
    "Changes settings of the site: name, tagline, colours, logo, links, texts, own pages, access, launch rules and limits.",
  rest: { method: "PATCH", path: "/team/settings" },
  scopes: ["team:admin"],
  effect: "write",
  isIdempotent: true,
  isAlwaysApproved: true,
  input: siteInput,
  output: z.strictObject({ key: z.string() }),
  async run(context, input) {
    const { site, now } = context;
    const settingsAfter = await readSettings(input, context);
    return async (tx, record) => {
      const known = (await allSites(tx)).find(({ id }) => id === site.id) ?? notFound("site", site.key);
      const { name = known.name, tagline = known.tagline, host = known.host, currency = known.currency } = input;
      const settings = await settingsAfter(tx, known.settings, host);
      const facts = { ...known, name, tagline, host, currency, settings };
      const changed = differences(known, facts);
      const rules = siteRules(known.settings).storyRules;
      if (Object.keys(changed.after).length > 0) {
        await updateSite(tx, site.id, facts);
        if (siteRules(facts.settings).storyRules.minBioCharacters !== rules.minBioCharacters)
          await syncFoundersOfSite(tx, site.id);
        const { mode } = siteRules(facts.settings).review;
        if (mode !== siteRules(known.settings).review.mode) await applyReviewMode(tx, site.id, mode, now);
        record({ subjects: [`site:${site.id}`], ...changed });
      }
      return { key: known.key };
    };
  },
});
