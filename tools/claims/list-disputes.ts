import * as z from "zod";
import { listedDisputes } from "#db/queries/claims/disputes.ts";
import { claimMethods, disputeStatuses } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { emailFor } from "../core/operations/actor.ts";
import { defineCaseList } from "../moderation/shared/case-list.ts";

const person = z.strictObject({ id: z.int(), name: z.string(), email: z.string().nullable() });

export default defineCaseList({
  name: "list_disputes",
  description: "Lists claims of listings that have another verified owner.",
  path: "/team/disputes",
  kinds: claimMethods,
  sort: "oldest",
  item: {
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
  },
  find: listedDisputes,
  toItem({ status, reason, slug, name, url, method, claimant, owners, ...row }, { actor }) {
    const shown = <Person extends typeof claimant>(one: Person) => ({ ...one, email: emailFor(actor, one.email) });
    return {
      ...{ status, reason, slug, name, url, method },
      dispute_id: row.itemId,
      claimant: shown(claimant),
      owners: owners.map(shown),
      opened_at: row.openedAt,
      proved_at: row.provedAt,
      last_error: row.lastError,
      decided_at: row.decidedAt,
    };
  },
});
