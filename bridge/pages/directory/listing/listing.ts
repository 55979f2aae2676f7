import { isLandingUrl } from "#db/queries/listings/company-key.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import listAwards from "#tools/launches/list-awards.ts";
import getBadges from "#tools/listings/public/get-badges.ts";
import getHistory from "#tools/listings/public/get-history.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import getScreenshot from "#tools/listings/public/get-screenshot.ts";
import getStory from "#tools/listings/public/get-story.ts";
import getWebsiteFacts from "#tools/listings/public/get-website-facts.ts";
import type { ListingCard, PublicListing } from "#tools/listings/shared/records.ts";
import getAlternatives from "#tools/search/get-alternatives.ts";
import { comparePath } from "#tools/search/shared/compare-path.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedPath } from "../../frame/feed.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { outsideLink, prose } from "../../frame/prose.ts";
import { screenshot } from "../../frame/screenshot.ts";
import { dayOf } from "../../frame/time.ts";
import { noticeOf } from "../../frame/visit.ts";
import { trail } from "../lists/crumbs.ts";
import { empty } from "../lists/list-parts.ts";
import { product, questions } from "../lists/structured-data.ts";
import { alternativesPath } from "../search/subject-path.ts";
import { clickPath } from "./clicks.ts";
import { followControl, followNotices } from "./follow.ts";
import { gallery } from "./gallery.ts";
import { listingCharts, votesByDay } from "./listing-charts.ts";
import { listingFacts } from "./listing-facts.ts";
import { listingRow, listingRows } from "./listing-row.ts";
import { ordinal } from "./ordinal.ts";
import { hostOf, priceTable } from "./product-facts.ts";
import { ownVotes, voteControl, voteNotices } from "./vote.ts";
import { voteCount } from "./vote-count.ts";

const alternativesShown = 4;
const awardsShown = 5;

export const listingPage = definePage({
  path: "/listings/:slug",
  name: "listing_page",
  audience: "everyone",
  indexed: "listings",
  recordName: "Listing",
  isCounted: true,
  maxAge: 60,
  async get(ask, { params, site, urls, visit }) {
    const listing = await ask(getListing, { slug: params.slug! });
    const website = await ask(getWebsiteFacts, { slug: listing.slug });
    const history = await ask(getHistory, { slug: listing.slug });
    const badges = await ask(getBadges, { slug: listing.slug });
    const { items: alternatives } = await ask(getAlternatives, { slug: listing.slug, limit: alternativesShown });
    const story = listing.story && (await ask(getStory, { slug: listing.slug }));
    const { image_url: picture } = await ask(getScreenshot, { slug: listing.slug });
    const compare = comparePath([listing.slug, ...alternatives.map(({ slug }) => slug)]);
    const all = [
      ...sections(listing, picture, story?.sections[0]?.text),
      { id: "alternatives", title: "Alternatives", body: alternativesOf(listing, alternatives, compare) },
    ];
    const hasAward = badges.items.some(({ kind }) => kind.startsWith("award-"));
    const awards = hasAward ? await ask(listAwards, { listing: listing.slug, per_page: awardsShown }) : { items: [] };
    const path = `/listings/${listing.slug}`;
    const vote = (await ownVotes(visit, [listing])).get(listing.id);
    const own =
      visit && (await ownListing(visit.runtime.store.read, { accountId: visit.account.id, isTest: false }, listing.id));
    const control = voteControl(visit, listing, vote, path);
    return {
      title: listing.name,
      description: listing.summary,
      canonical: `${urls.base}${path}`,
      feed: feedPath(path),
      image: { url: `${urls.base}${path}/share.png`, alt: `${listing.name}: ${listing.headline}` },
      structuredData: [
        product(listing, urls.base, site.currency),
        trail({ site, urls }, { name: listing.name, path }),
        ...questions(listing.faqs),
      ],
      notice: visit
        ? noticeOf(visit, { ...followNotices(visit, listing.name), ...voteNotices(listing.name, vote) })
        : undefined,
      body: content(
        head(
          { ...listing, landing_url: website.landing_url, isFollowed: website.is_followed },
          alternatives.length > 0 && compare,
          await followControl(visit, listing),
          control,
        ),
        all,
        listingFacts(listing, badges.items, awards.items, {
          votes: [voteCount(listing, vote, votesByDay(history)), listingCharts(history)],
          ...website,
          canEdit: own !== null && !own.isReadOnly,
        }),
      ),
    };
  },
  async feed(ask, { params, site, urls }) {
    const { slug, name, updates } = await ask(getListing, { slug: params.slug! });
    const path = `/listings/${slug}`;
    return {
      title: `${name} on ${site.name}`,
      path,
      entries: updates.map(({ id, title, body, created_at }) => ({
        // The entry has the same ID in the feed of all updates.
        id: `/updates#update-${id}`,
        title: `${name}: ${title}`,
        author: name,
        url: `${urls.base}${path}`,
        published: created_at,
        text: body,
      })),
    };
  },
});

/** The page of a listing that is not live, without alternatives and without what readers can do. */
export const previewContent = (listing: LinkedListing, picture: string | null): Html =>
  content(
    head({ ...listing, isFollowed: false }, false, null, null),
    sections(listing, picture),
    listingFacts(listing, [], [], {
      votes: null,
      seen_at: null,
      seen_this_month: null,
      has_owner: true,
      isPreview: true,
    }),
  );

