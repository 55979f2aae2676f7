import * as z from "zod";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import { followerById, markTold, type UntoldUpdate, untoldUpdates } from "#db/queries/followers/digests.ts";
import { type Launch, markSearchesTold, searchesToTell } from "#db/queries/followers/followed-searches.ts";
import type { Db } from "#db/store/store.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { freshSince, isSameDay, maxInMail, settledUntil } from "./rules.ts";
import { newMatches, searchLabel } from "./search-query.ts";

/** The email and the record of it are saved in one transaction, so a killed process never causes a second email. */
export default defineOperation({
  name: "send_digest",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ account_id: z.int().min(1) }),
  output: z.strictObject({
    updates: z.int().describe("Number of emailed updates"),
    launches: z.int().describe("Number of emailed launches"),
  }),
  async run({ read, site, urls, now, mail }, { account_id: accountId }) {
    // The search runs before the transaction starts, so it does not block other writes.
    const found = await launchesFor(read, accountId, site.id, now);
    return async (tx, record) => {
      const nothing = { updates: 0, launches: 0 };
      const follower = await followerById(tx, accountId, site.id);
      // Yesterday's job may have run late today and already sent everything.
      if (!follower || (follower.toldAt !== null && isSameDay(follower.toldAt, now))) return nothing;
      const limit = maxInMail + 1;
      const updates = await untoldUpdates(tx, { accountId, siteId: site.id, since: freshSince(now), limit });
      const followed = new Set((await searchesToTell(tx, accountId, site.id)).map(keyOf));
      const launches = found.filter(({ search }) => followed.has(search));
      if (updates.length + launches.length === 0) return nothing;
      const unsubscribeUrl = urls.base + unsubscribePath(unsubscribeToken(tx, follower), "digests");
      await mail(tx, follower.email, { ...digest(updates, launches, urls), greeting: follower.name, unsubscribeUrl });
      await markTold(tx, accountId, site.id, now);
      await markSearchesTold(tx, accountId, site.id, now, settledUntil(now));
      const sentUpdates = updates.slice(0, maxInMail).map(({ id }) => id);
      const sentLaunches = launches.slice(0, maxInMail - sentUpdates.length).map(({ id }) => id);
      record({
        subjects: [`account:${accountId}`],
        after: { told_of_updates: sentUpdates, told_of_launches: sentLaunches },
      });
      return { updates: sentUpdates.length, launches: sentLaunches.length };
    };
  },
});

interface FoundLaunch extends Launch {
  /** Identifies the search and its last digest, because another digest may be sent in the meantime. */
  search: string;
  label: string;
}

const keyOf = ({ query, toldUntil }: { query: string; toldUntil: string }) => `${toldUntil} ${query}`;

async function launchesFor(read: Db, accountId: number, siteId: number, now: Date): Promise<FoundLaunch[]> {
  const found = new Map<number, FoundLaunch>();
  const fresh = freshSince(now).toISOString();
  for (const followed of await searchesToTell(read, accountId, siteId)) {
    const search = { siteId, query: followed.query };
    const [, since] = [followed.toldUntil, fresh].toSorted() as [string, string];
    const launches = await newMatches(read, search, { since, until: settledUntil(now), now });
    if (launches.length === 0) continue;
    const label = await searchLabel(read, search);
    for (const launch of launches)
      if (!found.has(launch.id)) found.set(launch.id, { ...launch, search: keyOf(followed), label });
  }
  return [...found.values()];
}

function digest(updates: UntoldUpdate[], launches: FoundLaunch[], { base }: SiteUrls): Omit<MailContent, "greeting"> {
  const [first, ...others] = [...new Set([...updates, ...launches].map(({ name }) => name))];
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  const items = [
    ...updates.map(({ name, slug, title, body }) => ({
      title: `${name}: ${title}`,
      url: `${base}/listings/${slug}`,
      paragraphs: body.split("\n\n"),
    })),
    ...launches.map(({ name, slug, headline, label }) => ({
      title: `New in ${label}: ${name}`,
      url: `${base}/listings/${slug}`,
      paragraphs: [headline],
    })),
  ];
  return {
    subject: updates.length > 0 ? `News from ${names}` : `New: ${names}`,
    paragraphs: ["Here are the latest updates and launches from everything you follow."],
    items: items.slice(0, maxInMail),
    action:
      updates.length > maxInMail
        ? { label: "View all updates", url: `${base}/updates` }
        : items.length > maxInMail
          ? { label: "View all launches", url: `${base}/launches` }
          : { label: "Choose what you follow", url: `${base}/account/following` },
  };
}
