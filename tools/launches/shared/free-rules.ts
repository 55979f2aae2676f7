import type { NewAccount } from "#db/queries/launches/free-places.ts";
import type { BadgeCheck } from "#db/queries/listings/badge-checks.ts";
import type { BadgeFault, ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { addWeeks, dayMs, weekOf } from "#db/values/week.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { timeWords } from "../../core/text/text.ts";
import { siteBadgeCode } from "../../listings/shared/rules.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

/** How many checks in a row must fail before owners are warned, and the grace period in days after the warning. */
export const maxMisses = 3;
export const graceDays = 14;

/** Returns the time until which an owner can restore an archived listing. It ends one year after archiving. */
export function broughtBackUntil(archivedAt: string): Date {
  const until = new Date(archivedAt);
  until.setUTCFullYear(until.getUTCFullYear() + 1);
  return until;
}

export function freeWeeks(now: Date, { firstWeekOffset, weeksAhead, placesPerWeek }: SiteRules["freeQueue"]) {
  const from = addWeeks(weekOf(now), firstWeekOffset);
  return { from, until: addWeeks(from, weeksAhead - 1), placesPerWeek };
}

/** Says how far ahead free launches are planned; empty if the current week has free places. */
export const leadTimeSentence = (weeks: number): string =>
  weeks < 1 ? "" : `Free launches are planned at least ${weeks} ${weeks === 1 ? "week" : "weeks"} ahead.`;

/** Why a home page could not be read, by the codes of failed requests. */
const unreachableTexts: Record<string, string> = {
  unresolvable: ": its domain was not found. Check the DNS records.",
  timeout: " because the website did not respond in time.",
  connection: " because the website is unreachable.",
  tls: " because the website offers no secure connection. Check its certificate.",
  protocol: " because the website's response was not a web page.",
  not_html: " because its URL does not lead to a web page.",
  empty_page: " because it is empty.",
  not_found: " because there is no page at its URL.",
  refused: " because the website blocks SlipwayBot.",
  server_error: " because the website returned a server error.",
  too_large: " because it is too large.",
  too_many_redirects: " because its URL redirects too many times or in a loop.",
};

const faults: Record<BadgeFault, (detail: string | null) => string> = {
  absent: () => "The badge is not on the home page.",
  link_alone: () => "The home page links to the listing, but the badge image is not inside or beside the link.",
  elsewhere: (detail) =>
    detail
      ? `The badge links to ${detail} instead of the listing's page.`
      : "The badge has no link to the listing's page.",
  in_code: () => "The badge appears only in a comment or a script, which visitors do not see.",
  hidden: () => "The badge is hidden from visitors.",
  unreachable: (detail) => `We could not read the home page${lookup(unreachableTexts, detail ?? "") ?? "."}`,
  robots: () => "The website's robots.txt does not allow SlipwayBot to read the home page.",
  needs_scripts: () => "The home page needs scripts, which we could not run. Add the badge to its HTML.",
};

export const faultSentence = ({ fault, detail }: Pick<BadgeCheck, "fault" | "detail">): string =>
  fault === null ? "" : faults[fault](detail);

export function badgeSentence(badge: BadgeCheck | null): string {
  if (!badge?.checkedAt) return "We have not checked the product's website for the badge yet.";
  const time = timeWords(badge.checkedAt);
  return badge.isFound
    ? `We found the badge on the product's website on ${time}.`
    : `We have not found the badge on the product's website. ${faultSentence(badge)} Last checked ${time}.`;
}

export const graceEnd = (warnedAt: string): Date => new Date(Date.parse(warnedAt) + graceDays * dayMs);

export type BadgeStep = "schedule" | "launch" | "warn" | "withdraw";

export function badgeStep(
  { status, launchedAt, launchWeek }: { status: ListingStatus; launchedAt: string | null; launchWeek: string | null },
  { isFound, misses, warnedAt }: BadgeCheck,
  isProfileComplete: boolean,
  now: Date,
): BadgeStep | null {
  if (status === "awaiting_badge") {
    if (!isFound || !isProfileComplete) return null;
    return launchedAt === null && launchWeek !== weekOf(now) ? "schedule" : "launch";
  }
  if (misses < maxMisses) return null;
  if (warnedAt === null) return "warn";
  return graceEnd(warnedAt) <= now ? "withdraw" : null;
}

export interface Blocker {
  code?: "account_too_new" | "team_review";
  reason: string;
  url: string;
  next_action: NextAction;
  expected_by?: string;
}

/** A review before launch that is not finished. `changeText` is set while the team waits for the owners. */
export interface OpenReview {
  expectedBy: string;
  changeText: string | null;
}

export const reviewSentence = ({ expectedBy, changeText }: OpenReview): string =>
  changeText === null
    ? `The team reviews the listing before its launch, and expects to decide by ${timeWords(expectedBy)}.`
    : `The team reviewed the listing and asks for a change: ${changeText}`;

type ListingState = {
  id: number;
  slug: string;
  status: ListingStatus;
  plan: Plan;
  badge: BadgeCheck | null;
  review: OpenReview | null;
  isHidden: boolean;
  newAccount: NewAccount | null;
};

export const queueForFree = (listingId: number) =>
  ({
    tool: "choose_free_listing",
    arguments: { listing_id: listingId },
    why: "Queue it for a free launch week if the user wants the free plan.",
    who: "agent",
  }) as const;

export const awaitsPlan = ({ status, plan }: Pick<ListingState, "status" | "plan">) =>
  status === "draft" || (status === "rejected" && plan !== "paid");

export const blockedStatuses = [
  "draft",
  "rejected",
  "awaiting_badge",
  "suspended",
] as const satisfies readonly ListingStatus[];

export function blockersOf(
  { id, slug, status, plan, badge, newAccount, review, isHidden }: ListingState,
  missingFromProfile: readonly string[],
  home: { urls: { base: string }; site: { name: string } },
  freeLaunch: NextAction = queueForFree(id),
): Blocker[] {
  const { base } = home.urls;
  const page = `${base}/account/listings/${id}`;
  const profile = `${base}/account/profile`;
  const blockers: Blocker[] = [];
  const add = (reason: string, url: string, next_action: NextAction) => blockers.push({ reason, url, next_action });
  const isWaiting = status === "awaiting_badge";
  const isDecided = status === "suspended" || (status === "rejected" && plan === "paid");
  if (awaitsPlan({ status, plan }))
    add("No plan has been chosen, so the listing is not public and has no launch week.", page, freeLaunch);
  if (newAccount && isWaiting) {
    const { createdAt, isConfirmed } = newAccount;
    const expected_by = new Date(Date.parse(createdAt) + dayMs).toISOString();
    const reason = `New accounts get a launch week after 24 hours (from ${timeWords(expected_by)})${isConfirmed ? "" : " and when the email address is confirmed"}.`;
    const why = isConfirmed ? "Wait. The listing gets its launch week automatically." : "Confirm your email address.";
    const url = `${base}/account`;
    blockers.push({ code: "account_too_new", reason, url, next_action: { why, who: "human", url }, expected_by });
  }
  if ((status === "draft" || isWaiting) && plan !== "paid")
    for (const reason of missingFromProfile)
      add(reason, profile, { why: "Complete the founder profile.", who: "human", url: profile });
  if (isWaiting && !badge?.isFound) {
    const why = `We check for the badge every day, and once a minute when choose_free_listing is called. Put it on the home page of the product's website: ${siteBadgeCode(home, slug)}`;
    add(badgeSentence(badge), page, { why, who: "human", url: page });
  }
  if (review !== null && (status === "draft" || isWaiting)) blockers.push(reviewBlocker(id, `${page}/launch`, review));
  if (isHidden)
    add("An account that manages the listing is suspended. The listing is hidden until the team decides.", page, {
      why: "Prove that you own the product, then ask the team to show the listing again.",
      who: "human",
      url: `${base}/listings/${slug}/claim`,
    });
  else if (isDecided) {
    const kept = status === "rejected" ? "It keeps its paid launch. " : "";
    const why = "Fix the text that the team objected to. The team sees every edit.";
    const reason = `The team has ${status} the listing. ${kept}The team will decide when the listing is shown again.`;
    add(reason, page, correct(id, why));
  }
  return blockers;
}

export function reviewBlocker(id: number, url: string, review: OpenReview): Blocker {
  const blocker = { code: "team_review" as const, reason: reviewSentence(review), url };
  if (review.changeText === null) {
    const next_action: NextAction = { why: "Wait for the team's review.", who: "human", url };
    return { ...blocker, next_action, expected_by: review.expectedBy };
  }
  return {
    ...blocker,
    next_action: correct(id, "Make the change that the team asked for. The review then continues."),
  };
}

const correct = (listing_id: number, why: string): NextAction => ({
  tool: "update_my_listing",
  arguments: { listing_id, fields: { description: "<corrected description>" } },
  why,
  who: "agent",
});
