import * as z from "zod";
import { chosenAgainAfter, editsAfter, setToldChange, toldChange } from "#db/queries/listings/edits.ts";
import { answeredAfter } from "#db/queries/moderation/decisions.ts";
import { reportedAfter } from "#db/queries/moderation/reports.ts";
import { markedAfter } from "#db/queries/moderation/text-marks.ts";
import { defineOperation } from "../../core/operations/define.ts";
import revertEdit from "../owner/revert-edit.ts";
import { toEdit } from "./list-edits.ts";
import { mostEdits, teamDigest } from "./team-digest.ts";

// Operations of other subjects go by their names.
const answerDecision = "answer_decision";
const chooseFreeListing = "choose_free_listing";
const reportListing = "report_listing";
const markTexts = "mark_texts";

/**
 * Writes to the team of all that was edited, reported, answered and marked on a site since it was last written to, but
 * for what it took back itself.
 * How far it was told moves on with the mail, so nothing is told twice; it begins with what comes after the first time.
 */
export default defineOperation({
  name: "tell_team",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ edits: z.int().describe("How many were told of") }),
  async run(context) {
    const { site, urls, teamEmail, mail } = context;
    return async (tx, record) => {
      if (teamEmail === null) return { edits: 0 };
      const { told, latest } = await toldChange(tx, site.id);
      if (told === null) {
        await setToldChange(tx, site.id, latest);
        record({ subjects: [`site:${site.id}`], after: { told_change_id: latest } });
        return { edits: 0 };
      }
      const news = { after: told, but: revertEdit.name, limit: mostEdits };
      const { rows, total } = await editsAfter(tx, site.id, news);
      const chosenAgain = await chosenAgainAfter(tx, site.id, told, chooseFreeListing);
      const reported = await reportedAfter(tx, site.id, told, reportListing);
      const answered = await answeredAfter(tx, site.id, told, answerDecision);
      const marked = await markedAfter(tx, site.id, told, markTexts);
      if (total + chosenAgain.length + reported.length + answered.length + marked === 0) return { edits: 0 };
      await setToldChange(tx, site.id, latest);
      const digest = teamDigest({ edits: rows.map(toEdit), total }, { chosenAgain, reported, answered, marked }, urls);
      await mail(tx, teamEmail, { greeting: "", ...digest });
      record({
        subjects: [`site:${site.id}`],
        before: { told_change_id: told },
        after: { told_change_id: latest, edits: total },
      });
      return { edits: total };
    };
  },
});
