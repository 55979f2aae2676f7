import { type Html, type HtmlValue, html } from "../frame/html.ts";

export type OperationLinks = ReadonlyMap<string, string>;

export function inline(text: string, links: OperationLinks): HtmlValue[] {
  return text.split(/(`[^`]+`|\b[a-z]+(?:_[a-z]+)+\b)/).map((part) => {
    if (part.startsWith("`") && part.endsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    const href = links.get(part);
    return href === undefined ? part : html`<a href="${href}">${part}</a>`;
  });
}

/** Renders the OpenAPI document's description, which contains only paragraphs and `* ` lists. */
export function blocks(text: string, links: OperationLinks): Html[] {
  return text.split(/\n{2,}/).map((block) =>
    block.startsWith("* ")
      ? html`<ul>${block
          .split(/^\* /m)
          .slice(1)
          .map((item) => html`<li>${inline(item.trim(), links)}</li>`)}</ul>`
      : html`<p>${inline(block, links)}</p>`,
  );
}