const content = (top: Html, all: Section[], margin: Html): Html => html`${top}
${sectionLinks(all)}
<div class="with-margin">
<div class="text">
${all.map(
  ({ id, title, body }) => html`<section aria-labelledby="${id}">
<h2 id="${id}"${id === "about" && html` class="hidden"`}>${title}</h2>
${body}
</section>
`,
)}</div>
${margin}
</div>`;

const head = (
  listing: LinkedListing & { isFollowed: boolean },
  compare: string | false,
  follow: HtmlValue,
  vote: HtmlValue,
): Html => html`<header class="product">
${logo(listing, 96)}
<div class="product-name">
<h1><bdi>${listing.name}</bdi></h1>
<p class="promise"><bdi>${listing.headline}</bdi></p>
<div class="actions">${outsideLink(mainLink(listing), html`Visit ${hostOf(listing.url)}`, {
  class: "button primary",
  isPaid: listing.plan_label === "sponsored",
  isFollowed: listing.isFollowed,
  ping: clickPath(listing.slug),
})}
${follow}
${compare && html`<a class="button" href="${compare}">Compare</a>`}</div>
</div>
<div class="votes">${vote}${
  listing.rank !== null &&
  listing.launch_week !== null &&
  html`<p>Ranked ${ordinal(listing.rank)} in week ${Number(listing.launch_week.slice(6))}</p>`
}</div>
</header>`;

type LinkedListing = PublicListing & { landing_url: string | null };

// The product's URL may have moved to another domain after its owner set the landing URL.
const mainLink = ({ url, landing_url: landing }: LinkedListing): string =>
  landing !== null && isLandingUrl(url, landing) ? landing : url;

interface Section {
  id: string;
  title: string;
  count?: number;
  body: HtmlValue;
}

function sections(listing: PublicListing, picture: string | null, storyStart = ""): Section[] {
  const { summary, description, pictures, updates, faqs, milestones, story } = listing;
  const about = {
    id: "about",
    title: "About",
    // The owner's pictures show more than a screenshot of the home page.
    body: aboutTexts(summary, description).map((text, i) => [
      prose(text),
      i === 0 && (gallery(pictures) || (picture !== null && screenshot(picture, listing.name))),
    ]),
  };
  const others = [
    { id: "prices", title: "Prices", count: listing.plans.length, body: priceTable(listing) },
    { id: "updates", title: "Updates", count: updates.length, body: updates.map(update) },
    { id: "questions", title: "FAQ", count: faqs.length, body: faqs.map(question) },
    { id: "milestones", title: "Milestones", count: milestones.length, body: timeline(milestones) },
  ].filter(({ count }) => count > 0);
  return [about, ...others, ...(story ? [storySection(story, storyStart)] : [])];
}

/** The summary and the description, or only the longer one if it begins with the other. */
function aboutTexts(summary: string, description: string): string[] {
  const [short, long] = [summary, description].map((text) => text.replace(/\s+/g, " ").replace(/[\s.…]+$/, ""));
  if (long!.startsWith(short!)) return [description];
  return short!.startsWith(long!) ? [summary] : [summary, description];
}

const sectionLinks = (all: Section[]): HtmlValue => {
  return html`<nav class="anchors" aria-label="On this page"><ul role="list">${all.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}${count !== undefined && html` <span>${count}</span>`}</a></li>`,
  )}<li class="if-narrow"><a href="#facts">Facts</a></li></ul></nav>`;
};

const update = ({ id, title, body, created_at }: PublicListing["updates"][number]) =>
  html`<article class="update" id="update-${id}">
<h3>${title}</h3>
<p class="hint">${dayOf(created_at)}</p>
${prose(body)}</article>
`;

const question = ({ question, answer }: PublicListing["faqs"][number]) =>
  html`<details class="question"><summary>${question}</summary>
${prose(answer)}</details>
`;

const timeline = (milestones: PublicListing["milestones"]) =>
  html`<ol class="timeline" role="list">${milestones.map(
    ({ date, title, description, url }) => html`<li><p class="hint">${dayOf(`${date}T00:00:00.000Z`)}</p>
<div><h3>${url === null ? title : outsideLink(url, title)}</h3>
${description !== null && prose(description)}</div></li>
`,
  )}</ol>`;

const storySection = ({ title, url }: NonNullable<PublicListing["story"]>, start: string): Section => ({
  id: "story",
  title: "Founder story",
  body: html`<blockquote class="story" dir="auto"><p>${excerpt(start)}</p></blockquote>
<p><a href="${url}">Read “${title}”</a></p>`,
});

const excerptLength = 220;
const excerpt = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`;

function alternativesOf(
  { slug, name, categories }: PublicListing,
  alternatives: ListingCard[],
  compare: string,
): HtmlValue {
  const [main] = categories;
  if (alternatives.length > 0)
    return html`${listingRows(alternatives.map((other) => listingRow(other)))}
<p><a href="${compare}">Compare these products</a> · <a href="${alternativesPath(slug)}">All alternatives to <bdi>${name}</bdi></a></p>`;
  return empty(
    "No close alternatives listed yet.",
    main
      ? { path: `/categories/${main.slug}`, label: `See all products in ${main.name}` }
      : { path: "/search", label: "Search all products" },
  );
}
