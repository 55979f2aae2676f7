import { accountById } from "#db/queries/accounts/accounts.ts";
import { type AuditEntry, type VersionRow, versionsAbove } from "#db/queries/common/audit-log.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { EditValues } from "#db/schema/listing-fields.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { invalid, Problem } from "../../core/errors/errors.ts";
import { accountOf, type CallContext, type SiteUrls } from "../../core/operations/context.ts";
import { fieldValuesIn, isFieldName, partOf } from "../shared/listing-values.ts";
import { readMyListing } from "../shared/own-listing.ts";
import type { OwnerListing } from "../shared/owner-records.ts";
import { textChanges } from "./text-changes.ts";

export const maxVersions = 20;
// Each reverted edit is one more row to read, so going back further takes several calls.
const maxReverted = 500;

export async function versionsOf(db: Db, listingId: number, urls: SiteUrls): Promise<OwnerListing["versions"]> {
  const rows = await versionsAbove(db, listingId, 0, maxVersions);
  return rows.map((row) => ({ ...summaryOf(row), ...changesIn(row, listingId, urls) }));
}

function changesIn(row: Pick<VersionRow, "subjects" | "before" | "after">, listingId: number, urls: SiteUrls) {
  const [before, after] = [partOf(row, row.before, listingId), partOf(row, row.after, listingId)];
  return { fields: Object.keys(before), changes: textChanges(fieldValuesIn(before), fieldValuesIn(after), urls) };
}

/**
 * Returns the listing version that an edit creates, in a list that is empty if only other listings change. Its audit
 * entry is written only at the end of the call.
 */
export async function newVersion(
  tx: Tx,
  { actor, now, urls }: Pick<CallContext, "actor" | "now" | "urls">,
  { id }: OwnListing,
  { subjects, before = {}, after = {} }: AuditEntry,
): Promise<OwnerListing["versions"]> {
  const { accountId, via } = accountOf({ actor });
  const { [id]: version } = after.versions as Record<number, number>;
  if (version === undefined) return [];
  const by = byOf({ by: (await accountById(tx, accountId))?.name ?? null, via });
  return [{ version, at: now.toISOString(), by, ...changesIn({ subjects, before, after }, id, urls) }];
}

const summaryOf = (row: VersionRow) => ({ version: row.version, at: row.at, by: byOf(row) });
const byOf = ({ by, via }: Pick<VersionRow, "by" | "via">) => (by ? `${by} (${via})` : via);

export interface EditOfListing extends ReturnType<typeof summaryOf> {
  before: Partial<EditValues>;
  after: Partial<EditValues>;
}

/** Returns a listing's edits. `below` limits them to earlier versions. */
export async function editsOf(db: Db, listingId: number, limit: number, below?: number): Promise<EditOfListing[]> {
  const rows = await versionsAbove(db, listingId, 0, limit, below);
  return rows.map((row) => ({
    ...summaryOf(row),
    before: fieldValuesIn(partOf(row, row.before, listingId)),
    after: fieldValuesIn(partOf(row, row.after, listingId)),
  }));
}

/** Throws 409 if `if_version` was sent but is not the current version. */
export async function requireVersion(
  db: Db,
  { id, version }: Pick<OwnListing, "id" | "version">,
  sent: number | undefined,
  readAgain = readMyListing(id, "See the current text."),
): Promise<void> {
  if (sent === undefined || sent === version) return;
  const rows = await versionsAbove(db, id, sent, maxReverted);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(partOf(row, row.before, id))))];
  const since = fields.length > 0 ? `. Fields changed since version ${sent}: ${fields.join(", ")}` : "";
  throw new Problem("version_conflict", `The listing is at version ${version}, not ${sent}${since}.`, {
    errors: [
      {
        field: "if_version",
        code: "version_conflict",
        message: `must be ${version}, the current version`,
        limit: version,
        actual: sent,
        fix: `Read the listing again. If you still want the change, send if_version ${version}.`,
      },
      ...fields.map((field) => ({
        field: sentAs(field),
        code: "changed",
        message: `has changed since version ${sent}`,
      })),
    ],
    nextActions: [readAgain],
  });
}

const sentAs = (field: string) =>
  isFieldName(field) && field !== "socials" && field !== "faqs" ? `fields.${field}` : field;

/**
 * Returns a function that gives the values of a listing before the edits since a version of `own`, for the fields that
 * these edits changed.
 */
export async function valuesAt(
  db: Db,
  { id, version }: OwnListing,
  wanted: number,
): Promise<(listingId: number) => Partial<EditValues>> {
  if (wanted > version)
    invalid("revert_to", "too_big", `must be at most ${version}, the current version`, {
      limit: version,
      actual: wanted,
    });
  const rows = await versionsAbove(db, id, wanted, maxReverted + 1);
  if (rows.length > maxReverted) {
    const limit = rows[maxReverted]!.version;
    const message = `must be at least ${limit}, because one call reverts at most ${maxReverted} edits`;
    invalid("revert_to", "too_small", message, { limit, actual: wanted, fix: `Restore version ${limit} first.` });
  }
  return (listingId) => fieldValuesIn(Object.assign({}, ...rows.map((row) => partOf(row, row.before, listingId))));
}
