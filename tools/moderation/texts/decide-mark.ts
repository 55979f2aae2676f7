import * as z from "zod";
import { judgeMark, markCase } from "#db/queries/moderation/text-marks.ts";
import { invalid, notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { tellDecision } from "../../listings/shared/tell-owners.ts";

/**
 * What the team makes of a marked sentence: the owners of the listing are told to mend it, or nothing is wrong and it is
 * not marked again. Suspending a listing decides its marks by itself.
 */
export default defineOperation({
  name: "decide_mark",
  scopes: [],
  actors: ["team"],
  effect: "write",
  input: z.strictObject({
    mark_id: z.int().min(1),
    outcome: z.enum(["told", "dismissed"]),
    reason: filled(paragraphs(2000)),
  }),
  output: z.strictObject({ mark_id: z.int() }),
  async run(context, { mark_id, outcome, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const mark = (await markCase(tx, site.id, mark_id)) ?? notFound("mark", mark_id);
      if (mark.outcome !== null)
        throw new Problem("state_conflict", "This mark is decided already, or its text is gone.");
      const { source, listingId, companyId, slug, name, field, sentence } = mark;
      if (outcome === "told" && source === "post")
        invalid("outcome", "invalid", "must be dismissed for a post of the site's own: edit it, and the mark goes");
      await judgeMark(tx, mark_id, { outcome, reason, decidedBy: accountOf(context).accountId }, now);
      if (outcome === "told")
        await tellDecision(
          tx,
          context,
          { id: listingId!, companyId: companyId! },
          {
            subject: `A text of ${name} is to be changed`,
            what: `has read a text of ${name} (${field}): “${sentence}” A program marked it, and a person decided.`,
            reason,
            whatNow: "Please change it on its page; the team sees every edit.",
          },
        );
      record({
        subjects: [source === "listing" ? `listing:${listingId!}` : `post:${slug}`],
        before: { marked: [{ field, sentence }] },
        after: { outcome, reason },
      });
      return { mark_id };
    };
  },
});
