import { accentPath } from "./accent.ts";
import { footer } from "./footer.ts";
import type { Frame } from "./frame.ts";
import { header } from "./header.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { iconPath, mediaPath } from "./icon.ts";
import { menuLinks } from "./menus.ts";
import { type ShareImage, type StructuredData, shareTags, structuredDataTags } from "./share.ts";

export interface Page {
  title: string;
  body: HtmlValue;
  /** What search engines show; a page without it is not for them. */
  description?: string;
  /** `narrow` holds one form; `signed-in` and `team` have the navigation of the account or the team beside it. */
  layout: "narrow" | "signed-in" | "team" | "wide";
  /** Its one address, path and query, where it can be reached by others too. */
  canonical?: string;
  /** Path of the same as an Atom feed. */
  feed?: string;
  /** What links to it are shown with; the site's own image unless said. */
  image?: ShareImage;
  /** What kind of thing it is where it is shared; a page of a website unless said. */
  kind?: "article" | "profile";
  /** What it says in the words of schema.org, a record each. */
  structuredData?: readonly StructuredData[];
  /** It as Markdown, where the operations it asks do not say all of it. */
  text?: string;
  /** A navigation beside a wide page. */
  side?: Html;
  /** Has the search field, so that the header needs none; nor does a narrow page, which asks for one thing. */
  hasSearch?: boolean;
  /** Path of a stylesheet that only this page has. */
  stylesheet?: string;
  /** A sentence on what has just been done. */
  notice?: string;
  /** Seconds after which the page loads itself again, while something on it is under way. */
  refreshSeconds?: number;
  /** Says that a form came back with faults, first thing a screen reader hears. */
  hasErrors?: boolean;
}

/** The navigation beside a group of pages. */
const sideMenus = {
  "signed-in": { label: "Account pages", menu: "account" },
  team: { label: "Team pages", menu: "team" },
} as const;

function sideMenu(layout: keyof typeof sideMenus, { assets, path }: Frame): Html {
  const { label, menu } = sideMenus[layout];
  return html`<nav class="side" aria-label="${label}"><ul role="list">${menuLinks(assets.menus[menu], path, true)}</ul></nav>`;
}

/** The whole document of a page. */
export function pageDocument(page: Page, frame: Frame): string {
  const { title, description, body, layout, notice, hasErrors, canonical, feed, refreshSeconds } = page;
  const { image, kind, structuredData } = page;
  const side = layout === "signed-in" || layout === "team" ? sideMenu(layout, frame) : page.side;
  const content = html`${notice && html`<p class="notice" role="status">${notice}</p>`}
${body}`;
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
${description === undefined ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${description}">`}
${
  canonical &&
  html`<link rel="canonical" href="${canonical}">
<link rel="alternate" type="text/markdown" href="${canonical}">
<link rel="describedby" type="text/markdown" href="/llms.txt">
`
}${
  feed &&
  html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}">
`
}${canonical && description !== undefined && shareTags({ title, description, canonical, siteName: frame.site.name, image, kind })}${icon(frame)}
<title>${hasErrors && "Error: "}${title !== frame.site.name && html`${title} · `}${frame.site.name}</title>
${stylesheets(page, frame).map(
  (path) => html`<link rel="stylesheet" href="${path}">
`,
)}${
  frame.assets.script &&
  html`<script type="module" src="${frame.assets.script}"></script>
`
}${structuredData && structuredDataTags(structuredData)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(frame, { hasSearch: page.hasSearch || layout === "narrow" })}
${
  side
    ? html`<div class="wide columns">
${side}
<main id="main" tabindex="-1">
${content}
</main>
</div>`
    : html`<main id="main" class="${layout}" tabindex="-1">
${content}
</main>`
}
${footer(frame)}
</body>
</html>
`}`;
}

const icon = ({ site: { settings } }: Frame): Html =>
  settings.look?.logo
    ? html`<link rel="icon" href="${mediaPath(settings.look.logo)}">`
    : html`<link rel="icon" type="image/svg+xml" href="${iconPath}">`;

// The last one rules: an operator's colour stands over ours.
const stylesheets = ({ stylesheet }: Page, { assets, site: { settings } }: Frame): string[] => [
  assets.stylesheet,
  ...(stylesheet ? [stylesheet] : []),
  ...(settings.look?.accent ? [accentPath(settings.look.accent)] : []),
];
