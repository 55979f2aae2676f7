import * as z from "zod";
import { dismissPair, pairById } from "#db/queries/moderation/duplicates.ts";
import { notFound } from "../../core/errors/errors.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { alreadyDecided } from "../shared/already-decided.ts";

export default defineTeamTool({
  name: "dismiss_duplicate",
  description: "Closes a pair of similar listings that are about different products. The pair is not found again.",
  rest: { method: "POST", path: "/team/duplicates/{pair_id}/dismiss" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({ pair_id: z.int().min(1) }),
  output: z.strictObject({ pair_id: z.int() }),
  async run(context, { pair_id }) {
    const { site, now } = context;
    return async (tx, record) => {
      const pair = (await pairById(tx, site.id, pair_id)) ?? notFound("pair", pair_id);
      const { listingId, otherId, reason, score, dismissedAt } = pair;
      if (dismissedAt !== null)
        throw await alreadyDecided(tx, `listing:${listingId}`, "This pair is already dismissed.", dismissedAt);
      await dismissPair(tx, pair_id, now, accountOf(context).accountId);
      record({
        subjects: [`listing:${listingId}`, `listing:${otherId}`],
        before: { reason, score },
        after: { dismissed: true },
      });
      return { pair_id };
    };
  },
});
