import * as z from "zod";
import { judgeBallots } from "#db/queries/votes/ballots.ts";
import { filled, paragraphs } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { judgedVote, voteForDecision } from "./vote-for-decision.ts";

export default defineTeamTool({
  name: "exclude_vote",
  command: {
    name: "vote exclude <listing> <email>",
    description: "Exclude a vote from the count and show the voter the reason",
    site: "option",
    options: { slug: "listing" },
    done: (_output, { slug, email }) => `Excluded the vote of ${email} for ${slug}.`,
  },
  description:
    "Excludes a vote of the current week. The voter sees the reason, and the listing shows one more excluded vote.",
  rest: { method: "POST", path: "/team/votes/exclude" },
  scopes: ["team:review"],
  effect: "write",
  exactlyOne: ["account_id", "email"],
  input: z.strictObject({
    ...judgedVote,
    reason: filled(paragraphs(500)).describe("the reason, which the voter can read"),
  }),
  output: z.strictObject({ excluded: z.literal("team") }),
  async run(context, { reason, ...named }) {
    return async (tx, record) => {
      const { ballot, voter } = await voteForDecision(tx, context, named);
      const excluded = "team" as const;
      if ((await judgeBallots(tx, [{ ballot, excluded, note: reason }])) > 0)
        record({
          subjects: [`listing:${ballot.listingId}`, `account:${voter.id}`],
          before: { excluded: ballot.excluded },
          after: { excluded, reason },
        });
      return { excluded };
    };
  },
});
