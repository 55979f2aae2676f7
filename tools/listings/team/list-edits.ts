import * as z from "zod";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type EditRow, editsOfSite } from "#db/queries/listings/edits.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { partOf } from "../edits/versions.ts";
import { isFieldName } from "../shared/listing-values.ts";

const author = z.strictObject({
  account_id: z.int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable().describe("Null where the account is gone, or where it was nobody's"),
  via: z.string(),
  through: z.string().nullable().describe("Name of the app or key"),
});

export const editRecord = z.strictObject({
  change_id: z.int(),
  at: time,
  action: z.string(),
  by: author,
  listing: z.strictObject({ id: z.int(), slug: z.string(), name: z.string() }),
  fields: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  taken_back: z.strictObject({ at: time, reason: z.string() }).nullable(),
});

/** The edits that changed what a site's listings say, latest first, for the people who run it. */
export default defineOperation({
  name: "list_edits",
  actors: ["team"],
  scopes: [],
  effect: "read",
  input: z.strictObject({
    slug: z.string().trim().max(120).optional().describe("Only of this listing"),
    email: z.string().trim().toLowerCase().max(254).optional().describe("Only by this account"),
    before: z.int().min(1).optional().describe("Only those before this change"),
    per_page: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    items: z.array(editRecord),
    older: z.int().nullable().describe("What `before` is for the next ones; null where there are none"),
  }),
  async run({ read, site }, { slug, email, before = Number.MAX_SAFE_INTEGER, per_page: limit }) {
    const listing = slug ? await statusBySlug(read, site.id, slug) : undefined;
    const account = email ? ((await accountByEmail(read, email)) ?? null) : undefined;
    if (listing === null || account === null) return { items: [], older: null };
    const only = { listingId: listing?.id, accountId: account?.id };
    const rows = await editsOfSite(read, site.id, { before, limit: limit + 1 }, only);
    const items = rows.slice(0, limit).map(toEdit);
    return { items, older: rows.length > limit ? items.at(-1)!.change_id : null };
  },
});

/** An edit as far as it is one of the listing that it is shown at. */
export function toEdit(row: EditRow): z.input<typeof editRecord> {
  const { id, at, action, accountId, byName, byEmail, via, through, listingId, slug, name, takenBackAt } = row;
  const was = new Map(Object.entries(partOf(row, row.before, listingId)));
  const became = Object.entries(partOf(row, row.after, listingId));
  return {
    change_id: id,
    at,
    action,
    by: { account_id: accountId, name: byName, email: byEmail, via, through },
    listing: { id: listingId, slug, name },
    fields: became
      .filter(([field]) => isFieldName(field))
      .map(([field, after]) => ({ field, before: was.get(field) ?? null, after })),
    taken_back: takenBackAt === null ? null : { at: takenBackAt, reason: row.takenBackFor ?? "" },
  };
}
