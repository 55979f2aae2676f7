import type { MailContent } from "#db/queries/common/mail.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { day } from "../core/text/text.ts";
import { linkHours, maxMisses, recheckDays } from "./rules.ts";

type Content = Omit<MailContent, "greeting">;

const claimsPage = ({ base }: SiteUrls) => ({ label: "See your claims", url: `${base}/account/claims` });

/** Its reader may be a stranger, so it names the domain and not the listing, whose name the submitter wrote. */
export const linkMail = (domain: string, claimant: string, url: string): Content => ({
  subject: `Confirm the claim of ${domain}`,
  paragraphs: [
    `${claimant} has claimed the listing of ${domain} and entered your email to prove it.`,
    "If you confirm, that person can edit the listing. Confirm only if you or an authorised colleague made this claim.",
  ],
  action: { label: "See the claim", url },
  closing: [
    `The link works once, within ${linkHours} hours.`,
    "If you do not recognise this claim, ignore this email. Nothing changes then.",
  ],
});

export const verifiedMail = (listing: string, method: ClaimMethod, until: string, urls: SiteUrls): Content => ({
  subject: `${listing} is yours`,
  paragraphs: [
    `Your claim of ${listing} by ${method} is verified: you can edit the listing, and it is shown as verified.`,
    method === "email"
      ? `It holds until ${day(until)}; we ask you before that.`
      : `We look at the proof again every month, so leave it where it is.`,
  ],
  action: { label: "See your listings", url: `${urls.base}/account/listings` },
});

export const lostMail = (listing: string, urls: SiteUrls): Content => ({
  subject: `Your claim of ${listing} has ended`,
  paragraphs: [`Somebody else has proved first that ${listing} is theirs, so your claim has failed.`],
  action: claimsPage(urls),
  closing: ["If that is wrong, claim it again: then the team looks at both."],
});

export const joinedMail = (
  listing: string,
  claimant: string,
  method: ClaimMethod,
  access: "edit" | "read",
): Content => ({
  subject: `${listing} has a verified owner`,
  paragraphs: [
    `${claimant} has proved by ${method} that ${listing} belongs to their company, and can now edit its listing. ${accessSentences[access]}`,
  ],
  closing: ["If you do not recognise this, claim the listing yourself. Once you prove it too, the team decides."],
});

export const accessEndedMail = (listing: string, slug: string, { base }: SiteUrls): Content => ({
  subject: `You can only read ${listing} now`,
  paragraphs: [
    `Your access to ${listing} came from another owner's proof. That proof has ended, so you can no longer edit the listing.`,
    "To edit it again, claim the listing.",
  ],
  action: { label: "Claim the listing", url: `${base}/listings/${slug}/claim` },
});

export const accessRemovedMail = (listing: string, reason: string | null): Content => ({
  subject: `Your access to ${listing} has ended`,
  paragraphs: [
    reason === null
      ? `A verified owner of ${listing} removed you. You can no longer see or edit it in your account.`
      : `The team removed your access to ${listing}. The reason: ${reason}`,
  ],
  ...(reason !== null && {
    closing: ["If you disagree, reply to this mail. The team reads it."],
    isAnswerable: true,
  }),
});

export const accessRestoredMail = (listing: string, reason: string): Content => ({
  subject: `You can edit ${listing} again`,
  paragraphs: [`The team restored your access to ${listing}. The reason: ${reason}`],
});

const accessSentences = {
  edit: "You keep your access.",
  read: "You have not proved that the company is yours, so you can only view the listing from now on.",
};

export const missedMail = (listing: string, misses: number, why: string, urls: SiteUrls): Content => ({
  subject: `We no longer find the proof that ${listing} is yours`,
  paragraphs: [
    `We look every month whether what proves your claim of ${listing} is still there. ${why}`,
    `This is miss ${misses} of ${maxMisses}. We look again in ${recheckDays} days; at the ${maxMisses}rd miss the listing is no longer shown as verified.`,
    "Put it back, or claim the listing again by another method.",
  ],
  action: claimsPage(urls),
});

export const renewMail = (listing: string, until: string, url: string): Content => ({
  subject: `Is ${listing} still yours?`,
  paragraphs: [
    `You proved with this address that ${listing} is yours. That holds until ${day(until)}. Confirm it again, and it holds for another year.`,
  ],
  action: { label: "See the claim", url },
});

/** For a claim by email at a domain that is now known to have many independent users. */
export const renewOtherwiseMail = (listing: string, until: string, why: string, urls: SiteUrls): Content => ({
  subject: `Prove in another way that ${listing} is yours`,
  paragraphs: [
    `You proved by email that ${listing} is yours. That holds until ${day(until)} and cannot be renewed. ${why}`,
    "After that day, claim the listing again by dns, meta or file.",
  ],
  action: claimsPage(urls),
});

export const revokedMail = (listing: string, why: string, urls: SiteUrls): Content => ({
  subject: `${listing} is no longer verified as yours`,
  paragraphs: [
    `Your claim of ${listing} is revoked. ${why}`,
    "If you came to own the listing by this claim alone, you may only read it now. Claim it again, and you can edit it as before.",
  ],
  action: claimsPage(urls),
});

export const caseOpenedToClaimant = (listing: string, urls: SiteUrls): Content => ({
  subject: `We found your proof for ${listing}`,
  paragraphs: [
    `Somebody else has already proved that ${listing} is theirs. The team now decides and sends you its reason. Until then nothing changes.`,
  ],
  action: claimsPage(urls),
});

export const caseOpenedToOwner = (listing: string, claimant: string, method: ClaimMethod): Content => ({
  subject: `Somebody else claims ${listing}`,
  paragraphs: [
    `${claimant} has proved by ${method} that ${listing} belongs to their company. You proved it before, so nothing changes until the team decides.`,
    "You do not need to do anything. Leave your own proof where it is.",
  ],
});

export const decidedMail = (
  listing: string,
  isForReader: boolean,
  what: string,
  reason: string,
  urls: SiteUrls,
): Content => ({
  subject: `Decided: ${listing} ${isForReader ? "is yours" : "is not yours"}`,
  paragraphs: [`The team has decided the case over ${listing}. ${what}`, `Its reason: ${reason}`],
  action: claimsPage(urls),
});
