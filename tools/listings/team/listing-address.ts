import { urlKey } from "#db/queries/listings/company-key.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import type { Tx } from "#db/store/store.ts";
import { vetUrl, withScheme } from "../../core/calls/vet-url.ts";
import { Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";

/** Returns the URL of a product with its key. Throws 422 for a URL that nobody can visit. */
export function addressOf(context: CallContext, sent: string): { url: string; key: string } {
  const url = vetUrl(context, "url", withScheme(sent.trim())).href;
  return { url, key: urlKey(url) };
}

/** Throws 409 if another listing has the URL. */
export async function requireFree(tx: Tx, context: CallContext, key: string, companyId?: number): Promise<void> {
  const listed = await listedByKey(tx, key, context.site.id);
  // A company may have listings on several sites, but only one on each.
  const isTaken = companyId === undefined ? listed?.siteId === context.site.id : listed?.companyId !== companyId;
  if (listed && isTaken)
    throw new Problem("conflict", `The listing ${listed.slug} on ${listed.siteName} already has this URL.`);
}
