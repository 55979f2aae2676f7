import * as z from "zod";
import { accountSummary } from "#db/queries/accounts/account-summary.ts";
import { keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { sessionsOfAccount } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import { ownListings } from "#db/queries/listings/owner-listings.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { chosenAccount, chosenFields } from "./find-account.ts";
import { accountRecord, toAccountRecord } from "./records.ts";

const maxListings = 25;

export default defineTeamTool({
  name: "show_account",
  command: { name: "user show <email>", description: "Show an account" },
  description:
    "Shows an account: role, sign-up, listings, orders, decisions about its listings, sessions, keys and apps.",
  rest: { method: "GET", path: "/team/accounts/{account_id}" },
  scopes: ["team:admin"],
  effect: "read",
  exactlyOne: ["email", "account_id"],
  input: z.strictObject(chosenFields),
  output: accountRecord.extend({
    role_sites: z.array(z.string()).nullable().describe("Keys of the sites to which the role is limited"),
    sessions: z.int(),
    keys: z.int(),
    grants: z.int().describe("Connected apps"),
    orders: z.int(),
    decisions: z.int().describe("Decisions of the team about the account's listings"),
    listings_total: z.int(),
    listings: z
      .array(z.strictObject({ site: z.string(), slug: z.string(), name: z.string(), status: z.enum(listingStatuses) }))
      .describe(`At most ${maxListings}`),
  }),
  async run({ read, now }, chosen) {
    const account = await chosenAccount(read, chosen);
    const { id } = account;
    const owned = await ownListings(read, { accountId: id, isTest: false }, {}, { limit: maxListings, offset: 0 });
    return {
      ...toAccountRecord(account),
      ...(await accountSummary(read, id))!,
      sessions: (await sessionsOfAccount(read, id, now)).length,
      keys: (await keysOfAccount(read, id)).length,
      grants: (await grantsOfAccount(read, id)).length,
      listings_total: owned.total,
      listings: owned.rows.map(({ site, slug, name, status }) => ({ site, slug, name, status })),
    };
  },
});
