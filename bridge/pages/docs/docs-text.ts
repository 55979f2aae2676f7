import { type Html, type HtmlValue, html } from "../frame/html.ts";

/** Text with `code` in backquotes and names of operations as links. */
export function inline(text: string, operations: ReadonlySet<string>): HtmlValue[] {
  return text.split(/(`[^`]+`|\b[a-z]+(?:_[a-z]+)+\b)/).map((part) => {
    if (part.startsWith("`") && part.endsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    return operations.has(part) ? html`<a href="#${part}">${part}</a>` : part;
  });
}

/** Paragraphs and lists of `* ` lines, which is all the Markdown our own texts have. */
export function blocks(text: string, operations: ReadonlySet<string>): Html[] {
  return text.split(/\n{2,}/).map((block) =>
    block.startsWith("* ")
      ? html`<ul>${block
          .split(/^\* /m)
          .slice(1)
          .map((item) => html`<li>${inline(item.trim(), operations)}</li>`)}</ul>`
      : html`<p>${inline(block, operations)}</p>`,
  );
}
