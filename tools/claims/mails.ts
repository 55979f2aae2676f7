import type { MailContent } from "#db/queries/common/mail.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { day } from "../core/text/text.ts";
import { linkHours, maxMisses, recheckDays } from "./rules.ts";

type Content = Omit<MailContent, "greeting">;

const claimsPage = ({ base }: SiteUrls) => ({ label: "See your claims", url: `${base}/account/claims` });

/** Names the domain and not the listing: the reader may be a stranger, and the submitter wrote the listing's name. */
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
  subject: `You are now a verified owner of ${listing}`,
  paragraphs: [
    `Your claim of ${listing} by ${method} is verified. You can edit the listing, and it is shown as verified.`,
    method === "email"
      ? `The verification is valid until ${day(until)}. Before that, we ask you to renew it.`
      : "We check the proof again every month, so keep it in place.",
  ],
  action: { label: "See your listings", url: `${urls.base}/account/listings` },
});

export const lostMail = (listing: string, urls: SiteUrls): Content => ({
  subject: `Your claim of ${listing} has ended`,
  paragraphs: [`Somebody else proved their ownership of ${listing} first, so your claim has failed.`],
  action: claimsPage(urls),
  closing: ["If that is wrong, claim the listing again. Once you prove it too, the team decides."],
});

export const joinedMail = (
  listing: string,
  claimant: string,
  method: ClaimMethod,
  access: "edit" | "read",
): Content => ({
  subject: `${listing} has a verified owner`,
  paragraphs: [
    `${claimant} has proved by ${method} that ${listing} belongs to their company, and can now edit its listing.`,
    access === "edit"
      ? "You keep your access."
      : "You have not proved that the company is yours, so you can only view the listing from now on.",
  ],
  closing: ["If you do not recognise this, claim the listing yourself. Once you prove it too, the team decides."],
});

export const accessEndedMail = (listing: string, slug: string, { base }: SiteUrls): Content => ({
  subject: `You can only view ${listing} now`,
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
    closing: ["If you disagree, reply to this email. The team reads it."],
    isAnswerable: true,
  }),
});

export const accessRestoredMail = (listing: string, reason: string): Content => ({
  subject: `You can edit ${listing} again`,
  paragraphs: [`The team restored your access to ${listing}. The reason: ${reason}`],
});

export const missedMail = (listing: string, misses: number, why: string, urls: SiteUrls): Content => ({
  subject: `We cannot find your proof of ownership for ${listing}`,
  paragraphs: [
    `Every month we check whether the proof for your claim of ${listing} is still published. ${why}`,
    `This was failed check ${misses} of ${maxMisses}. We check again in ${recheckDays} days. After failed check ${maxMisses}, the listing is no longer shown as verified.`,
    "Publish the proof again, or claim the listing by another method.",
  ],
  action: claimsPage(urls),
});

export const renewMail = (listing: string, until: string, url: string): Content => ({
  subject: `Do you still own ${listing}?`,
  paragraphs: [
    `This email proved that ${listing} is yours. The verification expires on ${day(until)}. Confirm it again to renew it for another year.`,
  ],
  action: { label: "See the claim", url },
});

/** For a claim by email at a domain that is now known to have many independent users. */
export const renewOtherwiseMail = (listing: string, until: string, why: string, urls: SiteUrls): Content => ({
  subject: `Prove your ownership of ${listing} by another method`,
  paragraphs: [
    `You proved by email that ${listing} is yours. The verification expires on ${day(until)} and cannot be renewed. ${why}`,
    "After that day, claim the listing again by dns, meta or file.",
  ],
  action: claimsPage(urls),
});

export const revokedMail = (listing: string, why: string, urls: SiteUrls): Content => ({
  subject: `You are no longer a verified owner of ${listing}`,
  paragraphs: [
    `Your claim of ${listing} is revoked. ${why}`,
    "If your access came only from this claim, you can only view the listing now. To edit it again, claim it again.",
  ],
  action: claimsPage(urls),
});

export const disputeOpenedToClaimant = (listing: string, urls: SiteUrls): Content => ({
  subject: `We found your proof for ${listing}`,
  paragraphs: [
    `Somebody else has already proved that ${listing} is theirs. The team now decides and sends you its reason. Until then, nothing changes.`,
  ],
  action: claimsPage(urls),
});

export const disputeOpenedToOwner = (listing: string, claimant: string, method: ClaimMethod): Content => ({
  subject: `Somebody else claims ${listing}`,
  paragraphs: [
    `${claimant} has proved by ${method} that ${listing} belongs to their company. You proved it before, so nothing changes until the team decides.`,
    "You do not need to do anything. Keep your own proof in place.",
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
  paragraphs: [`The team has decided the dispute over ${listing}. ${result}`, `The reason: ${reason}`],
  action: claimsPage(urls),
});
