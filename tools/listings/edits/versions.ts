import { accountById } from "#db/queries/accounts/accounts.ts";
import { type AuditEntry, type VersionRow, versionsAbove } from "#db/queries/common/audit-log.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import type { ListingValues } from "#db/schema/listing-fields.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { invalid, Problem } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { isFieldName, isOfCompany } from "../shared/listing-values.ts";
import type { OwnerListing } from "../shared/owner-records.ts";

/** Versions that the owner is shown. */
export const maxVersions = 20;
// Each costs a row; who wants to go back further does it in steps.
const maxTakenBack = 500;

/** The latest edits of a listing, from the audit log: those that gave it a version. */
export async function versionsOf(db: Db, listingId: number): Promise<OwnerListing["versions"]> {
  const rows = await versionsAbove(db, listingId, 0, maxVersions);
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    by: byOf(row),
    fields: Object.keys(partOf(row, row.before, listingId)),
  }));
}

/** The version that an edit gives a listing, before the end of its call writes its entry into the audit log. */
export async function versionMade(
  tx: Tx,
  { actor, now }: CallContext,
  { id }: OwnListing,
  { subjects, before = {}, after }: AuditEntry,
): Promise<OwnerListing["versions"][number]> {
  const { accountId, via } = accountOf({ actor });
  const account = await accountById(tx, accountId);
  const versions = after?.versions as Record<number, number>;
  return {
    version: versions[id]!,
    at: now.toISOString(),
    by: byOf({ by: account?.name ?? null, via }),
    fields: Object.keys(partOf({ subjects }, before, id)),
  };
}

const byOf = ({ by, via }: Pick<VersionRow, "by" | "via">) => (by ? `${by} (${via})` : via);

export interface EditOfListing {
  version: number;
  at: string;
  /** Who, and through what. */
  by: string;
  /** What differs, as the listing said it before and after. */
  before: Partial<ListingValues>;
  after: Partial<ListingValues>;
}

/** The edits of a listing with what each changed there, latest first, from below a version on where one is given. */
export async function editsOf(db: Db, listingId: number, limit: number, below?: number): Promise<EditOfListing[]> {
  const rows = await versionsAbove(db, listingId, 0, limit, below);
  const texts = (facts: Facts) => Object.fromEntries(Object.entries(facts).filter(([name]) => isFieldName(name)));
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    by: byOf(row),
    before: texts(partOf(row, row.before, listingId)),
    after: texts(partOf(row, row.after, listingId)),
  }));
}

/** What one side of an entry says of one listing: of an edit on another site the company's fields, and what it copied. */
export function partOf(
  { subjects }: Pick<VersionRow, "subjects">,
  { versions: _, elsewhere, ...fields }: Facts,
  listingId: number,
): Facts {
  if (subjects[0] === `listing:${listingId}`) return fields;
  const shared = Object.entries(fields).filter(([name]) => isFieldName(name) && isOfCompany(name));
  const copied = new Map(Object.entries((elsewhere ?? {}) as Record<string, Facts>)).get(String(listingId));
  return { ...Object.fromEntries(shared), ...copied };
}

/** Throws 409 where the version that an edit was written for is no longer the present one. */
export async function requireVersion(db: Db, { id, version }: OwnListing, sent: number | undefined): Promise<void> {
  if (sent === undefined || sent === version) return;
  const rows = await versionsAbove(db, id, sent, maxTakenBack);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(partOf(row, row.before, id))))];
  const since = fields.length > 0 ? `; since version ${sent} changed ${fields.join(", ")}` : "";
  throw new Problem("version_conflict", `The listing is at version ${version}, not ${sent}${since}.`, {
    errors: [
      {
        field: "if_version",
        code: "version_conflict",
        message: `must be ${version}, the present version`,
        limit: version,
        actual: sent,
        fix: `Read the listing again, and send if_version ${version} if the change is still wanted.`,
      },
      ...fields.map((field) => ({
        field: sentAs(field),
        code: "changed",
        message: `has changed since version ${sent}`,
      })),
    ],
    nextActions: [
      { tool: "get_my_listing", arguments: { listing_id: id }, why: "See what it says now.", who: "agent" },
    ],
  });
}

const sentAs = (field: string) =>
  isFieldName(field) && field !== "socials" && field !== "faqs" ? `fields.${field}` : field;

/** What a listing said at an earlier version, of those fields that were changed since. */
export async function saidAt(db: Db, { id, version }: OwnListing, wanted: number): Promise<Partial<ListingValues>> {
  if (wanted > version)
    invalid("revert_to", "too_big", `must be at most ${version}, the present version`, {
      limit: version,
      actual: wanted,
    });
  const rows = await versionsAbove(db, id, wanted, maxTakenBack + 1);
  if (rows.length > maxTakenBack) {
    const oldest = rows[maxTakenBack]!.version;
    invalid(
      "revert_to",
      "too_small",
      `must be at least ${oldest}: at most ${maxTakenBack} edits are taken back at once`,
      {
        limit: oldest,
        actual: wanted,
        fix: `Go back to version ${oldest} first.`,
      },
    );
  }
  const was = Object.assign({}, ...rows.map((row) => partOf(row, row.before, id))) as Facts;
  return Object.fromEntries(Object.entries(was).filter(([name]) => isFieldName(name))) as Partial<ListingValues>;
}
