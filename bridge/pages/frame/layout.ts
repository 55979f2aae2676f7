import { type Html, type HtmlValue, html } from "./html.ts";
import { iconPath, markPaths } from "./icon.ts";
import { type ShareImage, type StructuredData, shareTags, structuredDataTags } from "./share.ts";

/** What the frame around a page shows. */
export interface Frame {
  site: { name: string };
  /** Paths of the stylesheets, the one of all pages first. */
  stylesheets: string[];
  /**
   * The signed-in person, with the token their sign-out form needs; where nobody is signed in the way to do it;
   * "anyone" where the page is the same for all.
   */
  person: { name: string; email: string; formToken: string; isTeam: boolean } | { signIn: string } | "anyone";
  /** Path of the page, to mark it in the navigation. */
  path: string;
}

export interface Page {
  title: string;
  body: HtmlValue;
  /** What search engines show; a page without it is not for them. */
  description?: string;
  /** `narrow` holds one form; `signed-in` has the account's navigation beside it. */
  layout: "narrow" | "signed-in" | "wide";
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
  /** It as Markdown, where no operation it asks says it. */
  text?: string;
  /** A navigation beside a wide page. */
  side?: Html;
  /** A sentence on what has just been done. */
  notice?: string;
  /** Seconds after which the page loads itself again, while something on it is under way. */
  refreshSeconds?: number;
  /** Says that a form came back with faults, first thing a screen reader hears. */
  hasErrors?: boolean;
}

/** The public pages that lead to all others. */
const sitePages = [["/updates", "Updates"]] as const;

const accountPages = [
  ["/account", "Account"],
  ["/account/profile", "Founder profile"],
  ["/account/drafts", "Drafts"],
  ["/account/listings", "Listings"],
  ["/account/following", "Following"],
  ["/account/claims", "Claims"],
  ["/account/orders", "Orders"],
  ["/account/billing", "Billing details"],
  ["/account/votes", "Votes"],
  ["/account/keys", "API keys"],
  ["/account/apps", "Connected apps"],
] as const;

const brandMark = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${markPaths}</svg>`;

/** The whole document of a page. */
export function pageDocument(page: Page, frame: Frame): string {
  const { title, description, body, layout, notice, hasErrors, canonical, feed, refreshSeconds } = page;
  const { image, kind, structuredData } = page;
  const side = layout === "signed-in" ? sideNavigation("Account pages", accountPages, frame.path) : page.side;
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
}${canonical && description !== undefined && shareTags({ title, description, canonical, siteName: frame.site.name, image, kind })}<link rel="icon" type="image/svg+xml" href="${iconPath}">
<title>${hasErrors && "Error: "}${title !== frame.site.name && html`${title} · `}${frame.site.name}</title>
${frame.stylesheets.map(
  (path) => html`<link rel="stylesheet" href="${path}">
`,
)}${structuredData && structuredDataTags(structuredData)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<div class="wide">
<a class="brand" href="/">${brandMark}<span>${frame.site.name}</span></a>
${siteNavigation(frame.path)}
${personMenu(frame.person)}
</div>
</header>
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
<footer class="bottom"><div class="wide"><p>${frame.site.name}</p><ul role="list"><li><a href="/docs">API and MCP</a></li></ul></div></footer>
</body>
</html>
`}`;
}

type Line = readonly [path: string, label: string];

/** The navigation beside a group of pages. The first is above all others, so only pages below those count as part of them. */
export const sideNavigation = (label: string, pages: readonly Line[], current: string): Html =>
  html`<nav class="side" aria-label="${label}"><ul role="list">${pages.map(
    ([path, label], i) => html`<li><a href="${path}"${isCurrent(path, current, i === 0)}>${label}</a></li>`,
  )}</ul></nav>`;

const isCurrent = (path: string, current: string, isAboveAll: boolean) =>
  path === current
    ? html` aria-current="page"`
    : !isAboveAll && current.startsWith(`${path}/`) && html` aria-current="true"`;

const siteNavigation = (current: string): Html =>
  html`<nav class="site" aria-label="Site"><ul role="list">${sitePages.map(
    ([path, label]) => html`<li><a href="${path}"${isCurrent(path, current, false)}>${label}</a></li>`,
  )}</ul></nav>`;

const submitLink = html`<a class="button" href="/submit">Submit</a>`;

function personMenu(person: Frame["person"]): Html {
  // Whoever is not signed in is asked to sign in there.
  if (person === "anyone")
    return html`<nav class="person" aria-label="Account">${submitLink}<a href="/account">Your account</a></nav>`;
  if ("signIn" in person)
    return html`<nav class="person" aria-label="Account">${submitLink}<a href="${person.signIn}">Sign in</a></nav>`;
  const { name, email, formToken, isTeam } = person;
  return html`<div class="person">
${submitLink}
${isTeam && html`<a class="team" href="/team">Team</a>`}
<a href="/account">${name || email}</a>
<form method="post" action="/sign-out"><input type="hidden" name="form_token" value="${formToken}"><button class="plain">Sign out</button></form>
</div>`;
}
