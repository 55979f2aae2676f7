import * as z from "zod";
import { applyUndo, type UndoPart, undoOf } from "#db/queries/moderation/decision-undos.ts";
import { openReview } from "#db/queries/moderation/reviews.ts";
import { Problem } from "../../core/errors/errors.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { siteRules } from "../../site/shared/rules.ts";

const partWords: Record<UndoPart, string> = {
  listing: "the listing's status or launch week",
  decisions: "a decision about it",
  reports: "its reports",
  flags: "its flagged texts",
};

function placeTaken(error: Error): never {
  if (!String(error).includes("no free place left")) throw error;
  throw new Problem(
    "state_conflict",
    "This decision cannot be undone, because another listing now has the launch place.",
  );
}

export default defineTeamTool({
  name: "undo_decision",
  description:
    "Takes back a decision within ten minutes: the listing, its reports and flags are as before, and no email is sent. get_team_inbox lists these decisions.",
  rest: { method: "POST", path: "/team/undo/{change_id}" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({ change_id: z.int().min(1) }),
  output: z.strictObject({ listing_id: z.int() }),
  async run({ site, now }, { change_id }) {
    return async (tx, record) => {
      const undo = await undoOf(tx, site.id, change_id);
      if (!undo || undo.until <= now.toISOString())
        throw new Problem(
          "state_conflict",
          "This decision can no longer be undone: its emails have been sent, or a member has already undone it. The audit log shows what happened.",
        );
      const changed = await applyUndo(tx, change_id, undo, now).catch(placeTaken);
      if (changed.length > 0)
        throw new Problem(
          "state_conflict",
          `This decision cannot be undone, because something has changed since: ${changed.map((one) => partWords[one]).join(", ")}.`,
        );
      // A refusal ends the review, so the listing needs it again.
      await openReview(tx, { id: undo.listingId, siteId: site.id }, siteRules(site.settings).review.mode, now);
      record({ subjects: [`listing:${undo.listingId}`], after: { undone: change_id } });
      return { listing_id: undo.listingId };
    };
  },
});
