import { scopesOf } from "#auth/verify.ts";
import { requestContext, siteUrls } from "#bridge/http/server/runtime.ts";
import type { ApprovalRequest } from "#db/queries/accounts/approval-requests.ts";
import { liveCredential } from "#db/queries/accounts/bearers.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { type CallResult, callTool } from "#tools/core/calls/call.ts";
import type { AccountActor } from "#tools/core/operations/actor.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { allTools } from "#tools/registry.ts";
import type { SignedInVisit } from "../../frame/visit.ts";

export interface RequestedCall {
  tool: AnyTool;
  by: string;
  dryRun(): Promise<CallResult>;
  /** Runs the call if it would still make the changes that the user saw. */
  approve(seen: string): Promise<CallResult>;
}

/** Returns null if the call is no longer possible: the app or key has lost its access, or the site has been removed. */
export async function requestedCall(
  visit: SignedInVisit,
  approvalRequest: ApprovalRequest,
): Promise<RequestedCall | null> {
  const { runtime, account, now, request, requestId } = visit;
  const { credentialKind: kind, credentialId: id, input } = approvalRequest;
  const credential = await liveCredential(runtime.store.read, account.id, { kind, id }, now);
  const site = await siteById(runtime.store.read, approvalRequest.siteId);
  const tool = toolOf(approvalRequest);
  if (!credential || !site || !tool) return null;
  const urls = siteUrls(runtime, site);
  const actor: AccountActor = {
    kind: kind === "key" ? "key" : "app",
    accountId: account.id,
    scopes: scopesOf(credential, site.id),
    via: kind === "key" ? `key:${id}` : `app:${credential.clientId}`,
    isTest: credential.isTest === 1,
  };
  const call = (approval: AccountActor["approval"], isDryRun: boolean) => {
    const context = requestContext(request, requestId, runtime, { site, urls }, { ...actor, approval });
    return callTool(tool, context, () => input, runtime.policy, { isDryRun });
  };
  return {
    tool,
    by: credential.name,
    dryRun: () => call(undefined, true),
    approve: (seen) => call({ approvalRequest: approvalRequest.id, by: account.id, seen }, false),
  };
}

export const toolOf = ({ operation }: Pick<ApprovalRequest, "operation">): AnyTool | undefined =>
  allTools.find(({ name }) => name === operation);
