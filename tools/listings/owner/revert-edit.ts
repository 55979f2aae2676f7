import * as z from "zod";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { type EditRow, editById } from "#db/queries/listings/edits.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { dayWords } from "../../core/text/text.ts";
import { stillPossible } from "../../launches/shared/still-possible.ts";
import { alreadyDecided } from "../../moderation/shared/already-decided.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { planRevert, type RevertPlan } from "../edits/plan-revert.ts";
import { notifyOfDecision } from "../shared/notify-owners.ts";

/** Reverts an edit. Throws 409 if one of its fields has been changed again since. */
export default defineTeamTool({
  name: "revert_edit",
  description: "Restores the texts that an edit changed, as a new version.",
  rest: { method: "POST", path: "/team/edits/{change_id}/revert" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({
    change_id: z.int().min(1).describe("From list_edits"),
    reason: filled(paragraphs(2000)).describe("Reason that is sent to the owners"),
  }),
  output: z.strictObject({ listing_id: z.int(), fields: z.array(z.string()) }),
  async run(context, { change_id, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const edit = (await editById(tx, site.id, change_id)) ?? notFound("edit", change_id);
      const { listingId, name, at } = edit;
      const company = await companyWithListings(tx, (await companyOfListing(tx, listingId))!);
      const plan = planRevert(company, edit);
      if (edit.takenBackAt !== null)
        throw await alreadyDecided(tx, `listing:${listingId}`, "This edit is already reverted.", edit.takenBackAt);
      requirePossible(edit, plan);
      plan.company = await stillPossible(tx, site.id, plan.company);
      for (const { id, siteId } of company.listings) {
        const own = plan.listings.get(id);
        const possible = own && (await stillPossible(tx, siteId, own));
        if (possible && Object.keys(possible).length > 0) plan.listings.set(id, possible);
        else plan.listings.delete(id);
      }
      const fields = { ...plan.company, ...plan.listings.get(listingId) };
      const elsewhere = Object.fromEntries(plan.listings);
      const copyTo = new Set(plan.listings.keys());
      const request = { listingId, fields, copyTo, elsewhere, by: "team" as const };
      const { entry } = await makeEdit(tx, company, request, now);
      if (!entry) throw nothingToRevert(edit);
      const reverted = fieldsOf(plan);
      const mail = {
        subject: `An edit to ${name} was reverted`,
        what: `reverted the edit that was made to ${name} on ${dayWords(at)}.`,
        reason,
        whatNow: `We restored these fields: ${reverted.map(labelOf).join(", ")}.`,
      };
      await notifyOfDecision(tx, context, { id: listingId, name }, mail);
      record({ ...entry, after: { ...entry.after, takes_back: change_id, reason } });
      return { listing_id: listingId, fields: reverted };
    };
  },
});

const fieldsOf = ({ company, listings }: RevertPlan) => [
  ...new Set([company, ...listings.values()].flatMap((values) => Object.keys(values))),
];

const nothingToRevert = ({ id }: EditRow) =>
  new Problem("state_conflict", `Edit ${id} contains no change that can be reverted.`);

function requirePossible(edit: EditRow, { changedSince, ...plan }: RevertPlan): void {
  if (fieldsOf({ changedSince, ...plan }).length === 0) throw nothingToRevert(edit);
  if (changedSince.length > 0)
    throw new Problem(
      "state_conflict",
      `These fields have changed since edit ${edit.id}: ${changedSince.map(labelOf).join(", ")}. Revert the later edits first.`,
    );
}
