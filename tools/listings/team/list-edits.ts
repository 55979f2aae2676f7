import * as z from "zod";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type EditRow, listedEdits } from "#db/queries/listings/edits.ts";
import { invalid } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { defineCaseList } from "../../moderation/shared/case-list.ts";
import { isFieldName, partOf } from "../shared/listing-values.ts";

const author = z.strictObject({
  account_id: z.int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable().describe("For admins only"),
  via: z.string(),
  through: z.string().nullable().describe("Name of the app or API key"),
});

const item = {
  change_id: z.int(),
  at: time,
  action: z.string(),
  by: author,
  listing: z.strictObject({ id: z.int(), slug: z.string(), name: z.string() }),
  fields: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  taken_back: z.strictObject({ at: time, reason: z.string() }).nullable(),
};

export default defineCaseList({
  name: "list_edits",
  description:
    "Lists edits by owners, newest first, with the texts before and after, or edits that were reverted: the latest 1,000 before `until`.",
  path: "/team/edits",
  kinds: ["browser", "key", "app", "mail", "admin", "job"],
  sort: "newest",
  filters: {
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .optional()
      .describe("Only edits by the account with this email address"),
    account_id: z.int().min(1).optional().describe("Only edits by this account"),
  },
  async narrow({ email, account_id }, { read, actor }) {
    if (!email) return { author: account_id };
    if (emailFor(actor, email) === null)
      invalid("email", "not_allowed", "is a filter for admins only", { fix: "Send account_id instead." });
    // No account has the id 0.
    return { author: (await accountByEmail(read, email))?.id ?? 0 };
  },
  item,
  find: listedEdits,
  toItem(row, { actor }) {
    const { by, ...edit } = toEdit(row);
    return { ...edit, by: { ...by, email: by.email && emailFor(actor, by.email) } };
  },
});

export type Edit = z.input<z.ZodObject<typeof item>>;

export function toEdit(row: EditRow): Edit {
  const { id, at, action, accountId, byName, byEmail, via, through, listingId, slug, name, takenBackAt } = row;
  const before = new Map(Object.entries(partOf(row, row.before, listingId)));
  const after = Object.entries(partOf(row, row.after, listingId));
  return {
    change_id: id,
    at,
    action,
    by: { account_id: accountId, name: byName, email: byEmail, via, through },
    listing: { id: listingId, slug, name },
    fields: after
      .filter(([field]) => isFieldName(field))
      .map(([field, value]) => ({ field, before: before.get(field) ?? null, after: value })),
    taken_back: takenBackAt === null ? null : { at: takenBackAt, reason: row.takenBackFor ?? "" },
  };
}
