import type { SiteUrls } from "../../../tools/core/context.ts";
import listLaunches from "../../../tools/launches/list-launches.ts";
import type { ListingCard } from "../../../tools/listings/records.ts";
import { type Html, html } from "../frame/html.ts";
import type { Page } from "../frame/layout.ts";
import { publicPage } from "./public-page.ts";

interface Section {
  title: string;
  items: ListingCard[];
}

/** Serves the front page: what this is, how an assistant connects, and what launches this week. */
export const mountFront = publicPage(listLaunches, {
  path: "/",
  name: "front",
  input: () => ({ per_section: 8 }),
  page({ sections }, { site, urls }) {
    // At the start of a week nobody may have launched yet.
    const section = ["this-week", "just-launched"]
      .map((key) => sections.find((candidate) => candidate.key === key)!)
      .find(({ items }) => items.length > 0);
    return frontPage(site, urls, section);
  },
});

const frontPage = (site: { name: string; tagline: string }, urls: SiteUrls, section: Section | undefined): Page => ({
  title: site.name,
  description: site.tagline,
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
<p>Made something? <a href="/submit">Submit its address</a>, and we write a draft of its listing for you. New here? <a href="/sign-up">Make an account</a>, or <a href="/sign-in">sign in</a>.</p>`,
});

const launches = ({ title, items }: Section): Html => html`<section class="card" aria-labelledby="launches">
<h2 id="launches">${title}</h2>
<ul class="rows launches" role="list">${items.map(
  ({ name, headline, url, logo_url, plan_label }) => html`
<li>${logo_url && html`<img src="${logo_url}" alt="" width="44" height="44" loading="lazy">`}<div><a href="${url}" rel="nofollow noopener"><strong>${name}</strong></a>${
    plan_label === "sponsored" && html` <span class="tag">Sponsored</span>`
  }
<p>${headline}</p></div></li>`,
)}
</ul>
</section>`;
