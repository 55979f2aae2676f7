import * as z from "zod";
import { reportsClosedAt } from "#db/queries/moderation/reports.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { filled, paragraphs, slug } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOfDecision } from "../../listings/shared/notify-owners.ts";
import { alreadyDecided } from "../shared/already-decided.ts";
import { endReports } from "../shared/end-reports.ts";

/**
 * If reports are dismissed, the owners get no email. Reporters who left an email address are always told the outcome.
 */
export default defineTeamTool({
  name: "decide_reports",
  description:
    "Closes the open reports on a listing: asks the owners to fix it, or finds nothing wrong. To suspend the listing instead, use suspend_listing.",
  rest: { method: "POST", path: "/team/listings/{slug}/reports/decision" },
  scopes: ["team:review"],
  effect: "write",
  undoListing: async ({ read, site }, { slug }) => (await judgedListing(read, site.id, slug))?.id ?? null,
  input: z.strictObject({
    slug,
    outcome: z.enum(["told", "dismissed"]),
    reason: filled(paragraphs(2000)),
    last_id: z.int().min(1).describe("Id of the last report that was read"),
  }),
  output: z.strictObject({ closed: z.int() }),
  async run(context, { slug, outcome, reason, last_id: lastId }) {
    const { site } = context;
    return async (tx, record) => {
      const listing = (await judgedListing(tx, site.id, slug)) ?? notFound("listing", slug);
      const decidedBy = accountOf(context).accountId;
      const result = [results[outcome](listing.name), `Reason: ${reason}`];
      const closed = await endReports(tx, context, listing, { lastId, outcome, reason, decidedBy, result });
      if (closed === 0) {
        const at = await reportsClosedAt(tx, listing.id, lastId);
        throw await alreadyDecided(tx, `listing:${listing.id}`, `These reports on ${slug} are already closed.`, at);
      }
      if (outcome === "told")
        await notifyOfDecision(tx, context, listing, {
          subject: `${listing.name} was reported`,
          what: `has reviewed the reports from visitors about ${listing.name}. The listing stays public for now.`,
          reason,
          whatNow: "Please fix the problem on the listing's page. The team sees every edit.",
        });
      record({ subjects: [`listing:${listing.id}`], before: { open: closed }, after: { outcome, reason } });
      return { closed };
    };
  },
});

const results = {
  told: (name: string) =>
    `The team asked the owners of ${name} to fix the problem. The listing stays in the directory for now.`,
  dismissed: (name: string) => `${name} stays unchanged. The review found nothing wrong with it.`,
};
