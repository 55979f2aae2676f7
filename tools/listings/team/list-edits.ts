import * as z from "zod";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type EditRow, editsOfSite } from "#db/queries/listings/edits.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { invalid } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { partOf } from "../edits/versions.ts";
import { isFieldName } from "../shared/listing-values.ts";

const author = z.strictObject({
  account_id: z.int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable().describe("For admins only"),
  via: z.string(),
  through: z.string().nullable().describe("Name of the app or API key"),
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

export default defineTeamTool({
  name: "list_edits",
  description: "Lists edits by owners, newest first, with the texts before and after.",
  rest: { method: "GET", path: "/team/edits" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    slug: z.string().trim().max(120).optional().describe("Only edits to the listing with this slug"),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .optional()
      .describe("Only edits by the account with this email address"),
    account_id: z.int().min(1).optional().describe("Only edits by this account"),
    before: z.int().min(1).optional().describe("Id of a change; only earlier edits are returned"),
    per_page: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    items: z.array(editRecord),
    older: z.int().nullable().describe("Value of `before` for the next page, or null"),
  }),
  async run({ read, site, actor }, { slug, email, account_id, before = Number.MAX_SAFE_INTEGER, per_page: limit }) {
    const listing = slug ? await statusBySlug(read, site.id, slug) : undefined;
    if (email && emailFor(actor, email) === null)
      invalid("email", "not_allowed", "is a filter for admins only", { fix: "Send account_id instead." });
    const account = email ? ((await accountByEmail(read, email)) ?? null) : account_id ? { id: account_id } : undefined;
    if (listing === null || account === null) return { items: [], older: null };
    const only = { listingId: listing?.id, accountId: account?.id };
    const rows = await editsOfSite(read, site.id, { before, limit: limit + 1 }, only);
    const items = rows.slice(0, limit).map((row) => {
      const { by, ...edit } = toEdit(row);
      return { ...edit, by: { ...by, email: by.email && emailFor(actor, by.email) } };
    });
    return { items, older: rows.length > limit ? items.at(-1)!.change_id : null };
  },
});

export function toEdit(row: EditRow): z.input<typeof editRecord> {
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
