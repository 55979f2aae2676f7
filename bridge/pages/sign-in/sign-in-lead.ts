import { submittedHost } from "#auth/return-to.ts";
import getCategory from "#tools/categories/get-category.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { ifFound } from "../frame/submit.ts";
import { purposeOf, type Visit } from "../frame/visit.ts";

/** Says why the person is here. `start` is how, such as "Sign in". Names come from our records, never from the path. */
export async function signInLead(visit: Visit, returnTo: string | null, start: string): Promise<Html | null> {
  if (returnTo === null) return null;
  const host = submittedHost(returnTo);
  if (returnTo.startsWith("/submit?"))
    return html`<p class="lead">We have saved your product's URL. ${start} to start the draft${host && html` for ${host}`}.</p>`;
  const url = new URL(returnTo, visit.base);
  const { act, slug } = purposeOf(url);
  if (act === "vote") {
    const listing = await ifFound(visit.call(getListing, { slug }));
    return (
      listing && html`<p class="lead">${start} to vote for <bdi>${listing.name}</bdi>. Then press the arrow again.</p>`
    );
  }
  const followed = act === "follow" && (await nameOf(visit, url.pathname));
  return followed ? html`<p class="lead">${start} to follow ${followed} by email. Then press Follow again.</p>` : null;
}

async function nameOf(visit: Visit, path: string): Promise<HtmlValue> {
  if (path === "/search") return "this search";
  const [, kind, slug] = /^\/(listings|categories)\/([^/]+)$/.exec(path) ?? [];
  if (!kind) return null;
  const call = kind === "listings" ? visit.call(getListing, { slug }) : visit.call(getCategory, { slug, top: 1 });
  const found = await ifFound<{ name: string }>(call);
  return found && html`<bdi>${found.name}</bdi>`;
}
