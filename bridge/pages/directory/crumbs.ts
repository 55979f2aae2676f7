import { type Html, html } from "../frame/html.ts";

/** The way to a page from above: what it is part of, outermost first. */
export const crumbs = (...parents: { path: string; name: string }[]): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol role="list">${parents.map(
    ({ path, name }) => html`<li><a href="${path}" dir="auto">${name}</a></li>`,
  )}</ol></nav>`;
