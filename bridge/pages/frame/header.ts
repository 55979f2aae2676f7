import { ariaCurrent, type Frame } from "./frame.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { markPaths, mediaPath } from "./icon.ts";
import { menuLinks } from "./menus.ts";
import { searchForm, searchIcon } from "./search-form.ts";

/** `hasSearch` is true if the page has its own search field; the header then has none. */
export const header = (frame: Frame, { hasSearch = false }: { hasSearch?: boolean }): Html => html`<header class="top${
  isSignedIn(frame.person) && " signed-in"
}">
<div class="wide">
${brand(frame)}
${!hasSearch && searchForm(frame.site, { id: "find" })}
<a class="to-search" href="/search"${ariaCurrent("/search", frame.path, false)}>${searchIcon}<span class="hidden">Search</span></a>
<nav class="site" aria-label="Site"><ul role="list">${menuLinks(frame.assets.menus.header, frame.path)}</ul></nav>
${personMenu(frame.person)}
</div>
</header>`;

const isSignedIn = (person: Frame["person"]) => person !== "anyone" && !("signIn" in person);

const brand = ({ site: { name, settings } }: Frame): Html =>
  html`<a class="brand" href="/">${
    settings.look?.logo
      ? html`<img src="${mediaPath(settings.look.logo)}" alt="" width="28" height="28">`
      : html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${markPaths}</svg>`
  }<span>${name}</span></a>`;

const submitLink = html`<a class="button primary" href="/submit"><span>Submit<span class="wordy"> a product</span></span></a>`;

function personMenu(person: Frame["person"]): HtmlValue {
  // On a page for anyone, the link leads to the account page, which asks for sign-in if needed.
  if (person === "anyone" || "signIn" in person) {
    const [path, label] = person === "anyone" ? ["/account", "Account"] : [person.signIn, "Sign in"];
    return html`<nav class="person" aria-label="Account"><a href="${path}">${label}</a>${submitLink}</nav>`;
  }
  const { name, email, formToken, isTeam } = person;
  return html`<div class="person">
${isTeam && html`<a class="team" href="/team">Team</a>`}
<a href="/account">${name || email}</a>
<form method="post" action="/sign-out"><input type="hidden" name="form_token" value="${formToken}"><button class="plain">Sign out</button></form>
${submitLink}
</div>`;
}
