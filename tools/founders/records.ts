import * as z from "zod";
import type { FounderRow } from "../../db/queries/founders.ts";
import type { SiteUrls } from "../core/context.ts";
import { mediaUrl } from "../listings/records.ts";

const founderCompany = z.strictObject({
  name: z.string(),
  url: z.string(),
  listing_slug: z.string().nullable().describe("Slug of its live listing on this site"),
  headline: z.string().nullable(),
});

/** Fields of a founder wherever one is shown. */
export const founderFields = {
  slug: z.string(),
  name: z.string(),
  photo_url: z.string().nullable(),
  bio: z.string(),
  links: z.record(z.string(), z.string()),
  companies: z.array(founderCompany),
};

export const toFounder = (row: FounderRow, urls: SiteUrls) => ({
  slug: row.slug,
  name: row.name,
  photo_url: mediaUrl(urls, row.photoHash),
  bio: row.bio,
  links: row.links,
  companies: row.companies,
});

/** One founder in one line, for answers in text. */
export const founderLine = ({
  name,
  slug,
  companies,
}: Pick<ReturnType<typeof toFounder>, "name" | "slug" | "companies">) =>
  `${name} (${slug}): ${companies.map((company) => company.name).join(", ")}`;
