import { type Html, type HtmlValue, html } from "./html.ts";

interface Row {
  id?: string;
  cells: HtmlValue[];
}

/**
 * A table with row headings in the first column. On narrow screens, each row is a block with its column names (docs.css).
 * The roles are explicit because browsers drop table roles when CSS changes `display`.
 */
export function table(caption: HtmlValue, columns: string[], rows: Row[], name?: string): Html {
  return html`<table role="table"${name !== undefined && html` class="${name}"`}>
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ({ id, cells: [head, ...cells] }) => html`
<tr role="row"${id && html` id="${id}"`}><th role="rowheader" scope="row">${head}</th>${cells.map(
      (cell, i) => html`<td role="cell" data-label="${columns[i + 1]}">${cell}</td>`,
    )}</tr>`,
  )}
</tbody></table>`;
}
