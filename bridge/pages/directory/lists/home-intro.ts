import type listProducts from "#tools/orders/list-products.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import type { ItemOf } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";
import { searchForm } from "../../frame/search-form.ts";

interface Shown {
  /** URL of the MCP server. */
  mcp: string;
  /** The paid launch, if it is on sale. */
  launch: ItemOf<typeof listProducts> | undefined;
  isSignedIn: boolean;
}

/** The top of the home page: what the site is, the search, and how to vote, launch and connect an assistant. */
export const homeIntro = (
  site: { name: string; tagline: string; listingCount: number },
  { mcp, launch, isSignedIn }: Shown,
): Html => html`<header class="intro">
<h1>${site.tagline || `${site.name}: new products, week by week`}</h1>
<p class="lead">${site.listingCount > 1 && `Browse ${site.listingCount.toLocaleString("en")} products. `}Vote for the ones you like, or launch your own.</p>
${searchForm(site, { id: "search", isMain: true })}
<dl class="how">
<div><dt>Vote</dt><dd>One vote per product: press its arrow. ${
  isSignedIn
    ? html`<a href="/ranking">How votes count</a>`
    : html`<a href="/sign-up">Create an account</a> or <a href="/sign-in">sign in</a> first.`
}</dd></div>
<div><dt>Launch</dt><dd>Free with our badge on your website and a complete founder profile${launch && `, or ${priceText(launch.price, launch.currency)} net in a week you choose`}. <a href="/submit">Submit your URL</a> · <a href="/pricing">Prices</a></dd></div>
<div><dt>Ask your assistant</dt><dd>Add this URL as a connector. <a href="/mcp">How to connect</a>
<p><code class="address">${mcp}</code></p></dd></div>
</dl>
</header>`;
