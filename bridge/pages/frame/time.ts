import { type Html, html } from "./html.ts";

const shown = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A point in time, in UTC because without scripts we do not know the reader's zone. */
export const timeOf = (stamp: string): Html =>
  html`<time datetime="${stamp}">${shown.format(new Date(stamp))} UTC</time>`;
