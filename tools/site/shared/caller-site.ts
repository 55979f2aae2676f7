import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { urlKey } from "#db/queries/listings/company-key.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

/** The site that a call uses. For a sandbox key, this is the hidden sandbox site of its account. */
export interface CallerSite {
  accountId: number;
  siteId: number;
  isTest: boolean;
}

const noSite = 0;

/** The site to read from. A sandbox does not exist until its first write, so before that nothing is found. */
export async function callerSite(context: CallContext): Promise<CallerSite> {
  const { accountId, isTest } = accountOf(context);
  const { read, site } = context;
  return { accountId, siteId: isTest ? ((await sandboxOf(read, site.id)) ?? noSite) : site.id, isTest };
}

/** The site to write to. Creates the sandbox if it does not exist. */
export async function openCallerSite(tx: Tx, context: CallContext): Promise<CallerSite> {
  const { accountId, isTest } = accountOf(context);
  const { site, now } = context;
  return { accountId, siteId: isTest ? await openSandbox(tx, site, now) : site.id, isTest };
}

/** Two URLs with the same key belong to the same product. Each sandbox account has its own products. */
export const productKey = ({ isTest, accountId }: CallerSite, url: string): string =>
  isTest ? `${sandboxPrefix}${accountId}:${urlKey(url)}` : urlKey(url);

export const isSandboxKey = (key: string) => key.startsWith(sandboxPrefix);

const sandboxPrefix = "sandbox:";
