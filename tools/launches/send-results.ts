import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { periodPlaces } from "#db/queries/boards/boards.ts";
import { periodResults } from "#db/queries/launches/results.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awardMail, weekMail } from "./result-mails.ts";

/**
 * Emails one account the results of its listings in a closed week, or their awards of a month. The emails are queued in
 * the transaction that ends the job, so a killed process never causes a second email.
 */
export default defineOperation({
  name: "send_results",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ account_id: z.int().min(1), period: z.string().describe("ISO 8601 week or month") }),
  output: z.strictObject({ listings: z.int().describe("Number of listings in the emails") }),
  async run(context, { account_id, period }) {
    const { site, urls, mail } = context;
    return async (tx, record) => {
      const account = await accountById(tx, account_id);
      const results = await periodResults(tx, site.id, period, account_id);
      const isWeek = period.includes("W") && account?.weekResultsStoppedAt === null;
      const told = isWeek ? results : results.filter(({ awardId }) => awardId !== null && !account?.awardsStoppedAt);
      if (!account || told.length === 0) return { listings: 0 };
      const ids = told.map(({ id }) => id);
      const contents = isWeek
        ? [weekMail(told, await periodPlaces(tx, site.id, period, ids), period, context)]
        : told.map((result) => awardMail(result, period, context));
      const path = unsubscribePath(unsubscribeToken(tx, account), isWeek ? "week_results" : "awards");
      for (const content of contents)
        await mail(tx, account.email, { ...content, greeting: account.name, unsubscribeUrl: urls.base + path });
      record({ subjects: [`account:${account_id}`], after: { period, listings: ids } });
      return { listings: ids.length };
    };
  },
});
