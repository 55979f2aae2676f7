import * as z from "zod";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs, slug } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { tellDecision } from "../../listings/shared/tell-owners.ts";
import { endReports } from "../shared/end-reports.ts";

/**
 * What the team makes of the open reports of a listing: its owners are told what to mend, or nothing is wrong and they
 * are not told. Who reported it and left an address is told either way. Suspending a listing decides its reports by itself.
 */
export default defineOperation({
  name: "decide_reports",
  scopes: [],
  actors: ["team"],
  effect: "write",
  input: z.strictObject({
    slug,
    outcome: z.enum(["told", "dismissed"]),
    reason: filled(paragraphs(2000)),
    last_id: z.int().min(1).describe("The last one that was read"),
  }),
  output: z.strictObject({ closed: z.int() }),
  async run(context, { slug, outcome, reason, last_id: lastId }) {
    const { site } = context;
    return async (tx, record) => {
      const listing = (await judgedListing(tx, site.id, slug)) ?? notFound("listing", slug);
      const decidedBy = accountOf(context).accountId;
      const said = [outcomesSaid[outcome](listing.name), `The reason: ${reason}`];
      const closed = await endReports(tx, context, listing, { lastId, outcome, reason, decidedBy, said });
      if (closed === 0) throw new Problem("state_conflict", `No report of ${slug} is open any more.`);
      if (outcome === "told")
        await tellDecision(tx, context, listing, {
          subject: `${listing.name} was reported`,
          what: `has looked into what visitors reported about ${listing.name}. It stays as it is for now.`,
          reason,
          whatNow: "Please mend that on its page; the team sees every edit.",
        });
      record({ subjects: [`listing:${listing.id}`], before: { open: closed }, after: { outcome, reason } });
      return { closed };
    };
  },
});

const outcomesSaid = {
  told: (name: string) => `The owners of ${name} are told to mend it; it stays in the directory for now.`,
  dismissed: (name: string) => `${name} stays as it is: by what was found nothing is wrong with it.`,
};
