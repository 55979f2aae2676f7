import type { ListingStatus, PaidSection, Plan, ProductName } from "#db/schema/vocabulary.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { freeWeeks } from "../../launches/shared/free-rules.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

/** Weeks that can be booked at once, on the billboard. */
export const maxWeeks = 26;
/** How long a quoted price holds. */
export const quoteMinutes = 30;
/** How long a link to pay at works; a payment page lives for 24 hours at most. */
const sessionHours = 23;
export const sessionEnd = (createdAt: string): Date => new Date(Date.parse(createdAt) + sessionHours * 3_600_000);
/** Says why a link has expired: a VAT rate that changes ends it early. */
export const expiredWords = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): string =>
  expiresAt < sessionEnd(createdAt).toISOString()
    ? "A VAT rate changed before it was paid; make a new checkout, which shows the new total."
    : "Nobody paid in time; make a new checkout.";
/** Paid places that an account may hold in unpaid orders. */
export const maxUnpaidPlaces = 2;
/** A payment page is open for half an hour at least (Stripe, `expires_at`), so that none is begun later than that. */
export const leastPayMinutes = 31;

/** The weeks that can be bought: from the present one to the last that the free queue reaches. */
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

/** Why a listing cannot buy a product now, as the end of a sentence about it; null where it can. */
export function whyNot(product: ProductName, listing: Buyer): string | null {
  const { status, plan } = listing;
  if (status === "suspended") return "is suspended, so nothing can be bought for it";
  if (status === "archived") return "is archived; its owner can bring it back and buy then";
  return product === "launch"
    ? launchedAlready(listing)
    : product === "sections"
      ? needsNoSections(listing, plan)
      : null;
}

// A rejection leaves the payment with the listing, for the team to put it back.
const launchedAlready = ({ status, plan }: Buyer) => (plan === "paid" ? `has a paid launch and is ${status}` : null);

function needsNoSections({ status, unlockedSections }: Buyer, plan: Plan): string | null {
  if (plan === "paid") return "has a paid launch, which shows milestones and updates already";
  if (status === "draft" || status === "rejected")
    return "has no plan yet; sections are for free listings, and a paid launch has them";
  return unlockedSections.length >= 2 ? "shows milestones and updates already" : null;
}

/** Whether a listing is public by a week, so that it can be on the billboard. */
export const isPublicBy = (week: string, { status, launchWeek }: Buyer): boolean =>
  status === "live" || (status === "scheduled" && launchWeek !== null && launchWeek <= week);

/** A number of weeks in a row. */
export const weeksFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addWeeks(first, index));
