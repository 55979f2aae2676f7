import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { dropJob, enqueue, jobByKey } from "#db/queries/common/jobs.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { fetchListingLogo, logoKey } from "../jobs.ts";

/** Requests a logo and drops the company's pending request. Returns false if nothing changes. */
export async function requestLogo(
  tx: Tx,
  { id, companyId }: OwnListing,
  logo: URL | null,
  now: Date,
): Promise<boolean> {
  const isDropped = await dropJob(tx, logoKey(companyId));
  if (!logo) return isDropped;
  await enqueue(tx, fetchListingLogo.request({ listingId: id, url: logo.href }, companyId), now);
  return true;
}

export const withLogo = (entry: AuditEntry | null, { id, companyId }: OwnListing, logo: URL | null): AuditEntry => ({
  subjects: [`listing:${id}`, `company:${companyId}`],
  ...entry,
  after: { ...entry?.after, logo_source: logo?.href ?? null },
});

export async function logoWarnings(db: Db, companyId: number): Promise<{ code: string; message: string }[]> {
  const job = await jobByKey(db, logoKey(companyId));
  if (!job) return [];
  const { failure } = JSON.parse(job.payload) as { failure?: string };
  if (failure) return [{ code: "logo_failed", message: failure }];
  if (job.state === "dead")
    return [{ code: "logo_failed", message: "We could not fetch the logo. Send fields.logo_url again." }];
  return job.state === "done" ? [] : [{ code: "logo_pending", message: "We are fetching the logo." }];
}
