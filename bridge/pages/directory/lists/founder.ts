import type * as z from "zod";
import { Problem } from "#tools/core/errors/errors.ts";
import getFounder from "#tools/founders/get-founder.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import type { PublicListing } from "#tools/listings/shared/records.ts";
import { type Ask, definePage } from "../../frame/define-page.ts";
import { feedPath, listingEntry } from "../../frame/feed.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { outsideLink, prose } from "../../frame/prose.ts";
import { dayOf } from "../../frame/time.ts";
import { linkName } from "../listing/link-names.ts";
import { listingRow, listingRows } from "../listing/listing-row.ts";
import { crumbs, trail } from "./crumbs.ts";
import { portrait } from "./portrait.ts";
import { listingList } from "./structured-data.ts";

const maxDescriptionLength = 200;

type Founder = z.input<typeof getFounder.output>;

export const founderPage = definePage({
  path: "/founders/:slug",
  name: "founder_page",
  audience: "everyone",
  indexed: "founders",
  recordName: "Founder",
  maxAge: 60,
  async get(ask, { params, site, urls }) {
    const founder = await ask(getFounder, { slug: params.slug! });
    const { slug, name, photo_url, bio, links, companies, stories, interview } = founder;
    const listings = await listingsOf(ask, companies);
    const shown = new Set<string | null>(listings.map((listing) => listing.slug));
    const otherCompanies = companies.filter(({ listing_slug }) => !shown.has(listing_slug));
    return {
      title: name,
      description: bio.slice(0, maxDescriptionLength) || `${name} is a founder on ${site.name}.`,
      canonical: `${urls.base}/founders/${slug}`,
      feed: feedPath(`/founders/${slug}`),
      structuredData: [
        trail({ site, urls }, { path: "/founders", name: "Founders" }, { path: `/founders/${slug}`, name }),
        listingList(urls.base, listings),
      ],
      body: html`${crumbs({ path: "/founders", name: "Founders" })}
<header class="founder">${portrait({ name, photo_url }, 96)}
<div class="founder-name"><h1 dir="auto">${name}</h1>
${
  Object.keys(links).length > 0 &&
  html`<ul class="choices" role="list">${Object.entries(links).map(
    ([platform, url]) => html`<li>${outsideLink(url, linkName(platform))}</li>`,
  )}</ul>`
}</div></header>
<div class="with-margin">
<div class="text">
${
  bio.trim() &&
  html`<section aria-labelledby="about"><h2 id="about" class="hidden">About</h2>
<div dir="auto">${prose(bio)}</div></section>`
}
${
  interview.length > 0 &&
  html`<section aria-labelledby="interview"><h2 id="interview">Interview</h2>
${interview.map(
  ({ question, answer }) => html`<div class="answer"><h3>${question}</h3>
<div dir="auto">${prose(answer)}</div></div>
`,
)}</section>`
}
${productsOf(listings)}
</div>
${margin(otherCompanies, stories)}
</div>`,
    };
  },
  async feed(ask, { params, site, urls }) {
    const { slug, name, companies, stories } = await ask(getFounder, { slug: params.slug! });
    const listings = await listingsOf(ask, companies);
    return {
      title: `${name} on ${site.name}`,
      path: `/founders/${slug}`,
      entries: [
        ...stories.map(({ title, listing_slug, published_at }) => ({
          id: `/listings/${listing_slug}/story`,
          title,
          author: name,
          url: `${urls.base}/listings/${listing_slug}/story`,
          published: published_at,
          text: title,
        })),
        ...listings.map((listing) => listingEntry(listing, urls)),
      ],
    };
  },
});

async function listingsOf(ask: Ask, companies: Founder["companies"]): Promise<PublicListing[]> {
  const slugs = companies.flatMap(({ listing_slug }) => listing_slug ?? []);
  // A listing may have been archived since get_founder was called.
  const found = await Promise.all(slugs.map((slug) => ask(getListing, { slug }).catch(nullIfMissing)));
  return found.filter((listing) => listing !== null);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Problem && error.code === "not_found") return null;
  throw error;
}

const productsOf = (listings: PublicListing[]): HtmlValue =>
  listings.length > 0 &&
  html`<section aria-labelledby="products"><h2 id="products">Products</h2>
${listingRows(listings.map((listing) => listingRow(listing)))}</section>`;

const margin = (otherCompanies: Founder["companies"], stories: Founder["stories"]): HtmlValue =>
  (otherCompanies.length > 0 || stories.length > 0) &&
  html`<div class="margin">
${
  stories.length > 0 &&
  html`<section aria-labelledby="stories"><h2 id="stories">Founder stories</h2>
${stories.map(story)}</section>`
}
${
  otherCompanies.length > 0 &&
  html`<section aria-labelledby="companies"><h2 id="companies">Other companies</h2>
<ul class="links" role="list">${otherCompanies.map(({ name, url }) => html`<li>${outsideLink(url, html`<bdi>${name}</bdi>`)}</li>`)}</ul></section>`
}
</div>`;

const story = ({ title, listing_slug, published_at }: Founder["stories"][number]): Html =>
  html`<div><p><a href="/listings/${listing_slug}/story" dir="auto">${title}</a></p><p class="hint">${dayOf(published_at)}</p></div>
`;
