import * as z from "zod";
import { nameKey } from "#db/queries/listings/slugs.ts";
import { findSubject, saveSubject, subjectBySlug } from "#db/queries/listings/subjects.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import { outcome } from "../../core/calls/batch.ts";
import { notFound } from "../../core/errors/errors.ts";
import { filled, line, slug, webUrl } from "../../core/input/fields.ts";
import { differences } from "../../core/operations/differences.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

const name = filled(line(listingFields.alternative_to.entry.max)).refine(
  (text) => nameKey(text) !== "",
  "must contain a letter or a digit",
);

/** The facts of a subject, as an import has them. */
export const subjectFacts = {
  name,
  url: webUrl.nullable().optional().describe("URL; only a listing of this domain takes over its page"),
  also_known_as: z.array(name).max(20).optional().describe("other names"),
};

export default defineTeamTool({
  name: "save_subject",
  actors: ["person", "key", "admin"],
  description:
    "Creates a subject, or changes the given fields of the one with this slug or name. Subjects with one of the other names are merged into it for good, and their URLs redirect. A subject has a public page while a live listing names it.",
  rest: { method: "POST", path: "/team/subjects" },
  scopes: ["team:content"],
  effect: "write",
  isAlwaysApproved: true,
  input: z.strictObject({ slug: slug.optional().describe("slug of the subject to change"), ...subjectFacts }),
  output: z.strictObject({ slug: z.string(), outcome }),
  async run({ site }, { slug, name: written, ...given }) {
    return async (tx, record) => {
      const known =
        slug === undefined
          ? await findSubject(tx, site.id, written)
          : ((await subjectBySlug(tx, site.id, slug)) ?? notFound("subject", slug));
      // An import may know a subject by another of its names.
      const isOtherName = slug === undefined && known !== null && nameKey(known.name) !== nameKey(written);
      const name = isOtherName ? known.name : written;
      const before = { name: known?.name ?? null, url: known?.url ?? null, also_known_as: known?.alsoKnownAs ?? [] };
      const after = { ...before, ...given, name };
      const { before: was, after: changed } = differences(before, after);
      if (known && Object.keys(changed).length === 0) return { slug: known.slug, outcome: "unchanged" as const };
      const product = { name, url: after.url, alsoKnownAs: after.also_known_as };
      const { id, merged, ...saved } = await saveSubject(tx, site.id, known, product);
      record({
        subjects: [`subject:${id}`, ...merged.map((one) => `subject:${one.id}` as const)],
        ...(known && { before: was }),
        after: { ...changed, ...(merged.length > 0 && { merged: merged.map(({ name }) => name) }) },
      });
      return { slug: saved.slug, outcome: known ? ("updated" as const) : ("created" as const) };
    };
  },
});
