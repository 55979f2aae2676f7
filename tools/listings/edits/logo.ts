import type { Entry } from "#db/queries/common/changes.ts";
import { dropJob, enqueue, jobByKey } from "#db/queries/common/jobs.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { Db, Tx } from "#db/store/store.ts";

/** The image of a company as its owner names it: fetched by a job, of which a company has one, the latest. */

export const logoKind = "fetch-listing-logo";
export const logoKey = (companyId: number) => `${logoKind}:${companyId}`;

/** Has an image fetched, or with null none, in place of what was to be fetched before; false where that changes nothing. */
export async function askForLogo(tx: Tx, { id, companyId }: OwnListing, logo: URL | null, now: Date): Promise<boolean> {
  const key = logoKey(companyId);
  const isDropped = await dropJob(tx, key);
  if (!logo) return isDropped;
  const payload = { listingId: id, url: logo.href };
  const lane = `host:${logo.host.replace(/^www\./, "")}`;
  await enqueue(tx, { kind: logoKind, key, lane, payload, maxAttempts: 5 }, now);
  return true;
}

/** The log's entry of an edit, or of none, with the address that was asked for besides. */
export const withLogo = (entry: Entry | null, { id, companyId }: OwnListing, logo: URL | null): Entry => ({
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
