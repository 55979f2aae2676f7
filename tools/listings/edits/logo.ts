import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { dropJob, enqueue, jobByKey } from "#db/queries/common/jobs.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { fetchListingLogo, logoKey } from "../jobs.ts";

/** The image of a company as its owner names it: fetched by a job, of which a company has one, the latest. */

/** Has an image fetched, or with null none, in place of what was to be fetched before; false where that changes nothing. */
export async function askForLogo(tx: Tx, { id, companyId }: OwnListing, logo: URL | null, now: Date): Promise<boolean> {
  const isDropped = await dropJob(tx, logoKey(companyId));
  if (!logo) return isDropped;
  await enqueue(tx, fetchListingLogo.request({ listingId: id, url: logo.href }, companyId), now);
  return true;
}

/** The log's entry of an edit, or of none, with the address that was asked for besides. */
export const withLogo = (entry: AuditEntry | null, { id, companyId }: OwnListing, logo: URL | null): AuditEntry => ({
  subjects: [`listing:${id}`, `company:${companyId}`],
  ...entry,
  after: { ...entry?.after, logo_source: logo?.href ?? null },
});

/** What the owner should know of the image last asked for. */
export async function logoWarnings(db: Db, companyId: number): Promise<{ code: string; message: string }[]> {
  const job = await jobByKey(db, logoKey(companyId));
  if (!job) return [];
  const { failure } = JSON.parse(job.payload) as { failure?: string };
  if (failure) return [{ code: "logo_failed", message: failure }];
  if (job.state === "dead")
    return [{ code: "logo_failed", message: "The logo could not be fetched. Send fields.logo_url again." }];
  return job.state === "done" ? [] : [{ code: "logo_pending", message: "The logo is being fetched." }];
}
