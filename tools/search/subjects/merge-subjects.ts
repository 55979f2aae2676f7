import * as z from "zod";
import { mergeSubject, subjectBySlug } from "#db/queries/listings/subjects.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "merge_subjects",
  description:
    "Merges a subject into another one of the same product. Its names become other names of that one, and its URL redirects. This cannot be undone.",
  rest: { method: "POST", path: "/team/subjects/{slug}/merge" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
  input: z.strictObject({
    slug: slug.describe("slug of the subject that remains"),
    merged: slug.describe("slug of the subject that is merged into it"),
  }),
  output: z.strictObject({ slug: z.string(), merged: z.string() }),
  async run({ site }, { slug, merged }) {
    return async (tx, record) => {
      if (slug === merged) invalid("merged", "same_subject", "must be another subject than slug");
      const to = (await subjectBySlug(tx, site.id, slug)) ?? notFound("subject", slug);
      const from = (await subjectBySlug(tx, site.id, merged)) ?? notFound("subject", merged);
      await mergeSubject(tx, site.id, from, to);
      const before = { name: from.name, url: from.url, also_known_as: from.alsoKnownAs };
      record({ subjects: [`subject:${from.id}`, `subject:${to.id}`], before, after: { merged_into: slug } });
      return { slug, merged };
    };
  },
});
