import * as z from "zod";
import { RuleViolation } from "#db/queries/common/rule-violation.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { importCategory } from "#db/queries/content/write-category.ts";
import { isLandingUrl, urlKey } from "#db/queries/listings/company-key.ts";
import { type ImportedListing, importListings } from "#db/queries/listings/import-listings.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { countsOf, outcome, outcomesOf } from "../../core/calls/batch.ts";
import { Problem } from "../../core/errors/errors.ts";
import { webUrl } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { checkFacts } from "./check-facts.ts";
import { columnsOf, fieldsRecord } from "./fields.ts";

/** Statuses with which an export marks listings that an import must not publish. */
export const withheld = z.enum(listingStatuses).exclude(["live"]);

const texts = z.array(z.string());
const importedListing = fieldsRecord
  .omit({ logo_url: true })
  .partial()
  .required({ name: true, headline: true, summary: true })
  .extend({
    url: z.string(),
    categories: texts.describe("Names; missing categories are created"),
    tags: texts,
    status: withheld.optional(),
    stars: z.int().nullable().default(null),
  });

export default defineTeamTool({
  name: "import_listings",
  actors: ["person", "key", "admin"],
  description:
    "Imports listings. New listings go live immediately; existing listings without an owner are updated. Refuses an invalid record without affecting the others.",
  rest: { method: "POST", path: "/team/listings/import" },
  scopes: ["team:content"],
  effect: "write",
  isAlwaysApproved: true,
  input: z.strictObject({
    records: z.array(importedListing),
    is_all_or_nothing: z.boolean().default(false).describe("Refuse all records if one is refused"),
    source_url: webUrl.nullable().default(null).describe("The page from which the records' facts were taken"),
    is_strict: z.boolean().describe("Refuse records with unknown categories instead of creating the categories"),
  }),
  output: z.strictObject({ outcomes: z.array(outcome), categories_made: z.array(z.string()) }),
  async run(
    { site, now, outbound },
    { records, source_url: sourceUrl, is_strict: isStrict, is_all_or_nothing: isAllOrNothing },
  ) {
    return async (tx, record) => {
      const created: string[] = [];
      const idsOf = await categoryFinder(tx, site.id, isStrict, created, records);
      const ready: ImportedListing[] = [];
      // Records with an invalid status or category are refused before anything is written.
      const refused = await outcomesOf(records, async ({ url, categories, tags, stars, status, ...fields }) => {
        if (status && (await listedByKey(tx, urlKey(url), site.id))?.siteId !== site.id)
          throw new RuleViolation(
            `its status is ${status}, but an import publishes new listings. Remove the record, or remove its status to publish the listing`,
          );
        const { name, headline, summary } = fields;
        if (fields.landing_url && !isLandingUrl(url, fields.landing_url))
          throw new RuleViolation("its landing_url is not an https URL on the domain of its url");
        checkFacts({ outbound }, fields, name);
        ready.push({
          company: { ...columnsOf("companies", fields), name, url, by: "import", sourceUrl },
          texts: { ...columnsOf("listings", fields), headline, summary },
          categoryIds: await idsOf(categories),
          tags,
          stars,
        });
        return "unchanged";
      });
      const fault = refused.findIndex((one) => typeof one !== "string");
      if (isAllOrNothing && fault >= 0)
        throw new Problem(
          "state_conflict",
          `${records[fault]!.url} ${(refused[fault] as { refused: string }).refused}.`,
        );
      const { changed, outcomes: saved } = await importListings(tx, site.id, ready, now.toISOString());
      const results = saved.values();
      const outcomes = refused.map((one) => (typeof one === "string" ? results.next().value! : one));
      if (changed.size + created.length > 0)
        record({
          subjects: [`site:${site.id}`, ...[...changed].map((id) => `listing:${id}` as const)],
          after: { ...countsOf(outcomes), categories_made: created },
        });
      return { outcomes, categories_made: created };
    };
  },
});

async function categoryFinder(
  tx: Tx,
  siteId: number,
  isStrict: boolean,
  created: string[],
  records: readonly { categories: string[] }[],
) {
  const named = new Map(records.flatMap(({ categories }) => categories).map((name) => [name, slugify(name)]));
  const known = await categoryIdsBySlugs(tx, siteId, [...new Set(named.values())]);
  async function idOf(name: string): Promise<number> {
    const slug = named.get(name)!;
    let id = known.get(slug);
    if (id === undefined) {
      if (isStrict) throw new RuleViolation(`the category "${name}" does not exist`);
      const saved = await importCategory(tx, siteId, { name, description: null }, created);
      if (saved.outcome === "created") created.push(slug);
      id = saved.id;
      known.set(slug, id);
    }
    return id;
  }
  return async (names: string[]): Promise<number[]> => {
    const ids = new Set<number>();
    for (const name of names) ids.add(await idOf(name));
    return [...ids];
  };
}
