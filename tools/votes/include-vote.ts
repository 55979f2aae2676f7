import * as z from "zod";
import { exclusionOf, judgeBallots } from "#db/queries/votes/ballots.ts";
import { exclusions } from "#db/schema/vocabulary.ts";
import { filled, paragraphs } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { exclusionWords } from "./shared/rules.ts";
import { judgedVote, voteForDecision } from "./vote-for-decision.ts";

/** Ends an exclusion. The vote counts again, unless it is excluded for another reason. */
export default defineTeamTool({
  name: "include_vote",
  command: {
    name: "vote include <listing> <email>",
    description: "Include an excluded vote in the count again",
    site: "option",
    options: { slug: "listing" },
    done: ({ excluded }, { slug, email }) =>
      excluded === null
        ? `Included the vote of ${email} for ${slug} again.`
        : `The vote of ${email} for ${slug} still does not count: ${exclusionWords[excluded]}.`,
  },
  description: "Counts a vote again that the team had excluded.",
  rest: { method: "POST", path: "/team/votes/include" },
  scopes: ["team:review"],
  effect: "write",
  exactlyOne: ["account_id", "email"],
  input: z.strictObject({ ...judgedVote, reason: filled(paragraphs(500)).describe("the reason, for the audit log") }),
  output: z.strictObject({ excluded: z.enum(exclusions).nullable() }),
  async run(context, { reason, ...named }) {
    return async (tx, record) => {
      const { ballot, voter } = await voteForDecision(tx, context, named);
      if (ballot.excluded !== "team") return { excluded: ballot.excluded };
      const excluded = exclusionOf(voter, context.now);
      await judgeBallots(tx, [{ ballot, excluded }]);
      record({
        subjects: [`listing:${ballot.listingId}`, `account:${voter.id}`],
        before: { excluded: "team", reason: ballot.note },
        after: { excluded, reason },
      });
      return { excluded };
    };
  },
});
