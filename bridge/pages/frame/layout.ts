import { accentPath } from "./accent.ts";
import { sheet } from "./fields.ts";
import { footer } from "./footer.ts";
import { type Frame, isWithin } from "./frame.ts";
import { header } from "./header.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { iconLinks } from "./icon.ts";
import { menuLinks } from "./menus.ts";
import { type ShareImage, type StructuredData, shareTags, structuredDataTags } from "./share.ts";

export interface Page {
  title: string;
  body: HtmlValue;
  /** Description for search engines. A page without one gets `noindex`. */
  description?: string;
  /** `narrow` fits one form; `signed-in` and `team` add the account or team navigation. Default: `wide`. */
  layout?: "narrow" | "signed-in" | "team" | "wide";
  /** The canonical URL, if several URLs show the page. */
  canonical?: string;
  /** Path of the Atom feed. */
  feed?: string;
  /** Preview image for links to the page. Default: the site's image. */
  image?: ShareImage;
  /** Open Graph type. Default: website. */
  kind?: "article" | "profile";
  structuredData?: readonly StructuredData[];
  /** The page as Markdown, if the text responses of its operations are not enough. */
  text?: string;
  side?: Html;
  /** The right column of a page whose text or list is not as wide as the screen. */
  margin?: HtmlValue;
  /** True if the page has a search field; the header then shows none. */
  hasSearch?: boolean;
  stylesheet?: string;
  /** Result of the last action, shown at the top. */
  notice?: string;
  refreshSeconds?: number;
  /** Prefixes the title with "Error:", which screen readers read first. */
  hasErrors?: boolean;
}

const sideMenus = {
  "signed-in": { label: "Account pages", menu: "account" },
  team: { label: "Team pages", menu: "team" },
} as const;

function sideMenu(layout: keyof typeof sideMenus, { assets, path, person }: Frame): Html {
  const { label, menu } = sideMenus[layout];
  const teamScopes = typeof person === "object" && "teamScopes" in person ? person.teamScopes : [];
  const shown = assets.menus[menu].filter(({ scopes }) => scopes?.some((scope) => teamScopes.includes(scope)) ?? true);
  const [first, ...others] = shown;
  const current = others.find((link) => isWithin(link.path, path)) ?? first!;
  const links = html`<nav aria-label="${label}"><ul role="list">${menuLinks(shown, path, true)}</ul></nav>`;
  return html`<div class="side">${sheet({ id: "pages", label: html`<span class="hidden">${label}: </span>${current.label}` }, links)}</div>`;
}

export function pageDocument(page: Page, frame: Frame): string {
  const { title, description, body, layout = "wide", notice, hasErrors, canonical, feed, refreshSeconds } = page;
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
}${canonical && description !== undefined && shareTags({ title, description, canonical, siteName: frame.site.name, image, kind })}${iconLinks(frame.site)}
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
<a class="skip" href="#main">Skip to content</a>
${header(frame, { hasSearch: page.hasSearch || layout === "narrow" })}
${
  side
    ? html`<div class="wide columns">
${side}
<main id="main" tabindex="-1">
${content}
</main>
</div>`
    : html`<main id="main" class="${layout}${page.margin && " with-margin"}" tabindex="-1">
${page.margin ? html`<div class="beside-margin">${content}</div><div class="margin">${page.margin}</div>` : content}
</main>`
}
${footer(frame)}
</body>
</html>
`}`;
}

// The operator's colour comes last, so that it overrides ours.
const stylesheets = ({ stylesheet }: Page, { assets, site: { settings } }: Frame): string[] => [
  assets.stylesheet,
  ...(stylesheet ? [stylesheet] : []),
  ...(settings.look?.accent ? [accentPath(settings.look.accent)] : []),
];
