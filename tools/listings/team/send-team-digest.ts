import * as z from "zod";
import { chosenAgainAfter, editsAfter, setToldChange, toldChange } from "#db/queries/listings/edits.ts";
import { answeredAfter } from "#db/queries/moderation/decisions.ts";
import { reportedAfter } from "#db/queries/moderation/reports.ts";
import { flaggedAfter } from "#db/queries/moderation/text-flags.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { teamReason } from "../../core/text/mail-reasons.ts";
import { toEdit } from "./list-edits.ts";
import { maxEdits, teamDigest } from "./team-digest.ts";

/**
 * Saves the email and its log position in one transaction, so nothing is sent twice. The first digest lists all open
 * reports and flags, but no earlier edits.
 */
export default defineOperation({
  name: "send_team_digest",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ edits: z.int().describe("Number of edits in the digest") }),
  async run(context) {
    const { site, urls, teamEmail, mail } = context;
    return async (tx, record) => {
      if (teamEmail === null) return { edits: 0 };
      const { told, latest } = await toldChange(tx, site.id);
      const last = told ?? latest;
      const { rows, total } = await editsAfter(tx, site.id, { after: last, but: "revert_edit", limit: maxEdits });
      const chosenAgain = await chosenAgainAfter(tx, site.id, last, "choose_free_listing");
      const reported = await reportedAfter(tx, site.id, told ?? 0, "report_listing");
      const answered = await answeredAfter(tx, site.id, last, "answer_decision");
      const flagged = await flaggedAfter(tx, site.id, told ?? 0, "flag_texts");
      const isEmpty = total + chosenAgain.length + reported.length + answered.length + flagged === 0;
      if (isEmpty && told !== null) return { edits: 0 };
      await setToldChange(tx, site.id, latest);
      const digest = teamDigest({ edits: rows.map(toEdit), total }, { chosenAgain, reported, answered, flagged }, urls);
      if (!isEmpty) await mail(tx, teamEmail, { greeting: "", ...digest, reason: teamReason(site) });
      record({
        subjects: [`site:${site.id}`],
        before: { told_change_id: told },
        after: { told_change_id: latest, edits: total },
      });
      return { edits: total };
    };
  },
});
