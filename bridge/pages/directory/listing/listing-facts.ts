import type getBadges from "#tools/listings/public/get-badges.ts";
import type { PublicListing } from "#tools/listings/shared/records.ts";
import type { ItemOf } from "../../frame/define-page.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { outsideLink } from "../../frame/prose.ts";
import { shareLinks } from "../../frame/share-links.ts";
import { dayOf, periodWords, weekWords } from "../../frame/time.ts";
import { type Award, awardPath } from "../lists/awards.ts";
import { portrait } from "../lists/portrait.ts";
import { linkName } from "./link-names.ts";
import { ordinal } from "./ordinal.ts";
import { prices } from "./prices.ts";
import { factRows, missingFacts, sourceOfOthers } from "./product-facts.ts";

type Badge = ItemOf<typeof getBadges>;

export const verificationMethods: Record<NonNullable<PublicListing["verified"]["method"]>, string> = {
  dns: "by DNS record",
  meta: "by meta tag",
  file: "by file on the website",
  email: "by company email",
};

interface WebsiteFacts {
  seen_at: string | null;
  seen_this_month: number | null;
  has_owner: boolean;
}

interface Margin extends WebsiteFacts {
  votes: HtmlValue;
  /** True for a page that the public cannot open, which nobody can share or report. */
  isPreview?: boolean;
  /** True if the visitor may edit the listing. */
  canEdit?: boolean;
}

/** The margin column of a listing's page: facts, founders, votes, share links, badges, and the report link or the owner's edit link. */
export const listingFacts = (
  listing: PublicListing,
  badges: Badge[],
  awards: Award[],
  { votes, isPreview = false, canEdit = false, ...website }: Margin,
): Html => html`<div class="margin">
<section aria-labelledby="facts"><h2 id="facts">Facts</h2>
<dl class="facts">${rows(listing, awards, website, isPreview ? "Launches" : "Launched").map(
  ({
    label,
    value,
    source,
  }) => html`<div><dt>${label}</dt><dd>${value}${source && html`<p class="hint">${source}</p>`}</dd></div>
`,
)}</dl>
${sourceOfOthers(listing)}${missingFacts(listing, canEdit)}</section>
${listing.founders.length > 0 && founderSection(listing.founders)}${votes}
${!isPreview && forReaders(listing, badges, website, canEdit)}
</div>`;

const forReaders = (
  listing: PublicListing,
  badges: Badge[],
  website: WebsiteFacts,
  canEdit: boolean,
): Html => html`<section aria-labelledby="share"><h2 id="share">Share</h2>
${shareLinks({ url: listing.page_url, title: `${listing.name}: ${listing.headline}` })}</section>
${badges.length > 0 && badgeSection(badges)}
${canEdit ? html`<p><a class="button" href="/account/listings/${listing.id}/edit">Edit listing</a></p>` : reportLinks(listing, website)}`;

const reportLinks = ({ slug, verified }: PublicListing, { has_owner: hasOwner }: WebsiteFacts): Html =>
  html`<p class="hint"><a href="/listings/${slug}/report" rel="nofollow">Report this listing</a>${
    hasOwner &&
    verified.method === null &&
    html` · <a href="/listings/${slug}/claim" rel="nofollow">Claim this listing</a>`
  }</p>`;

const founderSection = (
  founders: PublicListing["founders"],
): Html => html`<section aria-labelledby="founders"><h2 id="founders">${founders.length === 1 ? "Founder" : "Founders"}</h2>
<ul class="makers" role="list">${founders.map(
  (founder) =>
    html`<li>${portrait(founder, 40)}<a class="whole" href="/founders/${founder.slug}"><bdi>${founder.name}</bdi></a></li>`,
)}</ul></section>
`;

interface Fact {
  label: string;
  value: HtmlValue;
  source?: HtmlValue;
}

function rows(
  listing: PublicListing,
  awards: Award[],
  { seen_at: seenAt, seen_this_month: seen, has_owner: hasOwner }: WebsiteFacts,
  launchLabel: "Launches" | "Launched",
): Fact[] {
  const { pricing, platforms, categories, launch_week: week, plan_label, created_at } = listing;
  const sponsored = plan_label === "sponsored" && paid;
  const all: (Fact | false)[] = [
    pricing !== null &&
      fact(pricing === "open-source" && listing.license === null ? "Licence" : "Price", prices[pricing]),
    platforms.length > 0 && fact("Platforms", platforms.join(", ")),
    ...factRows(listing, launchLabel === "Launched"),
    linked(
      categories.length === 1 ? "Category" : "Categories",
      categories.map(({ slug, name }) => link(`/categories/${slug}`, name)),
    ),
    week === null
      ? fact("Listed", dayOf(created_at))
      : fact(launchLabel, link(`/launches/${week}`, weekWords(week)), sponsored),
    linked(
      awards.length === 1 ? "Award" : "Awards",
      awards.map((award) => link(awardPath(award), awardText(award))),
    ),
    verified(listing, hasOwner),
    rating(listing),
    seen !== null &&
      seen > 0 &&
      fact(
        "Seen",
        `${seen.toLocaleString("en")} ${seen === 1 ? "time" : "times"} this month`,
        html`<a href="/docs/insights">What counts</a>`,
      ),
    seenAt !== null && fact("Last seen", dayOf(seenAt), "The last time the website responded to our check"),
    linked(
      "Links",
      Object.entries(listing.socials).map(([platform, url]) => outsideLink(url, linkName(platform))),
    ),
  ];
  return all.filter((fact) => fact !== false);
}

const fact = (label: string, value: HtmlValue, source?: HtmlValue): Fact => ({ label, value, source });
const linked = (label: string, links: Html[]): Fact | false => links.length > 0 && fact(label, joined(links));
const awardText = ({ rank, week, month }: Award): string => `${periodWords(week ?? month ?? "")}: ${ordinal(rank)}`;
const link = (path: string, name: string): Html => html`<a href="${path}"><bdi>${name}</bdi></a>`;
const joined = (values: Html[]): HtmlValue => values.map((value, i) => [i > 0 && ", ", value]);

const paid = html`<span class="tag paid">Paid launch</span> Payment never affects a rank.`;

const verified = (
  { slug, verified: { method, verified_until: until } }: PublicListing,
  hasOwner: boolean,
): Fact | false => {
  if (method !== null)
    return fact(
      "Verified",
      html`<span class="done">✓ ${verificationMethods[method]}</span>`,
      until && html`Until ${dayOf(until)}`,
    );
  return (
    !hasOwner &&
    fact("Owner", "Unclaimed", html`Your product? <a href="/listings/${slug}/claim" rel="nofollow">Claim it</a>`)
  );
};

const rating = ({ domain_rating: rating }: PublicListing): Fact | false =>
  rating !== null && fact("Domain Rating", rating.value, html`${rating.source}, ${dayOf(rating.checked_at)}`);

const badgeSection = (
  badges: Badge[],
) => html`<section aria-labelledby="badge"><h2 id="badge">${badges.length === 1 ? "Badge" : "Badges"}</h2>
<details><summary>Show ${badges.length === 1 ? "the badge and its code" : `${badges.length} badges and their code`}</summary>
${badges.map(
  ({
    label,
    image_url,
    html: code,
  }) => html`<p class="badge"><img src="${new URL(image_url).pathname}" alt="${label}" height="54" loading="lazy"></p>
<p><code class="address">${code}</code></p>
`,
)}</details></section>`;
