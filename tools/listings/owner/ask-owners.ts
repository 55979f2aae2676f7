import * as z from "zod";
import type { MailContent } from "#db/queries/common/mail.ts";
import { markAsked, type OwnerToAsk, ownersToAsk } from "#db/queries/listings/company-founders.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";

const batchSize = 100;

export default defineOperation({
  name: "ask_owners",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ asked: z.int() }),
  async run({ read, urls, mail, now }) {
    // This query is slow in a large directory, so it runs outside the transaction.
    const found = await ownersToAsk(read, batchSize);
    return async (tx, record) => {
      if (found.length === 0) return { asked: 0 };
      const ids = found.map(({ accountId }) => accountId);
      const unasked = await markAsked(tx, ids, now);
      const [first, ...more] = found.filter(({ accountId }) => unasked.has(accountId));
      if (!first) return { asked: 0 };
      for (const owner of [first, ...more]) await mail(tx, owner.email, question(owner, urls));
      record({
        subjects: [`account:${first.accountId}`, ...more.map(({ accountId }) => `account:${accountId}` as const)],
        after: { asked_to_appear: now.toISOString() },
      });
      return { asked: 1 + more.length };
    };
  },
});

const question = ({ name, listings }: OwnerToAsk, { base }: SiteUrls): MailContent => ({
  subject: "Choose whether you appear as a founder",
  greeting: name,
  paragraphs: [
    "If you can edit a product and have a complete founder profile, you can now appear as its founder. Your name, photo, bio and links will then be public.",
    "You will not appear as a founder of the products below until you choose to. Open each page and answer Yes or No. You can change your answer there at any time.",
  ],
  items: listings.map(({ id, name }) => ({
    title: name,
    url: `${base}/account/listings/${id}#founder`,
    paragraphs: [],
  })),
});
