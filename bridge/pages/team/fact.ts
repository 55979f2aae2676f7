import { type Html, type HtmlValue, html } from "../frame/html.ts";

/** A row of a list of facts. */
export const fact = (label: string, value: HtmlValue): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
