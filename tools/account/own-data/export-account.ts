import * as z from "zod";
import { defineOperation } from "../../core/operations/define.ts";
import { ownAccount } from "../shared/own-account.ts";
import { ownDataParts as parts } from "./read-own-data.ts";
import { ownData } from "./records.ts";

export default defineOperation({
  name: "export_account",
  actors: ["person"],
  scopes: [],
  effect: "read",
  quota: { points: 20, seconds: 3600 },
  input: z.strictObject({}),
  output: ownData,
  async run(context) {
    const account = await ownAccount(context.read, context);
    return {
      format: "slipway-account/1" as const,
      exported_at: context.now.toISOString(),
      account: await parts.account(context, account),
      founder: await parts.founder(context, account),
      listings: await parts.listings(context, account),
      drafts: await parts.drafts(context, account),
      invitations: await parts.invitations(context, account),
      votes: await parts.votes(context, account),
      follows: await parts.follows(context, account),
      followed_searches: await parts.followed_searches(context, account),
      searches: await parts.searches(context, account),
      orders: await parts.orders(context, account),
      claims: await parts.claims(context, account),
      api_keys: await parts.api_keys(context, account),
      apps: await parts.apps(context, account),
      webhooks: await parts.webhooks(context, account),
      approval_requests: await parts.approval_requests(context, account),
      changes: await parts.changes(context, account),
    };
  },
});
