import * as z from "zod";
import { exclusionOf, judgeBallots } from "#db/queries/votes/ballots.ts";
import { exclusions } from "#db/schema/vocabulary.ts";
import { filled, paragraphs } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { judgedVote, voteToJudge } from "./vote-to-judge.ts";

/** Takes back that the team excluded a vote: for a reason that is kept: it counts again, unless something else is against that. */
export default defineOperation({
  name: "include_vote",
  actors: ["admin", "team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ ...judgedVote, reason: filled(paragraphs(500)).describe("Kept in the log of changes") }),
  output: z.strictObject({ excluded: z.enum(exclusions).nullable() }),
  async run(context, { reason, ...named }) {
    return async (tx, record) => {
      const { ballot, voter } = await voteToJudge(tx, context, named);
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
