import { hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";

/** The text of an empty list, with a link to something that the reader can do. */
export const empty = (sentence: string, { path, label }: { path: string; label: string }): Html =>
  html`<p class="empty">${sentence} <a href="${path}">${label}</a></p>`;

/** Returns `emptyState`, or a link to the first page if the requested page is past the end of the list. */
export const emptyPage = (page: number, firstPage: string, emptyState: Html): Html =>
  page > 1 ? empty("This page of results is empty.", { path: firstPage, label: "Go to the first page" }) : emptyState;

interface Choice {
  path: string;
  label: HtmlValue;
  isCurrent: boolean;
}

export const choiceRow = (label: string, choices: Choice[]): Html =>
  html`<nav aria-label="${label}"><ul class="choices" role="list">${choices.map(
    ({ path, label, isCurrent }) =>
      html`<li><a href="${path}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul></nav>`;

interface SearchField {
  action: string;
  label: string;
  q: string;
  maxlength: number;
  /** Other query parameters to keep. */
  hidden?: Record<string, string>;
}

export const findForm = ({ action, label, q, maxlength, hidden = {} }: SearchField): Html =>
  html`<form class="find-in" method="get" action="${action}" role="search" aria-label="${label}">
${Object.entries(hidden).map(([name, value]) => hiddenField(name, value))}
<label class="hidden" for="field-q">${label}</label>
<input id="field-q" type="search" name="q" value="${q}" maxlength="${maxlength}" placeholder="${label}" autocomplete="off" enterkeyhint="search">
<button>Search</button>
</form>`;
