import type { SiteRow } from "#db/queries/sites/sites.ts";
import { fillText, legalTexts, type TextFacts } from "#tools/site/texts.ts";
import { siteUrlsAt } from "./call-context.ts";
import { type Config, recipientsOf, sellerOf } from "./config.ts";

/** What the texts of a site's pages contain, for commands and at the start. */
export const textFactsOf = (config: Config, site: SiteRow): TextFacts => ({
  site,
  urls: siteUrlsAt(config.BASE_URL ?? `http://localhost:${config.PORT}`, site),
  seller: sellerOf(config),
  teamEmail: config.TEAM_EMAIL ?? null,
  recipients: recipientsOf(config),
});

/** Returns the legal pages that a site does not publish, and the variables without which its texts are incomplete. */
export function textFaults(config: Config, site: SiteRow): { pages: string[]; variables: string[] } {
  const { texts = {} } = site.settings;
  const facts = textFactsOf(config, site);
  const variables = Object.values(texts).flatMap((text) => fillText(text, facts).missing);
  return {
    pages: legalTexts.map(({ name }) => name).filter((name) => !Object.hasOwn(texts, name)),
    variables: [...new Set(variables)],
  };
}
