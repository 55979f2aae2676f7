import type { MailContent } from "#db/queries/common/mail.ts";
import type { CallContext } from "../core/operations/context.ts";
import { dayWords } from "../core/text/text.ts";
import { namesOf, type OwnerMail } from "../listings/shared/notify-owners.ts";
import { answerUntil, redressElsewhere } from "../moderation/shared/redress.ts";

type Content = Omit<MailContent, "greeting">;
type Context = Pick<CallContext, "site" | "now" | "urls">;
type Named = readonly { name: string }[];

/** The statement of reasons (Regulation (EU) 2022/2065, article 17). */
export const suspendedMail = (
  { site, now }: Context,
  { reason, hidden }: { reason: string; hidden: Named },
): Content => ({
  subject: "Your account is suspended",
  paragraphs: [
    `The ${site.name} team has suspended your account. You cannot sign in, and your API keys and connected apps do not work, until the team lifts the suspension. Checkouts that you had not paid for are cancelled.`,
    ...(hidden.length > 0 ? [`These listings are not shown to the public until then: ${namesOf(hidden)}.`] : []),
    "The ground: the use of the account breaks the terms.",
    `The facts: ${reason}`,
    "A member of the team reviewed the account and made the decision, which was not automated.",
  ],
  closing: [
    `If you disagree, reply to this email by ${dayWords(answerUntil(now.toISOString()))}. A member of the team will read your reply, decide again and email you the result. ${redressElsewhere}`,
  ],
  isAnswerable: true,
});

/** For owners of hidden listings whose own accounts are not suspended. */
export const hiddenMail = ({ site }: Pick<Context, "site">, hidden: Named): OwnerMail => ({
  subject: hidden.length === 1 ? `${namesOf(hidden)} is hidden` : `${hidden.length} of your listings are hidden`,
  paragraphs: [
    `The ${site.name} team has suspended another account that manages ${namesOf(hidden)}. ${hidden.length === 1 ? "The listing is" : "These listings are"} not shown to the public until the team lifts the suspension. A member of the team made the decision, which was not automated.`,
    "If the product is yours, claim its listing and prove your ownership. Then reply to this email, so that the team can show the listing again.",
  ],
  closing: [`If you disagree, reply to this email. The team will read your reply. ${redressElsewhere}`],
  isAnswerable: true,
});

export const restoredMail = (
  { site, urls }: Context,
  {
    reason,
    shown,
    kept,
  }: { reason: string; shown: readonly { name: string; launchedAt: string | null }[]; kept: Named },
): Content => ({
  subject: "Your account is restored",
  paragraphs: [
    `The ${site.name} team has lifted the suspension of your account. You can sign in, and your API keys and connected apps work again.`,
    `Reason: ${reason}`,
    ...(shown.length > 0 ? [`These listings have their former status again: ${namesOf(shown)}.`] : []),
    ...(shown.some(({ launchedAt }) => launchedAt === null)
      ? [
          "A free launch gets the next free place. A paid launch that missed its week gets the next week. You can choose another week on the listing's Launch page, free of charge, until the launch begins.",
        ]
      : []),
    ...(kept.length > 0 ? [`These listings stay hidden: ${namesOf(kept)}.`] : []),
    "Cancelled checkouts stay cancelled.",
  ],
  action: { label: "View your listings", url: `${urls.base}/account/listings` },
  isAnswerable: true,
});
