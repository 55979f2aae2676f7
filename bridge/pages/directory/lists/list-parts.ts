import { hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";

/** A list with nothing in it: one sentence, and the one thing to do. */
export const empty = (sentence: string, { path, label }: { path: string; label: string }): Html =>
  html`<p class="empty">${sentence} <a href="${path}">${label}</a></p>`;

/** A page of a list past its end. */
export const pastEnd = (path: string): Html =>
  empty("There is nothing on this page.", { path, label: "See the first page" });

interface Choice {
  path: string;
  label: HtmlValue;
  isCurrent: boolean;
}

/** Ways to see a list, as links in a row. */
export const choiceRow = (label: string, choices: Choice[]): Html =>
  html`<nav aria-label="${label}"><ul class="choices" role="list">${choices.map(
    ({ path, label, isCurrent }) =>
      html`<li><a href="${path}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul></nav>`;

interface Finding {
  action: string;
  /** What is searched, for those who do not see the field in its place. */
  label: string;
  q: string;
  maxlength: number;
  /** What else of the address stays. */
  kept?: Record<string, string>;
}

/** Looks for words within one list. */
export const findForm = ({ action, label, q, maxlength, kept = {} }: Finding): Html =>
  html`<form class="find-in" method="get" action="${action}" role="search" aria-label="${label}">
${Object.entries(kept).map(([name, value]) => hiddenField(name, value))}
<label class="hidden" for="field-q">${label}</label>
<input id="field-q" type="search" name="q" value="${q}" maxlength="${maxlength}" placeholder="${label}" autocomplete="off">
<button>Search</button>
</form>`;
