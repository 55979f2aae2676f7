import type { MailContent } from "#db/queries/common/mail.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { enteredReason } from "../core/text/mail-reasons.ts";
import { dayWords } from "../core/text/text.ts";
import { linkHours, maxMisses, recheckDays } from "./rules.ts";

type Content = Omit<MailContent, "greeting">;

const claimsPage = ({ base }: SiteUrls) => ({ label: "View your claims", url: `${base}/account/claims` });

/** The email mentions only the domain. The reader may be a stranger, and the submitter chose the listing's name. */
export const linkMail = (domain: string, claimant: string, url: string, site: { name: string }): Content => ({
  subject: `Confirm the claim to ${domain}`,
  paragraphs: [
    `${claimant} has claimed the listing for ${domain} and entered your email address to prove their ownership.`,
    "If you confirm, this person will be able to edit the listing. Confirm only if you or an authorised colleague made this claim.",
  ],
  action: { label: "View claim", url },
  closing: [
    `The link works once and expires after ${linkHours} hours.`,
    "If you do not recognise this claim, ignore this email. Nothing will change.",
  ],
  reason: enteredReason(site),
});

export const verifiedMail = (listing: string, method: ClaimMethod, until: string, urls: SiteUrls): Content => ({
  subject: `You are now a verified owner of ${listing}`,
  paragraphs: [
    `Your claim to ${listing} has been verified with the ${method} method. You can now edit the listing. It is shown as verified.`,
    method === "email"
      ? `The verification is valid until ${dayWords(until)}. We will ask you to renew it before then.`
      : "We check the proof again every month, so keep it in place.",
  ],
  action: { label: "View your listings", url: `${urls.base}/account/listings` },
});

export const lostMail = (listing: string, urls: SiteUrls): Content => ({
  subject: `Your claim to ${listing} has ended`,
  paragraphs: [`Someone else proved their ownership of ${listing} first, so your claim has failed.`],
  action: claimsPage(urls),
  closing: [
    "If you disagree, claim the listing again. Once you have also proved your ownership, the team will decide who owns it.",
  ],
});

export const joinedMail = (
  listing: string,
  claimant: string,
  method: ClaimMethod,
  access: "edit" | "read",
): Content => ({
  subject: `${listing} has a verified owner`,
  paragraphs: [
    `${claimant} has proved with the ${method} method that ${listing} belongs to their company. They can now edit the listing.`,
    access === "edit"
      ? "You keep your access."
      : "You have not proved that you own the company, so from now on you can only view the listing.",
  ],
  closing: [
    "If you do not recognise this claim, claim the listing yourself. Once you have also proved your ownership, the team will decide who owns it.",
  ],
});

export const accessEndedMail = (listing: string, slug: string, { base }: SiteUrls): Content => ({
  subject: `You can no longer edit ${listing}`,
  paragraphs: [
    `Your access to ${listing} depended on another owner's proof. That proof is no longer valid, so you can no longer edit the listing.`,
    "To edit it again, claim the listing.",
  ],
  action: { label: "Claim listing", url: `${base}/listings/${slug}/claim` },
});

export const accessRemovedMail = (listing: string, reason: string | null): Content => ({
  subject: `Your access to ${listing} has ended`,
  paragraphs: [
    reason === null
      ? `A verified owner removed your access to ${listing}. You can no longer see or edit the listing in your account.`
      : `The team removed your access to ${listing}. Reason: ${reason}`,
  ],
  ...(reason !== null && {
    closing: ["If you disagree, reply to this email. The team will read your reply."],
    isAnswerable: true,
  }),
});

export const accessRestoredMail = (listing: string, reason: string): Content => ({
  subject: `You can edit ${listing} again`,
  paragraphs: [`The team restored your access to ${listing}. Reason: ${reason}`],
});

export const accessGivenMail = (listing: string, reason: string, id: number, urls: SiteUrls): Content => ({
  subject: `You can now edit ${listing}`,
  paragraphs: [`The team gave you access to ${listing}. Reason: ${reason}`],
  action: { label: "View listing", url: `${urls.base}/account/listings/${id}` },
});

export const missedMail = (listing: string, misses: number, why: string, urls: SiteUrls): Content => ({
  subject: `We cannot find your proof of ownership for ${listing}`,
  paragraphs: [
    `Every month we check whether the proof of your claim to ${listing} is still published. ${why}`,
    `Failed checks so far: ${misses}. We will check again in ${recheckDays} days. After ${maxMisses} failed checks in a row, the listing will no longer be shown as verified.`,
    "Publish the proof again, or claim the listing with another method.",
  ],
  action: claimsPage(urls),
});

export const renewMail = (listing: string, until: string, url: string): Content => ({
  subject: `Do you still own ${listing}?`,
  paragraphs: [
    `You used this email address to prove that ${listing} is yours. The verification expires on ${dayWords(until)}. Confirm the address again to renew the verification for another year.`,
  ],
  action: { label: "View claim", url },
  reason: `You receive this email because the claim to ${listing} was confirmed with this email address.`,
});

/**
 * The email about an email proof that cannot be renewed, because the domain is now known to have many independent
 * users.
 */
export const renewOtherwiseMail = (listing: string, until: string, why: string, urls: SiteUrls): Content => ({
  subject: `Prove your ownership of ${listing} with another method`,
  paragraphs: [
    `You proved by email that ${listing} is yours. The verification expires on ${dayWords(until)} and cannot be renewed. ${why}`,
    "After that day, claim the listing again with a DNS record, a meta tag or a file.",
  ],
  action: claimsPage(urls),
});

export const revokedMail = (listing: string, why: string, urls: SiteUrls): Content => ({
  subject: `You are no longer a verified owner of ${listing}`,
  paragraphs: [
    `Your claim to ${listing} has been revoked. ${why}`,
    "If you had access only through this claim, you can now only view the listing. To edit it again, claim it again.",
  ],
  action: claimsPage(urls),
});

export const disputeOpenedToClaimant = (listing: string, urls: SiteUrls): Content => ({
  subject: `We found your proof for ${listing}`,
  paragraphs: [
    `Someone else has already proved that ${listing} is theirs. The team will decide who owns it and send you the decision and its reason. Until then, nothing changes.`,
  ],
  action: claimsPage(urls),
});

export const disputeOpenedToOwner = (listing: string, claimant: string, method: ClaimMethod): Content => ({
  subject: `Someone else has claimed ${listing}`,
  paragraphs: [
    `${claimant} has proved with the ${method} method that ${listing} belongs to their company. You had already proved your ownership, so nothing changes until the team decides who owns it.`,
    "You do not need to do anything. Just keep your own proof in place.",
  ],
});

export const decidedMail = (
  listing: string,
  isForReader: boolean,
  result: string,
  reason: string,
  urls: SiteUrls,
): Content => ({
  subject: `Dispute decided: ${listing} ${isForReader ? "is yours" : "is not yours"}`,
  paragraphs: [`The team has decided the dispute over ${listing}. ${result}`, `Reason: ${reason}`],
  action: claimsPage(urls),
});
