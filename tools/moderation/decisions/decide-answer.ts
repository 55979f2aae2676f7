import * as z from "zod";
import { decisionCase, saveDecisionOutcome } from "#db/queries/moderation/decisions.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { answerOutcomes, listingStatuses } from "#db/schema/vocabulary.ts";
import { notFound } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { alreadyDecided } from "../shared/already-decided.ts";
import { bringBack, restoredWords } from "../shared/hidden-listings.ts";
import { redressElsewhere } from "../shared/redress.ts";

/** Decides an owner's answer. The owners get the reason (Regulation (EU) 2022/2065, article 20(4) to (6)). */
export default defineTeamTool({
  name: "decide_answer",
  description: "Upholds or reverses a decision after the owners answered it. The owners get the reason by email.",
  rest: { method: "POST", path: "/team/decisions/{decision_id}/outcome" },
  scopes: ["team:review"],
  effect: "write",
  undoListing: async ({ read, site }, { decision_id }) =>
    (await decisionCase(read, site.id, decision_id))?.listingId ?? null,
  input: z.strictObject({
    decision_id: z.int().min(1),
    outcome: z.enum(answerOutcomes),
    reason: filled(paragraphs(2000)),
  }),
  output: z.strictObject({ slug: z.string(), status: z.enum(listingStatuses) }),
  async run(context, { decision_id, outcome, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const decision = (await decisionCase(tx, site.id, decision_id)) ?? notFound("decision", decision_id);
      const { slug, name, answer } = decision;
      const listing = (await judgedListing(tx, site.id, slug))!;
      const at = decision.outcomeAt ?? listing.statusChangedAt;
      if (decision.isStanding === 0 || answer === null)
        throw await alreadyDecided(tx, `listing:${listing.id}`, `No answer about ${name} is waiting.`, at);
      await saveDecisionOutcome(tx, decision_id, { outcome, reason, by: accountOf(context).accountId }, now);
      const status = outcome === "reversed" ? (await bringBack(tx, listing, now)).status : listing.status;
      const isUpheld = status === listing.status;
      const result = isUpheld
        ? `upheld: ${name} stays ${status}.`
        : `reversed: ${name} is restored. ${restoredWords[status as keyof typeof restoredWords]}`;
      await notifyOwners(tx, context, listing, {
        subject: isUpheld ? `The decision about ${name} is upheld` : `${name} is restored`,
        paragraphs: [
          `A member of the ${site.name} team has read your answer. The decision is ${result}`,
          `Reason: ${reason}`,
          ...(isUpheld ? [redressElsewhere] : []),
        ],
      });
      record({
        subjects: [`listing:${listing.id}`],
        before: { status: listing.status, answer },
        after: { status, outcome, reason },
      });
      return { slug, status };
    };
  },
});
