import * as z from "zod";
import type { MailContent } from "#db/queries/common/mail.ts";
import { markAsked, type OwnerToAsk, ownersToAsk } from "#db/queries/listings/company-founders.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";

const atOnce = 100;

/**
 * Asks owners of before the choice existed, once and for all their companies, whether they want to appear as founders.
 * They do not appear until they answer.
 */
export default defineOperation({
  name: "ask_owners",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ asked: z.int() }),
  async run({ read, urls, mail, now }) {
    // Outside of the transaction: in a large directory this takes long.
    const found = await ownersToAsk(read, atOnce);
    return async (tx, record) => {
      if (found.length === 0) return { asked: 0 };
      const unasked = await markAsked(
        tx,
        found.map(({ accountId }) => accountId),
        now,
      );
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
    "Everyone who may edit a product and has a complete founder profile can now appear as its founder, with name, photo, bio and links.",
    "You do not appear as a founder of the products below unless you choose it. Open each page and answer Yes or No. You can change your answer there at any time.",
  ],
  items: listings.map(({ id, name }) => ({
    title: name,
    url: `${base}/account/listings/${id}#founder`,
    paragraphs: [],
  })),
});
