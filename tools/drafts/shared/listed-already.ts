import { ownsCompany } from "#db/queries/accounts/owners.ts";
import { type ListedRow, listedByKey } from "#db/queries/listings/listed.ts";
import type { Db } from "#db/store/store.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { type CallerSite, productKey } from "../../site/shared/caller-site.ts";

export interface ListedAlready {
  message: string;
  nextAction: NextAction;
}

/** Checks whether a product is listed: on this site by anyone, or on another site of the network by another account. */
export async function listedAlready(db: Db, own: CallerSite, url: string): Promise<ListedAlready | null> {
  const listed = await listedByKey(db, productKey(own, url), own.siteId);
  if (!listed) return null;
  const isOwner = await ownsCompany(db, own.accountId, listed.companyId);
  if (listed.siteId !== own.siteId) return isOwner ? null : listedElsewhere(listed);
  return isOwner ? listedByYou(listed) : listedByOthers(listed, url);
}

const listedByYou = ({ name, slug, listingId }: ListedRow): ListedAlready => ({
  message: `${name} is already listed here, and the listing is yours (${slug}).`,
  nextAction: {
    tool: "get_my_listing",
    arguments: { listing_id: listingId },
    why: "See your listing's status and next steps.",
    who: "agent",
  },
});

const listedByOthers = ({ name, slug }: ListedRow, url: string): ListedAlready => ({
  message: `${name} is already listed here (${slug}).`,
  nextAction: {
    tool: "claim_listing",
    arguments: { slug, url, method: "meta" },
    why: "Is this your product? Claim the listing (other methods: dns, file, email).",
    who: "agent",
  },
});

const listedElsewhere = ({ name, slug, siteName, siteHost }: ListedRow): ListedAlready => ({
  message: `${name} is listed on ${siteName} (${slug}). All sites in the network share the facts about it, so only its owner can submit it here.`,
  nextAction: {
    why: `If this is your product, ask the ${siteName} team${siteHost ? ` (${siteHost})` : ""} to make you the owner of ${slug}. Then submit the URL here again.`,
    who: "human",
  },
});
