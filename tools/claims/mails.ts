import type { MailContent } from "../../db/queries/mail.ts";
import type { ClaimMethod } from "../../db/schema/vocabulary.ts";
import type { SiteUrls } from "../core/context.ts";
import { day } from "../core/text.ts";
import { linkHours, mostMisses, recheckDays } from "./rules.ts";

interface Person {
  name: string;
  email: string;
}

type Content = Omit<MailContent, "greeting">;

const claimsPage = ({ base }: SiteUrls) => ({ label: "See your claims", url: `${base}/account/claims` });

export const linkMail = (listing: string, by: Person, url: string): Content => ({
  subject: `Is ${listing} yours? Confirm the claim`,
  paragraphs: [
    `${by.name || "Somebody"} (${by.email}) says that ${listing} is their company's, and gave this address to prove it.`,
    "Who confirms lets that account edit the listing. Confirm only if it was you, or somebody who may.",
  ],
  action: { label: "See the claim", url },
  closing: [
    `The link works once, within ${linkHours} hours.`,
    "If you do not know of this, leave this mail alone and nothing happens.",
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

export const joinedMail = (listing: string, claimant: Person, method: ClaimMethod): Content => ({
  subject: `${listing} has a verified owner`,
  paragraphs: [
    `${claimant.name || "Somebody"} (${claimant.email}) has proved by ${method} that ${listing} is their company's, and may edit its listing as well. You keep your access.`,
  ],
  closing: ["If you do not know of this, claim the listing yourself: then the team looks at both."],
});

export const missedMail = (listing: string, misses: number, why: string, urls: SiteUrls): Content => ({
  subject: `We no longer find the proof that ${listing} is yours`,
  paragraphs: [
    `We look every month whether what proves your claim of ${listing} is still there. ${why}`,
    `This is miss ${misses} of ${mostMisses}. We look again in ${recheckDays} days; at the ${mostMisses}rd miss the listing is no longer shown as verified.`,
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
  subject: `The team will look at your claim of ${listing}`,
  paragraphs: [
    `Somebody else has proved to own ${listing}. Your claim opened a case: once your own proof is found, the team decides, and you read its reason by mail. Until then nothing changes.`,
  ],
  action: claimsPage(urls),
});

export const caseOpenedToOwner = (listing: string, claimant: Person): Content => ({
  subject: `${claimant.name || "Somebody"} claims ${listing}`,
  paragraphs: [
    `${claimant.name || "Somebody"} (${claimant.email}) says that ${listing} is their company's. You have proved that it is yours, so nothing changes until the team decides.`,
    "You need not do anything. Leave your own proof where it is.",
  ],
});

export const proofInCase = (listing: string, urls: SiteUrls): Content => ({
  subject: `Your proof for ${listing} is found`,
  paragraphs: [`The team now decides whose ${listing} is, and writes to you.`],
  action: claimsPage(urls),
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
