import * as z from "zod";
import { flagCase, saveFlagOutcome } from "#db/queries/moderation/text-flags.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOfDecision } from "../../listings/shared/notify-owners.ts";
import { alreadyDecided } from "../shared/already-decided.ts";

export default defineTeamTool({
  name: "decide_flag",
  description:
    "Decides a flagged text: asks the owners to fix it, or closes the flag. To suspend the listing instead, use suspend_listing.",
  rest: { method: "POST", path: "/team/flags/{flag_id}/decision" },
  scopes: ["team:review"],
  effect: "write",
  undoListing: async ({ read, site }, { flag_id }) => (await flagCase(read, site.id, flag_id))?.listingId ?? null,
  input: z.strictObject({
    flag_id: z.int().min(1),
    outcome: z.enum(["told", "dismissed"]),
    reason: filled(paragraphs(2000)),
  }),
  output: z.strictObject({ flag_id: z.int() }),
  async run(context, { flag_id, outcome, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const flag = (await flagCase(tx, site.id, flag_id)) ?? notFound("flag", flag_id);
      const { source, listingId, slug, name, field, sentence } = flag;
      const subject = source === "listing" ? (`listing:${listingId!}` as const) : (`post:${slug}` as const);
      if (flag.outcome !== null) {
        const state = flag.outcome === "gone" ? "closed, because its text no longer exists" : "already decided";
        throw await alreadyDecided(tx, subject, `This flag is ${state}.`, flag.decidedAt);
      }
      if (outcome === "told" && source === "post")
        invalid(
          "outcome",
          "invalid",
          "must be “dismissed” for a flag on one of the site's own posts; to remove the flag, edit the post",
        );
      await saveFlagOutcome(tx, flag_id, { outcome, reason, decidedBy: accountOf(context).accountId }, now);
      const mail = {
        subject: `Please change some text in ${name}`,
        what: `has reviewed some text in the listing ${name} (${field}): “${sentence}” An automated scan flagged this text, and a member of the team decided that it should be changed.`,
        reason,
        whatNow: "Please change the text on the listing's page. The team sees every edit.",
      };
      if (outcome === "told") await notifyOfDecision(tx, context, { id: listingId!, name }, mail);
      record({
        subjects: [subject],
        before: { flagged: [{ field, sentence }] },
        after: { outcome, reason },
      });
      return { flag_id };
    };
  },
});
