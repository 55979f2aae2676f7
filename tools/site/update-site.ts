import * as z from "zod";
import { syncFoundersOfSite } from "#db/queries/listings/company-founders.ts";
import { applyReviewMode } from "#db/queries/moderation/reviews.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { notFound } from "../core/errors/errors.ts";
import { differences } from "../core/operations/differences.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { readBranding } from "./branding.ts";
import { changedSettings } from "./settings.ts";
import { siteRules } from "./shared/rules.ts";
import { changedAccess, checkCurrency, siteInput } from "./site-input.ts";

/** Changes the given fields of a site, but not its key. */
export default defineTeamTool({
  name: "update_site",
  actors: ["person", "key", "admin"],
  description: "Changes settings of the site: name, tagline, colours, logo, texts, access, launch rules and limits.",
  rest: { method: "PATCH", path: "/team/settings" },
  scopes: ["team:admin"],
  effect: "write",
  isIdempotent: true,
  isAlwaysApproved: true,
  input: siteInput,
  output: z.strictObject({ key: z.string() }),
  async run(context, { settings: changes = {}, access: sent, review, accent, logo, texts, kinds, ...given }) {
    const { site, now } = context;
    checkCurrency(given.currency);
    const applyBranding = await readBranding({ accent, logo, texts, kinds }, context);
    return async (tx, record) => {
      const known = (await allSites(tx)).find(({ id }) => id === site.id) ?? notFound("site", site.key);
      const settings = await applyBranding(tx, changedSettings(known.settings, changes), now);
      const host = given.host === undefined ? known.host : given.host;
      const access = changedAccess(settings.access, sent, host);
      const reviewed = review === undefined ? settings : { ...settings, review: { ...settings.review, mode: review } };
      const facts = { ...known, ...given, settings: access ? { ...reviewed, access } : reviewed };
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
