import { allScopes, teamScopesOf } from "#auth/scopes.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { type CallPolicy, callTool } from "#tools/core/calls/call.ts";
import type { Actor, ServiceActor } from "#tools/core/operations/actor.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { JobEnd } from "#tools/core/operations/job.ts";
import { type CallServices, callContext, noSite } from "../start/call-context.ts";

export interface FinishParts extends CallServices {
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
  checkOutput: CallPolicy["checkOutput"];
}

/**
 * Ends a job with an operation. The operation's effect, its audit log entry and the end of the job are one transaction.
 */
export const finishOf = (parts: FinishParts, { id, kind }: { id: number; kind: string }): JobEnd["finish"] => {
  const service: ServiceActor = { kind: "job", via: `job:${kind}` };
  return (operation, input, siteId, accountId) => async (tx) => {
    const site = siteId === undefined ? noSite : await siteById(tx, siteId);
    if (!site) throw new Error(`there is no site ${siteId}`);
    const actor = accountId === undefined ? service : await memberOf(tx, accountId, site.id, service.via);
    const { urlsOf } = parts;
    const act = { actor, site, urls: urlsOf(site), urlsOf, address: null, requestId: `job:${id}` };
    // The operation reads through the transaction, so it sees the changes made earlier in the transaction.
    const context = callContext({ ...parts, store: { read: tx } }, act);
    const { checkOutput } = parts;
    await callTool(operation, context, () => input, { limiter: null, checkOutput, write: (work) => work(tx) });
  };
};

/** The member as they are now. A suspended account keeps no scopes, so its calls are refused. */
async function memberOf(tx: Tx, accountId: number, siteId: number, via: string): Promise<Actor> {
  const account = await accountById(tx, accountId);
  const scopes = account && account.suspendedAt === null ? [...allScopes, ...teamScopesOf(account, siteId)] : [];
  return { kind: "person", accountId, scopes, via, isTest: false };
}
