import * as z from "zod";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { type EditRow, editById } from "#db/queries/listings/edits.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { stillPossible } from "../../launches/shared/still-possible.ts";
import { savePlan } from "../edits/make-edit.ts";
import { planTakeBack, sidesOf, type TakenBack } from "../edits/take-back.ts";
import { isFieldName } from "../shared/listing-values.ts";
import { notifyOfDecision } from "../shared/notify-owners.ts";

/**
 * Takes one edit back on all sites it reached: what it changed says again what it said before, as a new version. What
 * was changed again since is not overwritten: then nothing is done. The owners are told why.
 */
export default defineOperation({
  name: "revert_edit",
  actors: ["team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    change_id: z.int().min(1).describe("As in list_edits"),
    reason: filled(paragraphs(2000)).describe("What the owners read"),
  }),
  output: z.strictObject({ listing_id: z.int(), fields: z.array(z.string()) }),
  async run(context, { change_id, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const edit = (await editById(tx, site.id, change_id)) ?? notFound("edit", change_id);
      const { listingId, name, at } = edit;
      const companyId = (await companyOfListing(tx, listingId))!;
      const company = await companyWithListings(tx, companyId);
      const plan = planTakeBack(company, edit);
      requirePossible(edit, plan);
      for (const { id, siteId } of company.listings) {
        const own = plan.listings.get(id);
        const possible = own && (await stillPossible(tx, siteId, own));
        if (possible && Object.keys(possible).length > 0) plan.listings.set(id, possible);
        else plan.listings.delete(id);
      }
      const sides = sidesOf(company, listingId, plan);
      const entry = await savePlan(tx, company, listingId, { ...plan, ...sides }, now);
      if (!entry) throw nothingToTakeBack(edit);
      const fields = fieldsOf(plan);
      await notify(tx, context, { id: listingId, companyId, name }, at, fields, reason);
      record({ ...entry, after: { ...entry.after, takes_back: change_id, reason } });
      return { listing_id: listingId, fields };
    };
  },
});

const fieldsOf = ({ company, listings }: TakenBack) => [
  ...new Set([company, ...listings.values()].flatMap((said) => Object.keys(said))),
];

const labelOf = (field: string) => (isFieldName(field) ? listingFields[field].label : field);

const notify = (
  tx: Tx,
  context: Parameters<typeof notifyOfDecision>[1],
  listing: { id: number; companyId: number; name: string },
  at: string,
  fields: string[],
  reason: string,
) =>
  notifyOfDecision(tx, context, listing, {
    subject: `An edit of ${listing.name} was taken back`,
    what: `has taken back the edit of ${listing.name} of ${at.slice(0, 10)}.`,
    reason,
    whatNow: `As before the edit are again: ${fields.map(labelOf).join(", ")}.`,
  });

const nothingToTakeBack = ({ id }: EditRow) =>
  new Problem("state_conflict", `Edit ${id} changed nothing that could be put back.`);

/** Throws 409 for an edit that was taken back, or over which somebody has written since. */
function requirePossible(edit: EditRow, { changedSince, ...plan }: TakenBack): void {
  if (edit.takenBackAt !== null) throw new Problem("state_conflict", `Edit ${edit.id} was taken back already.`);
  if (fieldsOf({ changedSince, ...plan }).length === 0) throw nothingToTakeBack(edit);
  if (changedSince.length > 0)
    throw new Problem(
      "state_conflict",
      `Changed again since edit ${edit.id}: ${changedSince.map(labelOf).join(", ")}. Take the later edit back first.`,
    );
}
