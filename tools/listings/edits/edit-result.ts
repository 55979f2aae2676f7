import * as z from "zod";
import { actionLines } from "../../core/errors/next-action.ts";
import { facts, lines, wouldBe } from "../../core/text/text.ts";
import { readMyListing } from "../shared/own-listing.ts";
import { ownerListing } from "../shared/owner-records.ts";
import { isNotCopied } from "./plan-edit.ts";
import { changeText, cutEntries, textChange } from "./text-changes.ts";

// Not an enum: the input schema already lists the field names, and repeating them would cost tokens.
const field = z.string();

const changedSite = z.strictObject({
  site: z.string(),
  fields: z.array(field),
  skipped: z.array(z.strictObject({ field, why: z.string() })),
  changes: z.array(textChange.extend({ lost: z.array(z.string()).describe("Removed entries of a list") })),
});

export const editedListing = z
  .strictObject({ ...ownerListing.shape, changed: z.array(changedSite) })
  .meta({ id: "EditedListing" });

type EditedListing = z.output<typeof editedListing>;

const maxLength = 200;
const isDryRun = (edit: object) => "dry_run" in edit;

/** Only a dry run returns all texts, because the caller of an edit knows what it sent, but not what a list lost. */
const toldChanges = (edit: object, changes: z.output<typeof changedSite>["changes"]) =>
  isDryRun(edit) ? changes : changes.filter(({ lost }) => lost.length > 0);

export const compactEdit = {
  output: editedListing
    .pick({ id: true, site: true, status: true, version: true })
    .extend({ changed: z.array(changedSite.partial({ changes: true })) })
    .meta({ id: "EditedListingBrief" }),
  from: (edit: EditedListing) => ({
    id: edit.id,
    site: edit.site,
    status: edit.status,
    version: edit.version,
    changed: edit.changed.map(({ changes, ...one }) => {
      const told = toldChanges(edit, changes).map((each) => cutEntries(each, maxLength));
      return isDryRun(edit) || told.length > 0 ? { ...one, changes: told } : one;
    }),
  }),
};

export function editText(edit: EditedListing): string {
  const { id, site, status, version, changed, sites } = edit;
  const done = wouldBe(edit, "changed", "would change");
  return lines(
    `Listing ${id} on ${site}: status ${status}, ${wouldBe(edit, "version", "would be version")} ${version}.`,
    changed.flatMap(({ site, fields, skipped, changes }) => [
      facts(
        `${site}: ${fields.length > 0 ? `${done} ${fields.join(", ")}` : "nothing changed"}`,
        ...Map.groupBy(skipped, ({ why }) => why)
          .entries()
          .map(([why, all]) => `${all.map(({ field }) => field).join(", ")} skipped: ${why}`),
      ),
      ...toldChanges(edit, changes).map((each) => {
        const lost = each.lost.length > 0 && `lost: ${each.lost.join("; ")}`;
        if (!isDryRun(edit)) return `${each.field}, replaced or removed: ${each.lost.join("; ")}`;
        // The text of a change that only removes entries shows them already.
        return facts(changeText(cutEntries(each, maxLength)), each.after !== "" && lost);
      }),
      notCopiedText(site, skipped, sites),
    ]),
    changed[0]!.fields.length > 0 &&
      !isDryRun(edit) &&
      `To undo this, send revert_to ${version - 1}${changed.length > 1 ? " and the same apply_to, if any" : ""}.`,
    status !== "live" && actionLines([readMyListing(id, "See what the listing still needs to go live.")]),
  );
}

function notCopiedText(key: string, skipped: z.output<typeof changedSite>["skipped"], sites: EditedListing["sites"]) {
  const fields = skipped.filter(({ why }) => why === isNotCopied).map(({ field }) => field);
  const other = sites.find(({ site }) => site === key);
  return (
    fields.length > 0 &&
    other &&
    `To change ${fields.join(", ")} on ${key}, send the new values with listing_id ${other.listing_id} to update_my_listing.`
  );
}
