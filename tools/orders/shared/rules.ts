import type { ListingStatus, PaidSection, Plan, ProductName } from "#db/schema/vocabulary.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { freeWeeks } from "../../launches/shared/free-rules.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

export const maxWeeks = 26;
export const quoteMinutes = 30;
/** How many hours a payment link works. A payment page can stay open for at most 24 hours. */
const sessionHours = 23;
export const sessionEnd = (createdAt: string): Date => new Date(Date.parse(createdAt) + sessionHours * 3_600_000);
/** Why a link has expired. A link expires early if a VAT rate changes. */
export const expiredWords = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): string =>
  expiresAt < sessionEnd(createdAt).toISOString()
    ? "A VAT rate changed before payment. Create a new checkout to see the new total."
    : "The order was not paid in time. Create a new checkout.";
export const maxUnpaidPlaces = 2;
/** A payment page stays open for at least half an hour (Stripe, `expires_at`), so there must be this much time left. */
export const leastPayMinutes = 31;

export const paidWeeks = (now: Date, freeQueue: SiteRules["freeQueue"]) => ({
  from: weekOf(now),
  until: freeWeeks(now, freeQueue).until,
});

interface Buyer {
  status: ListingStatus;
  plan: Plan;
  unlockedSections: readonly PaidSection[];
  launchWeek: string | null;
}

/** Why a listing cannot buy a product now, as the end of a sentence; null if it can. */
export function whyNot(product: ProductName, listing: Buyer): string | null {
  const { status, plan } = listing;
  if (status === "suspended") return "is suspended, so nothing can be bought for it";
  if (status === "archived") return "is archived; restore it before you buy anything for it";
  if (product === "sections") return needsNoSections(listing);
  // A rejected listing keeps its paid launch until the team decides about the listing.
  return product === "launch" && plan === "paid" ? `already has a paid launch and the status ${status}` : null;
}

function needsNoSections({ status, plan, unlockedSections }: Buyer): string | null {
  if (plan === "paid") return "has a paid launch, which already includes milestones and updates";
  if (status === "draft" || status === "rejected")
    return "has no plan yet; sections are for free listings, and a paid launch includes them";
  return unlockedSections.length >= 2 ? "already shows milestones and updates" : null;
}

export const isPublicBy = (week: string, { status, launchWeek }: Buyer): boolean =>
  status === "live" || (status === "scheduled" && launchWeek !== null && launchWeek <= week);

/** The current week is partly over. If no week is given, the buyer gets whole weeks only, from the launch on. */
export function firstBillboardWeek(launchWeek: string | null | undefined, now: Date): string {
  const next = addWeeks(weekOf(now), 1);
  return launchWeek != null && launchWeek > next ? launchWeek : next;
}

export const weeksFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addWeeks(first, index));
