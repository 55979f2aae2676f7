import type { ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import { weekOf } from "#db/values/week.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";
import { weekInSentence } from "#tools/core/text/text.ts";
import type { ListingSummary } from "#tools/listings/team/review-listings.ts";
import { pageForm } from "../frame/answers.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { dayOf, weekName } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";

export const listingWords: Record<ListingStatus, string> = {
  draft: "Draft",
  awaiting_badge: "Waiting",
  scheduled: "Scheduled",
  live: "Live",
  rejected: "Not approved",
  suspended: "Suspended",
  archived: "Archived",
};

export const planWords: Record<Plan, string> = { none: "None", free: "Free launch", paid: "Paid launch" };

interface StatusSummary {
  sentence: Html;
  step: HtmlValue;
}

export function statusSummary(visit: SignedInVisit, listing: ListingSummary): StatusSummary {
  const { read_only, page_url } = listing;
  return read_only === null
    ? summaries[listing.status](visit, listing)
    : { sentence: html`${read_only}`, step: link(`${page_url}/claim`, "Claim again") };
}

export const listingPath = (id: number, end = "") => `/account/listings/${id}${end}`;

/** Returns true if the listing waits for the person's founder profile. */
export const needsProfile = ({ blockers }: Pick<ListingSummary, "blockers">): boolean =>
  blockers.some(({ url }) => url.endsWith(profilePath));

/** Returns the reason of an open review before launch, or nothing. */
export const openReview = ({ blockers }: Pick<ListingSummary, "blockers">): string | undefined =>
  blockers.find(({ code }) => code === "team_review")?.reason;

/** Returns true if the listing waits because the account that chose the free launch is new. */
export const isNewAccount = ({ blockers }: Pick<ListingSummary, "blockers">): boolean =>
  blockers.some(({ code }) => code === "account_too_new");

export const profilePath = "/account/profile";

const link = (href: string, label: string): Html => html`<a class="button" href="${href}">${label}</a>`;

export const listingButton = (
  visit: SignedInVisit,
  { id, name }: Pick<ListingSummary, "id" | "name">,
  action: string,
  label: string,
  isPrimary = true,
): Html =>
  pageForm(
    visit,
    listingPath(id),
    html`<button${isPrimary && html` class="primary"`} name="do" value="${action}" aria-label="${label}: ${name}">${label}</button>`,
  );

const launchLink = ({ id, name }: ListingSummary): Html =>
  html`<a class="button primary" href="${listingPath(id, "/launch")}">Choose how to launch<span class="hidden">: ${name}</span></a>`;

const summaries: Record<ListingStatus, (visit: SignedInVisit, listing: ListingSummary) => StatusSummary> = {
  draft: (_visit, listing) =>
    listing.plan === "paid"
      ? { sentence: html`No week has been set for the paid launch yet.`, step: null }
      : {
          sentence: html`Not public yet. Choose a free launch in the next available week, or a paid launch now or in a week you choose.`,
          step: launchLink(listing),
        },

  awaiting_badge(_visit, listing) {
    const { id, is_launched, badge } = listing;
    const isBadgeMissing = !badge?.is_found;
    const isProfileMissing = needsProfile(listing);
    const conditions = [
      isBadgeMissing && "the badge is found on your website",
      isProfileMissing && "your founder profile is complete",
      openReview(listing) && "the team has approved it",
      isNewAccount(listing) && "the account is 24 hours old and its email address is confirmed",
    ].filter(Boolean);
    const when = is_launched
      ? html`Hidden. The listing will become public again`
      : html`The listing will go live in ${launch(listing)}`;
    return {
      sentence: html`${when}${conditions.length > 0 && ` if ${conditions.join(" and ")}`}.${ahead(listing)}`,
      step: isBadgeMissing
        ? link(`${listingPath(id)}#badge`, "Get the badge")
        : isProfileMissing && link(profilePath, "Complete your profile"),
    };
  },

  scheduled: (_visit, listing) => ({
    sentence: html`Ready. The listing will go live in ${launch(listing)}.`,
    step: link(listingPath(listing.id, "/edit"), "Edit listing"),
  }),

  live(visit, listing) {
    const { id, badge } = listing;
    if (badge?.grace_until)
      return {
        sentence: html`Live, but the badge is missing. If it is not back by ${dayOf(badge.grace_until)}, the listing will be hidden until we find the badge again.`,
        step: link(`${listingPath(id)}#badge`, "Get the badge"),
      };
    return {
      sentence: html`Live${liveSince(visit, listing)}.`,
      step: [link(listingPath(id, "/launch"), "Share"), link(listingPath(id, "/updates"), "Post an update")],
    };
  },

  rejected: (_visit, listing) =>
    listing.plan === "paid"
      ? {
          sentence: html`Not approved${reason(listing)} You keep your paid launch. Fix the listing. The team will see every edit and decide when the listing becomes public.`,
          step: link(listingPath(listing.id, "/edit"), "Edit listing"),
        }
      : {
          sentence: html`Not approved${reason(listing)} Fix the listing, then choose a plan again.`,
          step: [link(listingPath(listing.id, "/edit"), "Edit listing"), launchLink(listing)],
        },

  suspended(_visit, listing) {
    const [blocker] = listing.blockers;
    // Unlike a decision of the team, a suspended account is nothing that an edit can fix.
    if (blocker?.next_action.who === "human")
      return {
        sentence: html`${blocker.reason} If the product is yours, prove that you own it. Then ask us to show the listing again.`,
        step: link(`${listing.page_url}/claim`, "Claim listing"),
      };
    return {
      sentence: html`Suspended${reason(listing)} Fix the listing. The team will see every edit and decide when the listing becomes public again.`,
      step: link(listingPath(listing.id, "/edit"), "Edit listing"),
    };
  },

  archived(visit, listing) {
    const { status_changed_at, archived_until } = listing;
    const archived = html`The listing was archived on ${dayOf(status_changed_at)}.`;
    const canReturn = Date.parse(archived_until!) >= visit.now.getTime();
    return {
      sentence: canReturn
        ? html`${archived} You can restore it until ${dayOf(archived_until!)}.`
        : html`${archived} That was more than a year ago, so the listing can no longer be restored.`,
      step: canReturn && listingButton(visit, listing, "unarchive", pageButtons.restore),
    };
  },
};

function liveSince({ now }: SignedInVisit, { launch_week: week }: ListingSummary): HtmlValue {
  if (week === null) return null;
  return week === weekOf(now) ? ", and its launch week lasts until Sunday (UTC)" : ` since ${weekInSentence(week)}`;
}

function launch({ launch_week, queue }: ListingSummary): Html {
  if (launch_week) return weekName(launch_week);
  if (queue) return html`the next available week, probably ${weekName(queue.likely_week)}`;
  return html`the next available week`;
}

/** Says whether readers see a change that was just saved, such as `picture is`. */
export const publicNote = (status: ListingStatus, changed: string): string =>
  status === "live" ? `The ${changed} public now.` : "The listing is not public at the moment.";

/** Explains a week that is only likely. */
const ahead = ({ launch_week, queue }: ListingSummary): HtmlValue =>
  launch_week === null &&
  queue !== null &&
  queue.position > 1 &&
  ` ${queue.position === 2 ? "1 listing with a free launch is" : `${queue.position - 1} listings with a free launch are`} ahead of it.`;

const reason = ({ status_message }: ListingSummary): Html =>
  status_message ? html`: ${status_message.replace(/[.!?]?$/, ".")}` : html`.`;
