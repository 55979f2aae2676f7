import type { ListingStatus, Plan } from "../../db/schema/vocabulary.ts";
import type { NextAction } from "../core/errors.ts";

/** Something that keeps a listing from going live: why, where a person mends it, and what helps. */
export interface Blocker {
  reason: string;
  url: string;
  next_action: NextAction;
}

interface ListingState {
  id: number;
  slug: string;
  status: ListingStatus;
  plan: Plan;
}

/** What keeps a listing from its launch; `missingFromProfile` is what its founder's profile lacks. */
export function blockersOf(
  { id, slug, status, plan }: ListingState,
  missingFromProfile: readonly string[],
  urls: { base: string },
): Blocker[] {
  const page = `${urls.base}/account/listings/${id}`;
  const profile = `${urls.base}/account/profile`;
  const blockers: Blocker[] = [];
  if (status === "draft")
    blockers.push({
      reason: "No plan is chosen, so the listing is not public and has no launch week.",
      url: page,
      next_action: {
        tool: "choose_free_listing",
        arguments: { listing_id: id },
        why: "Queue it for a free launch week, if the person wants the free plan.",
        who: "agent",
      },
    });
  const isWaiting = status === "draft" || status === "awaiting_badge";
  if (isWaiting && plan !== "paid")
    for (const reason of missingFromProfile)
      blockers.push({
        reason,
        url: profile,
        next_action: { why: "Complete the founder profile.", who: "human", url: profile },
      });
  if (status === "awaiting_badge")
    blockers.push({
      reason: "The badge is not on the product's website yet.",
      url: page,
      next_action: {
        tool: "get_badges",
        arguments: { slug },
        why: "Put one of the badges, with its link, on the product's website.",
        who: "agent",
      },
    });
  if (status === "suspended")
    blockers.push({
      reason: "The team has suspended the listing. The team decides when it is shown again.",
      url: page,
      next_action: {
        tool: "update_my_listing",
        arguments: { listing_id: id },
        why: "Mend the texts that the team objects to: it sees every edit.",
        who: "agent",
      },
    });
  return blockers;
}
