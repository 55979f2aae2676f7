import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { type Category, categoryChips } from "./categories.ts";

/** The right column beside a list or a text: what belongs to the page, then what any visitor can do next. */
export const listMargin = (
  { site, urls }: { site: { name: string }; urls: { mcp: string } },
  own?: HtmlValue,
): Html => html`${own}
<section aria-labelledby="submit"><h2 id="submit">Launch your product</h2>
<p>Submit its URL, and we write a draft of the listing. A listing is free.</p>
<p><a class="button" href="/submit">Submit a product</a></p></section>
<section class="aside" aria-labelledby="assistant"><h2 id="assistant">Ask your assistant</h2>
<p>Assistants can search ${site.name} too. Add this URL as a connector (remote MCP server):</p>
<p><code class="address">${urls.mcp}</code></p>
<p><a href="/mcp">Connect your assistant</a></p></section>`;

const maxChips = 12;

/** The categories that have the most products. */
export const categoriesSection = (categories: Category[]): HtmlValue =>
  categories.length > 0 &&
  html`<section aria-labelledby="categories"><h2 id="categories">Categories</h2>
${categoryChips(categories.toSorted((a, b) => b.listing_count - a.listing_count).slice(0, maxChips))}
<p><a href="/categories">See all categories</a></p></section>`;
