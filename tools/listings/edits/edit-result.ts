import * as z from "zod";
import { actionLines } from "../../core/errors/next-action.ts";
import { facts, lines } from "../../core/text/text.ts";
import { ownerListing } from "../shared/owner-records.ts";

// Not an enum: the input schema already lists the field names, and repeating them would cost tokens.
const field = z.string();

export const editedListing = z
  .strictObject({
    ...ownerListing.shape,
    changed: z.array(
      z.strictObject({
        site: z.string(),
        fields: z.array(field),
        skipped: z.array(z.strictObject({ field, why: z.string() })),
      }),
    ),
  })
  .meta({ id: "EditedListing" });

type EditedListing = z.output<typeof editedListing>;

export const compactEdit = {
  output: editedListing
    .pick({ id: true, site: true, status: true, version: true, changed: true, blockers: true })
    .meta({ id: "EditedListingBrief" }),
  from: ({ id, site, status, version, changed, blockers }: EditedListing) => ({
    id,
    site,
    status,
    version,
    changed,
    blockers,
  }),
};

export function editText({ id, site, status, version, changed, blockers }: EditedListing): string {
  return lines(
    `Listing ${id} on ${site}: status ${status}, version ${version}.`,
    changed.map(({ site, fields, skipped }) =>
      facts(
        `${site}: ${fields.length > 0 ? `changed ${fields.join(", ")}` : "nothing changed"}`,
        ...Map.groupBy(skipped, ({ why }) => why)
          .entries()
          .map(([why, all]) => `${all.map(({ field }) => field).join(", ")} skipped: ${why}`),
      ),
    ),
    blockers.map(({ reason, url }) => `Blocker: ${reason} ${url}`),
    actionLines(blockers.map(({ next_action }) => next_action)),
  );
}
