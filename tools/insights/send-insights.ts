import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { dayOf } from "#db/queries/insights/fold-insights.ts";
import { mailedListings } from "#db/queries/insights/mailed-insights.ts";
import { insightCounters } from "#db/schema/vocabulary.ts";
import { endOfWeek, startOfWeek } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";
import { weekLabel } from "../launches/shared/rules.ts";
import { counterWords, readCounts } from "./shared/insights.ts";

const maxListings = 20;

/** Emails one account the figures of its listings in a past week, unless nothing was counted. */
export default defineOperation({
  name: "send_insights",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ account_id: z.int().min(1), week: z.string().describe("ISO 8601 week") }),
  output: z.strictObject({ listings: z.int().describe("Number of listings in the email") }),
  async run({ site, urls, mail, now }, { account_id, week }) {
    const days = { from: dayOf(startOfWeek(week)!), to: dayOf(endOfWeek(week)) - 1 };
    return async (tx, record) => {
      const account = await accountById(tx, account_id);
      const listings = [];
      for (const { id, name } of await mailedListings(tx, site.id, account_id, maxListings)) {
        const { totals, previous } = await readCounts(tx, { siteId: site.id, listingId: id }, days, now);
        const counted = insightCounters.filter((counter) => totals[counter] + previous[counter] > 0);
        const words = counted.map((counter) => `${counterWords[counter]}: ${totals[counter]} (${previous[counter]})`);
        const url = `${urls.base}/account/listings/${id}/insights`;
        if (words.length > 0) listings.push({ id, name, item: { title: name, url, paragraphs: [words.join(" · ")] } });
      }
      if (!account || listings.length === 0) return { listings: 0 };
      const names = listings.length === 1 ? listings[0]!.name : `${listings[0]!.name} and ${listings.length - 1} more`;
      await mail(tx, account.email, {
        subject: `Weekly insights of ${names}`,
        greeting: account.name,
        paragraphs: [
          `People and assistants found, opened and visited your listings in the week of ${weekLabel(week)}. The figures in brackets are those of the week before.`,
        ],
        items: listings.map(({ item }) => item),
        action: { label: "View your listings", url: `${urls.base}/account/listings` },
        reason: `You receive this email because you switched on weekly insights on ${site.name}.`,
        unsubscribeUrl: urls.base + unsubscribePath(unsubscribeToken(tx, account), "insights"),
      });
      const ids = listings.map(({ id }) => id);
      record({ subjects: [`account:${account_id}`], after: { week, listings: ids } });
      return { listings: ids.length };
    };
  },
});
