import { type ListedRow, listedByKey } from "../../db/queries/listed.ts";
import { ownsCompany } from "../../db/queries/owners.ts";
import type { Db } from "../../db/store.ts";
import type { NextAction } from "../core/errors.ts";
import { type OwnSite, productKey } from "../core/own-site.ts";

/** Why a product cannot get a new listing here, and what can be done instead. */
export interface ListedAlready {
  message: string;
  nextAction: NextAction;
}

/** Looks whether a product is listed: on this site by anyone, or on another site of the network by somebody else. */
export async function listedAlready(db: Db, own: OwnSite, url: string): Promise<ListedAlready | null> {
  const listed = await listedByKey(db, productKey(own, url), own.siteId);
  if (!listed) return null;
  const isOwner = await ownsCompany(db, own.accountId, listed.companyId);
  if (listed.siteId !== own.siteId) return isOwner ? null : listedElsewhere(listed);
  return isOwner ? listedByYou(listed) : listedByOthers(listed);
}

const listedByYou = ({ name, slug, listingId }: ListedRow): ListedAlready => ({
  message: `${name} is listed here already, and the listing is yours (${slug}).`,
  nextAction: {
    tool: "get_my_listing",
    arguments: { listing_id: listingId },
    why: "Read your listing, then edit it with update_my_listing.",
    who: "agent",
  },
});

const listedByOthers = ({ name, slug }: ListedRow): ListedAlready => ({
  message: `${name} is listed here already (${slug}). If it is your product, claim the listing.`,
  nextAction: {
    tool: "claim_listing",
    arguments: { slug, method: "dns" },
    why: "Prove that the product is yours (dns, meta, file or email) and become the owner of its listing.",
    who: "agent",
  },
});

const listedElsewhere = ({ name, slug, siteName, siteHost }: ListedRow): ListedAlready => ({
  message: `${name} is listed on ${siteName} (${slug}). Its facts are shared by all sites of the network, so claim it there first.`,
  nextAction: {
    why: `Claim the listing ${slug} on ${siteName}${siteHost ? ` (${siteHost})` : ""}, then submit the address here again.`,
    who: "human",
  },
});
