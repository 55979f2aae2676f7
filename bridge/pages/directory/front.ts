import type { SiteUrls } from "../../../tools/core/context.ts";
import listLaunches from "../../../tools/launches/list-launches.ts";
import type { ListingCard } from "../../../tools/listings/records.ts";
import { type Html, html } from "../frame/html.ts";
import type { Page } from "../frame/layout.ts";
import { logo } from "../frame/logo.ts";
import { publicPage } from "./public-page.ts";
import { listingList } from "./structured-data.ts";

interface Section {
  title: string;
  items: ListingCard[];
}

/** Serves the front page: what this is, how an assistant connects, and what launches this week. */
export const mountFront = publicPage({
  path: "/",
  name: "front",
  maxAge: 30,
  async page(ask, { site, urls, visit }) {
    const { sections } = await ask(listLaunches, { per_section: 8 });
    // At the start of a week nobody may have launched yet.
    const section = ["this-week", "just-launched"]
      .map((key) => sections.find((candidate) => candidate.key === key)!)
      .find(({ items }) => items.length > 0);
    return frontPage(site, urls, section, visit !== null);
  },
});

const frontPage = (
  site: { name: string; tagline: string },
  urls: SiteUrls,
  section: Section | undefined,
  isSignedIn: boolean,
): Page => ({
  title: site.name,
  canonical: `${urls.base}/`,
  description: site.tagline,
  structuredData: [
    { "@type": "WebSite", name: site.name, description: site.tagline, url: `${urls.base}/` },
    ...(section ? [listingList(urls.base, section.items)] : []),
  ],
  layout: "wide",
  body: html`<h1>${site.name}</h1>
<p class="lead">${site.tagline}</p>
<section class="card" aria-labelledby="connect">
<h2 id="connect">Use it from your assistant</h2>
<p>Give your assistant this address as a remote MCP server, which some apps call a custom connector:</p>
<p><code class="address">${urls.mcp}</code></p>
<p>Then ask it, say, what launched this week, or for alternatives to a product you use. Reading needs no account. Where your account is needed, the assistant sends you here to sign in, and you decide what it may do.</p>
<p class="hint">For scripts there is a REST API: <a href="/docs">API and MCP, all operations</a>. Keys are in <a href="/account/keys">your account</a>.</p>
</section>
${section && launches(section)}
<p>Made something? <a href="/submit">Submit its address</a>, and we write a draft of its listing for you.${
    !isSignedIn && html` New here? <a href="/sign-up">Make an account</a>, or <a href="/sign-in">sign in</a>.`
  }</p>`,
});

const launches = ({ title, items }: Section): Html => html`<section class="card" aria-labelledby="launches">
<h2 id="launches">${title}</h2>
<ul class="rows launches" role="list">${items.map(
  (item) => html`
<li>${logo(item, 56)}<div><a class="whole" href="/listings/${item.slug}"><strong>${item.name}</strong></a>${
    item.plan_label === "sponsored" && html` <span class="tag paid">Paid</span>`
  }
<p>${item.headline}</p></div></li>`,
)}
</ul>
</section>`;
