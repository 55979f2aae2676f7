import * as z from "zod";
import type { FounderRow } from "#db/queries/founders/founders.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { facts, quoted } from "../../core/text/text.ts";
import { mediaUrl } from "../../listings/shared/records.ts";

export const founderCompany = z.strictObject({
  name: z.string(),
  url: z.string(),
  listing_slug: z.string().nullable().describe("Slug of the company's live listing on this site"),
  headline: z.string().nullable(),
});

export const founderFields = {
  slug: z.string(),
  name: z.string(),
  page_url: z.string(),
  photo_url: z.string().nullable(),
  bio: z.string(),
  links: z.record(z.string(), z.string()),
  companies: z.array(founderCompany),
};

type Founder = Pick<ReturnType<typeof toFounder>, "name" | "slug" | "companies">;

export const toFounder = (row: FounderRow, urls: SiteUrls) => ({
  slug: row.slug,
  name: row.name,
  page_url: `${urls.base}/founders/${row.slug}`,
  photo_url: mediaUrl(urls, row.photoHash),
  bio: row.bio,
  links: row.links,
  companies: row.companies,
});

export const companyName = ({ name, listing_slug }: Pick<Founder["companies"][number], "name" | "listing_slug">) =>
  `${name}${listing_slug === null ? "" : ` (${listing_slug})`}`;

export const founderLine = ({ name, slug, companies }: Founder) =>
  facts(`${name} (${slug})`, companies.map(companyName).join(", "));

export const interviewAnswer = z.strictObject({ question_id: z.string(), answer: z.string() });

export const interviewLines = (interview: z.output<typeof interviewAnswer>[]): string[] =>
  interview.flatMap(({ question_id, answer }) => [`Interview, ${question_id}:`, ...quoted(answer)]);
