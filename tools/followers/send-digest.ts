import * as z from "zod";
import { followerById, markTold, type UntoldUpdate, untoldUpdates } from "../../db/queries/digests.ts";
import type { MailContent } from "../../db/queries/mail.ts";
import { unsubscribeToken } from "../../db/unsubscribe-token.ts";
import type { SiteUrls } from "../core/context.ts";
import { defineOperation } from "../core/define.ts";
import { freshSince, isSameDay, mostInMail } from "./rules.ts";

/**
 * Mails a follower what is new on the site. The mail and the note that they were told are one transaction, so whatever
 * is killed when, nobody is told twice.
 */
export default defineOperation({
  name: "send_digest",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ account_id: z.int().min(1) }),
  output: z.strictObject({ updates: z.int().describe("How many were mailed") }),
  async run({ site, urls, now, mail }, { account_id: accountId }) {
    return async (tx, record) => {
      const follower = await followerById(tx, accountId, site.id);
      // A job of yesterday that comes late has said it all.
      if (!follower || (follower.toldAt !== null && isSameDay(follower.toldAt, now))) return { updates: 0 };
      const limit = mostInMail + 1;
      const updates = await untoldUpdates(tx, { accountId, siteId: site.id, since: freshSince(now), limit });
      if (updates.length === 0) return { updates: 0 };
      const unsubscribeUrl = `${urls.base}/unsubscribe?token=${unsubscribeToken(tx, follower)}`;
      await mail(tx, follower.email, { ...digest(updates, urls), greeting: follower.name, unsubscribeUrl });
      await markTold(tx, accountId, site.id, now);
      const told = updates.slice(0, mostInMail).map(({ id }) => id);
      record({ subjects: [`account:${accountId}`], after: { told_of_updates: told } });
      return { updates: told.length };
    };
  },
});

function digest(updates: UntoldUpdate[], { base }: SiteUrls): Omit<MailContent, "greeting"> {
  const [first, ...others] = [...new Set(updates.map(({ name }) => name))];
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  return {
    subject: `News from ${names}`,
    paragraphs: ["This is new at what you follow."],
    items: updates.slice(0, mostInMail).map(({ name, slug, title, body }) => ({
      title: `${name}: ${title}`,
      url: `${base}/listings/${slug}`,
      paragraphs: body.split("\n\n"),
    })),
    action:
      updates.length > mostInMail
        ? { label: "See all updates", url: `${base}/updates` }
        : { label: "Choose what you follow", url: `${base}/account/following` },
  };
}
