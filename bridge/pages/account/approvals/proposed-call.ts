import { requestContext, siteUrls } from "#bridge/http/server/runtime.ts";
import { liveCredential } from "#db/queries/accounts/bearers.ts";
import type { Proposal } from "#db/queries/accounts/proposals.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { type CallResult, callTool } from "#tools/core/calls/call.ts";
import type { AccountActor } from "#tools/core/operations/actor.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import type { SignedInVisit } from "../../frame/mount.ts";

/** The call that a proposal stands for, to be made in the name of whoever proposed it. */
export interface ProposedCall {
  tool: AnyTool;
  /** Of the app or key. */
  by: string;
  /** Origin of its site. */
  base: string;
  try(): Promise<CallResult>;
  /** Makes it, where what it would change is still what the person saw. */
  approve(seen: string): Promise<CallResult>;
}

/** Null where it can no longer be made: the app or key was revoked or has expired, or the site has gone. */
export async function proposedCall(visit: SignedInVisit, proposal: Proposal): Promise<ProposedCall | null> {
  const { runtime, account, now, request, requestId } = visit;
  const { credentialKind: kind, credentialId: id, input } = proposal;
  const credential = await liveCredential(runtime.store.read, account.id, { kind, id }, now);
  const site = await siteById(runtime.store.read, proposal.siteId);
  const tool = toolOf(proposal);
  if (!credential || !site || !tool) return null;
  const urls = siteUrls(runtime, site);
  const actor: AccountActor = {
    kind: kind === "key" ? "key" : "app",
    accountId: account.id,
    scopes: JSON.parse(credential.scopes),
    via: kind === "key" ? `key:${id}` : `app:${credential.clientId}`,
    isTest: credential.isTest === 1,
  };
  const call = (approval: AccountActor["approval"], isDryRun: boolean) =>
    callTool(
      tool,
      requestContext(request, requestId, runtime, { site, urls }, { ...actor, approval }),
      () => input,
      runtime.policy,
      { isDryRun },
    );
  return {
    tool,
    by: credential.name,
    base: urls.base,
    try: () => call(undefined, true),
    approve: (seen) => call({ proposal: proposal.id, by: account.id, seen }, false),
  };
}

export const toolOf = ({ operation }: Pick<Proposal, "operation">): AnyTool | undefined =>
  tools.find(({ name }) => name === operation);
