import { siteTexts } from "#tools/site/texts.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

/** What stands below every page: what the site is, and what people look for last. */
export const footer = ({ site: { name, settings } }: Frame): Html => html`<footer class="bottom"><div class="wide">
<p>${name}</p>
<nav aria-label="More"><ul role="list">${links(settings.texts ?? {}).map(
  ([path, label]) => html`<li><a href="${path}">${label}</a></li>`,
)}</ul></nav>
</div></footer>`;

// Whoever writes nothing still has a page that says how the ranking is made.
const links = (texts: object) => [
  ["/updates", "Updates"] as const,
  ["/awards", "Awards"] as const,
  ["/blog", "Blog"] as const,
  ["/pricing", "Prices"] as const,
  ["/ranking", "Ranking"] as const,
  ...siteTexts
    .filter(({ name }) => name === "about" || Object.hasOwn(texts, name))
    .map(({ name, title }) => [`/${name}`, title] as const),
  ["/docs", "API and MCP"] as const,
];
