import { ariaCurrent, type Frame } from "./frame.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { markPaths, mediaPath } from "./icon.ts";
import { menuLinks, siteLinks } from "./menus.ts";
import { searchForm, searchIcon } from "./search-form.ts";

/**
 * `hasSearch` is true if the page has its own search field; the header then has none. On narrow screens, one menu
 * contains the site's links and the person's; on wide screens, the person's links have a menu of their own.
 */
export const header = (frame: Frame, { hasSearch = false }: { hasSearch?: boolean }): Html => html`<header class="top">
<div class="wide">
${brand(frame)}
${!hasSearch && searchForm(frame.site, { id: "find" })}
<a class="to-search" href="/search"${ariaCurrent("/search", frame.path, false)}>${searchIcon}<span class="hidden">Search</span></a>
<div class="menu" id="menu" popover>
<nav class="site" aria-label="Site"><ul role="list">${menuLinks(siteLinks(frame, "header"), frame.path)}</ul></nav>
${personMenu(frame)}
</div>
<a class="button primary" href="/submit"><span>Submit<span class="wordy"> a product</span></span></a>
<button class="menu-button" type="button" popovertarget="menu">${menuIcon}<span class="hidden">Menu</span></button>
</div>
</header>`;

const menuIcon = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false"><path d="M2 5h16M2 10h16M2 15h16"/></svg>`;

const brand = ({ site: { name, settings } }: Frame): Html =>
  html`<a class="brand" href="/">${
    settings.look?.logo
      ? html`<img src="${mediaPath(settings.look.logo)}" alt="" width="28" height="28">`
      : html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${markPaths}</svg>`
  }<span>${name}</span></a>`;

/** The account pages that the header links to. */
const mainPages = new Set(["/account", "/account/listings", "/account/orders"]);

function personMenu({ person, path, assets }: Frame): HtmlValue {
  // On a page for anyone, the link leads to the account page, which asks for sign-in if needed.
  if (person === "anyone" || "signIn" in person) {
    const [to, label] = person === "anyone" ? ["/account", "Account"] : [person.signIn, "Sign in"];
    return html`<nav class="sign-in" aria-label="Account"><a href="${to}">${label}</a></nav>`;
  }
  const { name, email, formToken, teamScopes } = person;
  const links = assets.menus.account.filter((link) => mainPages.has(link.path));
  return html`<button class="person-button" type="button" popovertarget="person"><span>${name || email}</span></button>
<div class="person" id="person" popover>
<p class="hint">${email}</p>
<nav aria-label="Account"><ul role="list">${menuLinks(links, path, true)}
${teamScopes.length > 0 && html`<li><a href="/team"${ariaCurrent("/team", path, false)}>Team</a></li>`}</ul></nav>
<form method="post" action="/sign-out"><input type="hidden" name="form_token" value="${formToken}"><button class="plain">Sign out</button></form>
</div>`;
}
