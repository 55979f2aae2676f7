import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { urlKey } from "#db/queries/listings/company-key.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

/** Where the records of a caller are: the site the call came to, or its hidden twin for a sandbox key. */
export interface CallerSite {
  accountId: number;
  siteId: number;
  isTest: boolean;
}

const noSite = 0;

/** The place to read from; nothing is found in a sandbox that nobody has written to. */
export async function callerSite(context: CallContext): Promise<CallerSite> {
  const { accountId, isTest } = accountOf(context);
  const { read, site } = context;
  return { accountId, siteId: isTest ? ((await sandboxOf(read, site.id)) ?? noSite) : site.id, isTest };
}

/** The place to write to, in the transaction that writes. */
export async function openCallerSite(tx: Tx, context: CallContext): Promise<CallerSite> {
  const { accountId, isTest } = accountOf(context);
  const { site, now } = context;
  return { accountId, siteId: isTest ? await openSandbox(tx, site, now) : site.id, isTest };
}

/** What makes two addresses the same product here; each sandbox has its own products. */
export const productKey = ({ isTest, accountId }: CallerSite, url: string): string =>
  isTest ? `${sandboxMark}${accountId}:${urlKey(url)}` : urlKey(url);

/** Whether a product key is one of a sandbox. */
export const isSandboxKey = (key: string) => key.startsWith(sandboxMark);

const sandboxMark = "sandbox:";
