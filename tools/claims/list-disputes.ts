import * as z from "zod";
import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { disputeCases } from "#db/queries/claims/disputes.ts";
import { claimMethods, disputeStatuses } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { offsetOf, pageFrom, pageInput, pageOf } from "../core/lists/pagination.ts";
import { emailFor } from "../core/operations/actor.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { verifiedOwners } from "./grant-ownership.ts";

const person = z.strictObject({ id: z.int(), name: z.string(), email: z.string().nullable() });

export default defineTeamTool({
  name: "list_disputes",
  description: "Lists claims of listings that have another verified owner, open ones first.",
  rest: { method: "GET", path: "/team/disputes" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({ status: z.enum(disputeStatuses).optional(), ...pageInput }),
  output: pageOf(
    z.strictObject({
      dispute_id: z.int(),
      status: z.enum(disputeStatuses),
      reason: z.string().nullable(),
      slug: z.string(),
      name: z.string(),
      url: z.string(),
      method: z.enum(claimMethods),
      claimant: person,
      owners: z.array(person),
      opened_at: time,
      proved_at: time.nullable(),
      last_error: z.string().nullable(),
      decided_at: time.nullable(),
    }),
  ),
  async run({ read, site, actor }, { status, ...page }) {
    const { rows, total } = await disputeCases(read, site.id, status, { limit: page.per_page, offset: offsetOf(page) });
    const shown = ({ id, name, email }: { id: number; name: string; email: string }) => ({
      id,
      name,
      email: emailFor(actor, email),
    });
    const items = [];
    for (const { dispute, claim, account } of rows) {
      const listing = await listingOfClaim(read, claim);
      items.push({
        dispute_id: dispute.id,
        status: dispute.status,
        reason: dispute.reason,
        slug: claim.slug,
        name: listing?.name ?? claim.slug,
        url: claim.url,
        method: claim.method,
        claimant: shown(account),
        owners: listing ? (await verifiedOwners(read, listing.companyId, account.id)).map(shown) : [],
        opened_at: dispute.openedAt,
        proved_at: claim.provedAt,
        last_error: claim.errorMessage,
        decided_at: dispute.decidedAt,
      });
    }
    return pageFrom(items, total, page);
  },
});
