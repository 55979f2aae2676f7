import type { PublicListing } from "../../../tools/listings/records.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { outsideLink } from "../frame/prose.ts";
import { dayOf, weekWords } from "../frame/time.ts";
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

const linkNames = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["linkedin", "LinkedIn"],
  ["youtube", "YouTube"],
  ["producthunt", "Product Hunt"],
  ["tiktok", "TikTok"],
  ["x", "X"],
]);
const linkName = (platform: string) =>
  linkNames.get(platform) ?? platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll(/[-_]/g, " ");

/** What can be said in a word or two about a listing, each with where it comes from, its votes, and its badge. */
export const listingFacts = (listing: PublicListing, badges: Badge[], votes: Html): Html => html`<div class="margin">
<section aria-labelledby="facts"><h2 id="facts">Facts</h2>
<dl class="facts">${rows(listing).map(
  ({
    label,
    value,
    source,
  }) => html`<div><dt>${label}</dt><dd>${value}${source && html`<p class="hint">${source}</p>`}</dd></div>
`,
)}</dl>
</section>
${votes}${badges.slice(0, 1).map(badgeSection)}
</div>`;

interface Fact {
  label: string;
  value: HtmlValue;
  /** How it is known. */
  source?: HtmlValue;
}

function rows(listing: PublicListing): Fact[] {
  const { pricing, platforms, categories, launch_week, founders, plan_label, created_at } = listing;
  const links = Object.entries(listing.socials);
  const all: (Fact | false)[] = [
    pricing !== null && { label: "Price", value: prices[pricing] },
    platforms.length > 0 && { label: "Runs on", value: platforms.join(", ") },
    categories.length > 0 && { label: "Category", value: categories.map(({ name }) => name).join(", ") },
    launch_week === null
      ? { label: "Listed", value: dayOf(created_at) }
      : { label: "Launched", value: weekWords(launch_week), source: plan_label === "sponsored" && paid },
    verified(listing),
    rating(listing),
    founders.length > 0 && { label: "Makers", value: founders.map(({ name }) => name).join(", ") },
    links.length > 0 && {
      label: "Links",
      value: links.map(([platform, url], i) => [i > 0 && ", ", outsideLink(url, linkName(platform))]),
    },
  ];
  return all.filter((fact) => fact !== false);
}

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

const badgeSection = ({
  image_url,
  html: code,
}: Badge) => html`<section aria-labelledby="badge"><h2 id="badge">Badge</h2>
<p><img src="${new URL(image_url).pathname}" alt="" height="54" loading="lazy"></p>
<details><summary>Copy the badge</summary>
<p class="hint">This shows it on a website, with a link to this page.</p>
<p><code class="address">${code}</code></p></details>
</section>`;
