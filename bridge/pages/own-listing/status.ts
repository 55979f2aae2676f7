import type { ListingStatus } from "#db/schema/vocabulary.ts";
import type { Standing } from "#tools/listings/team/review-listings.ts";
import { pageForm } from "../frame/answers.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { dayOf, weekName } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";

/** A listing's status for people. */
export const listingWords: Record<ListingStatus, string> = {
  draft: "Not public yet",
  awaiting_badge: "Waits for its badge",
  scheduled: "Scheduled",
  live: "Live",
  rejected: "Rejected",
  suspended: "Suspended",
  archived: "Taken down",
};

/** Where a listing stands as a sentence, and the next step as a button or link. */
export interface StandingSaid {
  sentence: Html;
  step: HtmlValue;
}

export function standingSaid(visit: SignedInVisit, listing: Standing): StandingSaid {
  const { read_only, page_url } = listing;
  return read_only === null
    ? said[listing.status](visit, listing)
    : { sentence: html`${read_only}`, step: link(`${page_url}/claim`, "Claim it again") };
}

export const listingPath = (id: number, end = "") => `/account/listings/${id}${end}`;

const link = (href: string, label: string): Html => html`<a class="button" href="${href}">${label}</a>`;

/** A button of the listing's own page. */
export const listingButton = (
  visit: SignedInVisit,
  { id, name }: Pick<Standing, "id" | "name">,
  act: string,
  label: string,
  isPrimary = true,
): Html =>
  pageForm(
    visit,
    listingPath(id),
    html`<button${isPrimary && html` class="primary"`} name="do" value="${act}" aria-label="${label}: ${name}">${label}</button>`,
  );

const said: Record<ListingStatus, (visit: SignedInVisit, listing: Standing) => StandingSaid> = {
  draft: (visit, listing) =>
    listing.plan === "paid"
      ? { sentence: html`Its paid launch has no week yet.`, step: null }
      : {
          sentence: html`No plan is chosen, so it is not public. The free plan gives it the next free launch week.`,
          step: listingButton(visit, listing, "free", "Choose the free plan"),
        },

  awaiting_badge(visit, listing) {
    const { id, is_launched, blockers, badge } = listing;
    const isBadgeMissing = !badge?.is_found;
    const isProfileMissing = blockers.some(({ url }) => url.endsWith("/account/profile"));
    const conditions = [
      isBadgeMissing && "the badge is found on your website",
      isProfileMissing && "your founder profile is complete",
    ].filter((condition) => condition !== false);
    const when = is_launched ? html`Out of sight. It is public again` : html`Live in ${launch(listing)}`;
    return {
      sentence: html`${when}${conditions.length > 0 && ` if ${conditions.join(" and ")}`}.${place(listing)}`,
      step: isBadgeMissing
        ? [
            badge?.is_pending
              ? html`<p class="hint">We are looking for it now.</p>`
              : listingButton(visit, listing, "check", "Check now"),
            link(`${listingPath(id)}#badge`, "Get the badge"),
          ]
        : isProfileMissing && link("/account/profile", "Complete your profile"),
    };
  },

  scheduled: (_visit, listing) => ({
    sentence: html`Nothing is missing: it goes live in ${launch(listing)}.${place(listing)}`,
    step: link(listingPath(listing.id, "/edit"), "Edit"),
  }),

  live(visit, listing) {
    const { id, badge, page_url } = listing;
    if (badge?.grace_until)
      return {
        sentence: html`It is public, but its badge is missing. If it is not back by ${dayOf(badge.grace_until)}, the listing waits for it out of sight.`,
        step: listingButton(visit, listing, "check", "Check now"),
      };
    return {
      sentence: html`It is <a href="${page_url}">public</a>.`,
      step: link(listingPath(id, "/updates"), "Post an update"),
    };
  },

  rejected: (visit, listing) =>
    listing.plan === "paid"
      ? {
          sentence: html`The team did not take it${reason(listing)} Its paid launch stays with it. Mend it: the team sees every edit and decides when it is shown.`,
          step: link(listingPath(listing.id, "/edit"), "Mend the texts"),
        }
      : {
          sentence: html`The team did not take it${reason(listing)} Mend it, then choose a plan again.`,
          step: [
            link(listingPath(listing.id, "/edit"), "Edit"),
            listingButton(visit, listing, "free", "Choose the free plan"),
          ],
        },

  suspended: (_visit, listing) => ({
    sentence: html`The team has taken it out of sight${reason(listing)} It sees every edit and decides when it is shown again.`,
    step: link(listingPath(listing.id, "/edit"), "Mend the texts"),
  }),

  archived(visit, listing) {
    const { status_changed_at, archived_until } = listing;
    const taken = html`You took it down on ${dayOf(status_changed_at)}.`;
    const canReturn = Date.parse(archived_until!) >= visit.now.getTime();
    return {
      sentence: canReturn
        ? html`${taken} You can bring it back until ${dayOf(archived_until!)}.`
        : html`${taken} That is more than a year ago, so it cannot be brought back any more.`,
      step: canReturn && listingButton(visit, listing, "unarchive", "Bring it back"),
    };
  },
};

/** When a listing that waits is likely to go live. */
function launch({ launch_week, queue }: Standing): Html {
  if (launch_week) return weekName(launch_week);
  if (queue) return html`the next free week, likely ${weekName(queue.likely_week)}`;
  return html`the next free week`;
}

const place = ({ queue }: Standing): HtmlValue => queue && ` Place ${queue.position} in the queue.`;

const reason = ({ status_message }: Standing): Html =>
  status_message ? html`: ${status_message.replace(/[.!?]?$/, ".")}` : html`.`;
