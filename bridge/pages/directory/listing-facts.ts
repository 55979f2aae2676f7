import type { PublicListing } from "#tools/listings/shared/records.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { outsideLink } from "../frame/prose.ts";
import { dayOf, periodWords, weekWords } from "../frame/time.ts";
import { type Award, awardPath } from "./awards.ts";
import { linkName } from "./link-names.ts";
import { ordinal } from "./ordinal.ts";
import { prices } from "./prices.ts";

/** A badge as get_badges answers it. */
export interface Badge {
  kind: string;
  label: string;
  image_url: string;
  html: string;
}

const methods: Record<NonNullable<PublicListing["verified"]["method"]>, string> = {
  dns: "by a DNS record",
  meta: "by a tag on the website",
  file: "by a file on the website",
  email: "by an email address",
};

/** What can be said in a word or two about a listing, each with where it comes from, its votes, and its badge. */
export const listingFacts = (
  listing: PublicListing,
  badges: Badge[],
  awards: Award[],
  { votes, seenAt }: { votes: HtmlValue; seenAt: string | null },
): Html => html`<div class="margin">
<section aria-labelledby="facts"><h2 id="facts">Facts</h2>
<dl class="facts">${rows(listing, awards, seenAt).map(
  ({
    label,
    value,
    source,
  }) => html`<div><dt>${label}</dt><dd>${value}${source && html`<p class="hint">${source}</p>`}</dd></div>
`,
)}</dl>
</section>
${votes}${badges.length > 0 && badgeSection(badges)}
<p class="hint"><a href="/listings/${listing.slug}/report" rel="nofollow">Report this listing</a></p>
</div>`;

interface Fact {
  label: string;
  value: HtmlValue;
  /** How it is known. */
  source?: HtmlValue;
}

function rows(listing: PublicListing, awards: Award[], seenAt: string | null): Fact[] {
  const { pricing, platforms, categories, launch_week, founders, plan_label, created_at } = listing;
  const links = Object.entries(listing.socials);
  const all: (Fact | false)[] = [
    pricing !== null && { label: "Price", value: prices[pricing] },
    platforms.length > 0 && { label: "Runs on", value: platforms.join(", ") },
    categories.length > 0 && {
      label: "Category",
      value: joined(categories.map(({ slug, name }) => link(`/categories/${slug}`, name))),
    },
    launch_week === null
      ? { label: "Listed", value: dayOf(created_at) }
      : {
          label: "Launched",
          value: link(`/launches/${launch_week}`, weekWords(launch_week)),
          source: plan_label === "sponsored" && paid,
        },
    awards.length > 0 && {
      label: awards.length === 1 ? "Award" : "Awards",
      value: joined(awards.map((award) => link(awardPath(award), placeWords(award)))),
    },
    verified(listing),
    rating(listing),
    seenAt !== null && { label: "Site last seen", value: dayOf(seenAt), source: "when we last checked it" },
    founders.length > 0 && {
      label: "Makers",
      value: joined(founders.map(({ slug, name }) => link(`/founders/${slug}`, name))),
    },
    links.length > 0 && {
      label: "Links",
      value: joined(links.map(([platform, url]) => outsideLink(url, linkName(platform)))),
    },
  ];
  return all.filter((fact) => fact !== false);
}

const placeWords = ({ rank, week, month }: Award): string => `${ordinal(rank)} of ${periodWords(week ?? month ?? "")}`;
const link = (path: string, name: string): Html => html`<a href="${path}"><bdi>${name}</bdi></a>`;
const joined = (values: Html[]): HtmlValue => values.map((value, i) => [i > 0 && ", ", value]);

const paid = html`<span class="tag paid">Paid</span> for its launch; that changes no rank.`;

const verified = ({ slug, verified: { method, verified_until } }: PublicListing): Fact =>
  method === null
    ? { label: "Owner", value: "Not proved", source: html`<a href="/listings/${slug}/claim">Is it yours? Claim it</a>` }
    : {
        label: "Verified",
        value: html`<span class="done">✓ ${methods[method]}</span>`,
        source: verified_until && html`until ${dayOf(verified_until)}`,
      };

const rating = ({ domain_rating }: PublicListing): Fact | false =>
  domain_rating !== null && {
    label: "Domain Rating",
    value: domain_rating.value,
    source: html`${domain_rating.source}, ${dayOf(domain_rating.checked_at)}`,
  };

/** The first as it looks, each with what to copy. */
const badgeSection = (
  badges: Badge[],
) => html`<section aria-labelledby="badge"><h2 id="badge">${badges.length === 1 ? "Badge" : "Badges"}</h2>
<p class="hint">For the product's own website, with a link to this page.</p>
${badges.map(
  ({
    label,
    image_url,
    html: code,
  }) => html`<p class="badge"><img src="${new URL(image_url).pathname}" alt="${label}" height="54" loading="lazy"></p>
<details><summary>Copy<span class="hidden"> the badge: ${label}</span></summary>
<p><code class="address">${code}</code></p></details>
`,
)}</section>`;
