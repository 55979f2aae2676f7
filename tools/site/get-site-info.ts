import * as z from "zod";
import { depthLimit } from "#db/queries/common/limits.ts";
import { siteCounts } from "#db/queries/sites/sites.ts";
import { boards } from "#db/schema/vocabulary.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { maxPerPage } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { defaultQuotas } from "../core/operations/rate-limit.ts";
import { lines } from "../core/text/text.ts";
import { boardRules } from "../leaderboards/shared/rules.ts";
import { siteBadgeCode } from "../listings/shared/rules.ts";
import { accessNotices } from "./shared/access.ts";
import { siteRules } from "./shared/rules.ts";

const siteInfo = z
  .strictObject({
    key: z.string().describe("Key of the site, for apply_to"),
    name: z.string(),
    base_url: z.string(),
    tagline: z.string(),
    currency: z.string().describe("ISO 4217"),
    counts: z.strictObject({ listings: z.int(), categories: z.int(), founders: z.int(), posts: z.int() }),
    current_week: z.string(),
    boards: z.array(z.strictObject({ key: z.enum(boards), title: z.string() })),
    badge: z
      .strictObject({ html: z.string(), image_url: z.string() })
      .describe("Badge code for a free listing's website; replace YOUR-SLUG with the listing's slug"),
    story_rules: z
      .strictObject({
        min_words: z.int(),
        min_sections: z.int(),
        min_section_words: z.int(),
        min_bio_characters: z.int(),
      })
      .describe("Requirements for publishing a founder story"),
    free_queue: z
      .strictObject({
        first_week: z.string().describe("Earliest launch week for a listing that chooses the free plan now"),
        first_week_offset: z.int().describe("Number of weeks from the current week to first_week"),
        places_per_week: z.int(),
        paid_places_per_week: z.int(),
        weeks_ahead: z.int(),
      })
      .describe("Launch places"),
    limits: z.strictObject({
      rate_limits: z.array(z.strictObject({ policy: z.string(), calls: z.int(), seconds: z.int() })),
      max_per_page: z.int(),
      drafts_per_day: z.int().describe("New drafts per account in 24 hours"),
      updates_per_day: z.int().describe("Updates posted per listing in 24 hours"),
      milestones_per_listing: z.int(),
      search_depth: z.int().describe("Maximum number of search results"),
    }),
    notices: z.array(z.string()).describe("What is closed or needs an invitation at present"),
    docs_url: z.string(),
    mcp_url: z.string(),
    api_url: z.string(),
  })
  .meta({ id: "Site" });

export default defineTool({
  name: "get_site_info",
  title: "Get site information",
  description:
    "Returns counts, current launch week, leaderboards (for get_leaderboard), the badge of free listings, rules for founder stories and the free queue, and limits. Use it for launch or story rules.",
  family: "Site",
  rest: { method: "GET", path: "/site" },
  page: "/about",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({}),
  output: siteInfo,
  examples: [{}],
  maxAge: 60,
  async run({ read, site, urls, now }) {
    const { storyRules, freeQueue, drafts, listings } = siteRules(site.settings);
    const currentWeek = weekOf(now);
    return {
      key: site.key,
      name: site.name,
      base_url: urls.base,
      tagline: site.tagline,
      currency: site.currency,
      counts: await siteCounts(read, site.id, now),
      current_week: currentWeek,
      boards: boards.map((key) => ({ key, title: boardRules[key].title })),
      badge: {
        html: siteBadgeCode({ urls, site }, "YOUR-SLUG"),
        image_url: `${urls.base}/badges/site.svg`,
      },
      story_rules: {
        min_words: storyRules.minWords,
        min_sections: storyRules.minSections,
        min_section_words: storyRules.minSectionWords,
        min_bio_characters: storyRules.minBioCharacters,
      },
      free_queue: {
        first_week: addWeeks(currentWeek, freeQueue.firstWeekOffset),
        first_week_offset: freeQueue.firstWeekOffset,
        places_per_week: freeQueue.placesPerWeek,
        paid_places_per_week: freeQueue.paidPlacesPerWeek,
        weeks_ahead: freeQueue.weeksAhead,
      },
      limits: {
        rate_limits: Object.entries(defaultQuotas).map(([policy, { points, seconds }]) => ({
          policy,
          calls: points,
          seconds,
        })),
        max_per_page: maxPerPage,
        drafts_per_day: drafts.perDay,
        updates_per_day: listings.updatesPerDay,
        milestones_per_listing: listings.milestones,
        search_depth: depthLimit,
      },
      notices: await accessNotices(read, site),
      docs_url: urls.docs,
      mcp_url: urls.mcp,
      api_url: urls.api,
    };
  },
  text: ({ counts, boards, badge, story_rules: story, free_queue: queue, limits, ...site }) =>
    lines(
      `${site.name} (${site.key}): ${site.tagline}`,
      `The site has ${counts.listings} listings, ${counts.categories} categories, ${counts.founders} founders and ${counts.posts} posts. Prices are in ${site.currency}.`,
      site.notices.join(" "),
      `The current launch week is ${site.current_week}. The earliest week for a new free listing is ${queue.first_week} (in ${queue.first_week_offset} weeks). Free places are open for ${queue.weeks_ahead} weeks from then. Each week has ${queue.places_per_week} free and ${queue.paid_places_per_week} paid places.`,
      `Leaderboards: ${boards.map(({ key, title }) => `${key} (${title})`).join(", ")}`,
      "Badge code for a free listing's website (replace YOUR-SLUG with the listing's slug):",
      badge.html,
      `A founder story needs at least ${story.min_words} words and ${story.min_sections} sections of at least ${story.min_section_words} words each. The founder profile needs a bio of at least ${story.min_bio_characters} characters.`,
      `Limits: ${limits.rate_limits.map(({ policy, calls, seconds }) => `${policy} ${calls} calls in ${seconds} s`).join(", ")}; ${limits.max_per_page} items per page; ${limits.search_depth} search results; ${limits.drafts_per_day} new drafts per account in 24 hours; ${limits.updates_per_day} updates per listing in 24 hours; ${limits.milestones_per_listing} milestones per listing.`,
      `Site: ${site.base_url} Documentation: ${site.docs_url} REST: ${site.api_url} MCP: ${site.mcp_url}`,
    ),
});
