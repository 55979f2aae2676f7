import * as z from "zod";
import { decisionCase, settleDecision } from "#db/queries/moderation/decisions.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { answerOutcomes, listingStatuses } from "#db/schema/vocabulary.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { tellOwners } from "../../listings/shared/tell-owners.ts";
import { redressElsewhere } from "../shared/redress.ts";
import { bringBack, restoredWords } from "./bring-back.ts";

/**
 * The team's word to the answer of an owner: the decision is upheld, or reversed, which brings the listing back. The
 * owners are told with the reason (Regulation (EU) 2022/2065, article 20(4) to (6)).
 */
export default defineOperation({
  name: "settle_answer",
  scopes: [],
  actors: ["team"],
  effect: "write",
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
      if (decision.isStanding === 0 || answer === null)
        throw new Problem("state_conflict", `No answer to this decision about ${name} waits any more.`);
      const listing = (await judgedListing(tx, site.id, slug))!;
      await settleDecision(tx, decision_id, { outcome, reason, by: accountOf(context).accountId }, now);
      const status = outcome === "reversed" ? await bringBack(tx, listing, now) : listing.status;
      const came =
        status === listing.status
          ? `upheld: ${name} stays ${status}.`
          : `reversed: ${name} is restored. ${restoredWords[status as keyof typeof restoredWords]}`;
      await tellOwners(tx, context, listing, {
        subject: status === listing.status ? `The decision about ${name} stands` : `${name} is restored`,
        paragraphs: [
          `A person of the team of ${site.name} has read your answer. The decision is ${came}`,
          `The reason: ${reason}`,
          ...(status === listing.status ? [redressElsewhere] : []),
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
