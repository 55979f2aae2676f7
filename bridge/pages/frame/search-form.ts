import { type Html, type HtmlValue, html } from "./html.ts";

export const searchIcon = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 5 5"/></svg>`;

interface SearchForm {
  id: string;
  value?: string;
  /** True for a larger form with a button. */
  isMain?: boolean;
  more?: HtmlValue;
}

/** Browser assistants see the form as a tool (WebMCP declarative API) and may submit it, because it changes nothing. */
export const searchForm = ({ name }: { name: string }, { id, value = "", isMain, more }: SearchForm): Html =>
  html`<form class="find${isMain && " main-find"}" action="/search" role="search" toolname="search_listings" tooldescription="Searches the products on ${name} and shows the best matches first, with filters." toolautosubmit>
<label class="hidden" for="${id}">Search products</label>
<div class="find-field">${searchIcon}
<input id="${id}" type="search" name="q" value="${value}" maxlength="200" placeholder="Search products" autocomplete="off" enterkeyhint="search" toolparamdescription="Search words or a question"></div>
${isMain && html`<button class="primary">Search</button>`}
${more}
</form>`;
