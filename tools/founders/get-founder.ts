import * as z from "zod";
import { founderBySlug, storiesOfFounder } from "#db/queries/founders/founders.ts";
import { nearFounders } from "#db/queries/founders/near-slugs.ts";
import { interviewOf } from "#db/queries/listings/interview.ts";
import { unknownSlug } from "../core/calls/unknown-slug.ts";
import { slug, time } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { day, facts, lines, linksText, questionLines, quoted } from "../core/text/text.ts";
import { itemPage } from "../listings/shared/brief.ts";
import { companyName, founderFields, toFounder } from "./shared/records.ts";

const founder = z
  .strictObject({
    ...founderFields,
    stories: z.array(
      z.strictObject({ title: z.string(), url: z.string(), listing_slug: z.string(), published_at: time }),
    ),
    interview: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  })
  .meta({ id: "Founder" });

export default defineTool({
  name: "get_founder",
  title: "Get a founder",
  description:
    "Returns one founder with bio, links, companies, published stories and interview answers. Use it when the user asks about the person behind a product. Find slugs with list_founders or get_listing.",
  family: "Founders",
  rest: { method: "GET", path: "/founders/{slug}" },
  page: "/founders/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: slug.meta({ description: "Slug of the founder, from list_founders", example: "amara-okonjo" }),
  }),
  output: founder,
  examples: [{ slug: "amara-okonjo" }],
  maxAge: 60,
  async run({ read, site, urls }, { slug }) {
    const row = await founderBySlug(read, site.id, slug);
    if (!row)
      unknownSlug("founder", slug, await nearFounders(read, site.id, slug), {
        retry: (near) => ({ tool: "get_founder", arguments: { slug: near } }),
        find: {
          tool: "list_founders",
          arguments: { q: slug.replaceAll("-", " ").slice(0, 100) },
          why: "Search for the person by name to find the slug.",
          who: "agent",
        },
      });
    const stories = await storiesOfFounder(read, site.id, row.id);
    return {
      ...toFounder(row, urls),
      stories: stories.map(({ title, slug, publishedAt }) => ({
        title,
        url: `${urls.base}/listings/${slug}/story`,
        listing_slug: slug,
        published_at: publishedAt,
      })),
      interview: await interviewOf(read, site.id, row.id),
    };
  },
  brief: {
    output: founder.extend(itemPage),
    from: (found) => ({
      ...found,
      ...(found.companies.some(({ listing_slug }) => listing_slug !== null) && {
        item_page_url: found.page_url.replace(/founders\/[^/]+$/, "listings/{slug}"),
      }),
    }),
  },
  text: (founder) =>
    lines(
      `${founder.name} (${founder.slug})`,
      founder.bio ? ["Bio:", ...quoted(founder.bio)] : null,
      Object.keys(founder.links).length > 0 && `Links: ${linksText(founder.links)}`,
      founder.companies.map((company) => facts(`Company: ${companyName(company)}`, company.headline, company.url)),
      founder.stories.map(
        ({ title, url, listing_slug, published_at }) => `Story: ${facts(title, listing_slug, day(published_at), url)}`,
      ),
      questionLines(founder.interview),
    ),
});
