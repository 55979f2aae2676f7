import type { ServedSite } from "#bridge/http/server/runtime.ts";
import { type Html, html } from "../../frame/html.ts";
import { breadcrumbs } from "./structured-data.ts";

interface Step {
  path: string;
  name: string;
}

/** The visible breadcrumbs, without the home page and the current page. */
export const crumbs = (...parents: Step[]): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol role="list">${parents.map(
    ({ path, name }) => html`<li><a href="${path}" dir="auto">${name}</a></li>`,
  )}</ol></nav>`;

/** The breadcrumbs for search engines, with the home page and the current page. */
export const trail = ({ site, urls }: Pick<ServedSite, "site" | "urls">, ...steps: Step[]) =>
  breadcrumbs([
    { name: site.name, url: `${urls.base}/` },
    ...steps.map(({ name, path }) => ({ name, url: urls.base + path })),
  ]);
