import { type Html, type HtmlValue, html } from "./html.ts";

/** A magnifying glass. */
export const searchIcon = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 5 5"/></svg>`;

interface SearchForm {
  /** Of its field. */
  id: string;
  value?: string;
  /** Whether it is what the page is for: larger, and with a button. */
  isMain?: boolean;
  /** What else the form carries. */
  more?: HtmlValue;
}

/**
 * Leads to /search. An assistant in the browser sees it as a tool (WebMCP, declarative API: the `tool…` attributes), which
 * it may send by itself as it only reads.
 */
export const searchForm = ({ name }: { name: string }, { id, value = "", isMain, more }: SearchForm): Html =>
  html`<form class="find${isMain && " main-find"}" action="/search" role="search" toolname="search_listings" tooldescription="Search the products listed on ${name} by words. Shows the best matches first, with filters." toolautosubmit>
<label class="hidden" for="${id}">Search products</label>
<div class="find-field">${searchIcon}
<input id="${id}" type="search" name="q" value="${value}" maxlength="200" placeholder="Search products" autocomplete="off" toolparamdescription="Words to find, or a question in plain words"></div>
${isMain && html`<button class="primary">Search</button>`}
${more}
</form>`;
