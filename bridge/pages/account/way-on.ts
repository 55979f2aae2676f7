import type { NextAction } from "../../../tools/core/errors.ts";
import { type HtmlValue, html } from "../frame/html.ts";

/** Pages on which a person does what an assistant would call. */
const pages = new Map<string, (given: Record<string, unknown>) => string>([
  ["get_my_listing", ({ listing_id }) => `/account/listings/${listing_id}`],
  ["get_draft", ({ id }) => `/account/drafts/${id}`],
  ["list_my_drafts", () => "/account/drafts"],
  ["claim_listing", ({ slug }) => `/listings/${slug}/claim`],
]);

/** What to do next, for a person; nothing where only an assistant could do it. */
export function wayOn({ tool = "", arguments: given = {}, why, who, url }: NextAction): HtmlValue {
  const address = url ?? pages.get(tool)?.(given);
  if (address) return html`<a href="${address}">${why}</a>`;
  return who === "human" && why;
}
