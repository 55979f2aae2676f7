import getFounder from "#tools/founders/get-founder.ts";
import { type Html, html } from "../frame/html.ts";
import { ifFound } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";

/** A link to the founder's public page, or what is needed before the page exists. `slug` is null without a name. */
export async function founderLink(visit: SignedInVisit, slug: string | null): Promise<Html> {
  const founder = slug !== null && (await ifFound(visit.call(getFounder, { slug })));
  return founder
    ? html`<a href="/founders/${founder.slug}">View your public founder page</a>`
    : html`Your public founder page appears once your profile is complete and a live listing shows you as a founder.`;
}
