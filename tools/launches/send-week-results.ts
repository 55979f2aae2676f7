import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { periodPlaces } from "#db/queries/boards/boards.ts";
import { weekResults } from "#db/queries/launches/results.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awardMail, awardOf, weekMail } from "./result-mails.ts";

/**
 * Emails one account the results of its listings in a closed week. The mails are queued in the transaction that ends the
 * job, so a killed process never causes a second email.
 */
export default defineOperation({
  name: "send_week_results",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    account_id: z.int().min(1),
    week: z.string().meta({ description: "ISO 8601 week that has ended", example: "2026-W47" }),
  }),
  output: z.strictObject({ listings: z.int().describe("Number of listings in the emails") }),
  async run(context, { account_id, week }) {
    const { site, urls, mail } = context;
    return async (tx, record) => {
      const account = await accountById(tx, account_id);
      // The account may have changed since the job was queued.
      if (!account?.emailVerifiedAt || account.suspendedAt || account.mailRefusedAt) return { listings: 0 };
      const all = await weekResults(tx, site.id, week, account_id);
      const results = account.weekResultsStoppedAt
        ? all.filter(({ awardId }) => awardId !== null && !account.awardsStoppedAt)
        : all;
      if (results.length === 0) return { listings: 0 };
      const ids = results.map(({ id }) => id);
      const places = await periodPlaces(tx, site.id, week, ids);
      const placed = results.map((result) => ({ ...result, place: places.get(result.id) }));
      const kind = account.weekResultsStoppedAt ? "awards" : "week_results";
      const contents =
        kind === "awards"
          ? results.map((result) => awardMail(awardOf(result, week), context))
          : [weekMail(placed, week, context)];
      const unsubscribeUrl = urls.base + unsubscribePath(unsubscribeToken(tx, account), kind);
      for (const content of contents)
        await mail(tx, account.email, { ...content, greeting: account.name, unsubscribeUrl });
      record({ subjects: [`account:${account_id}`], after: { week, listings: ids } });
      return { listings: ids.length };
    };
  },
});
