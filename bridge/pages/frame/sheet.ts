import { type Html, type HtmlValue, html } from "./html.ts";

// A popover needs no script, and the browser closes it on Escape and on a press elsewhere. slipway.css shows the content
// in its place on wide screens and in browsers without popovers.

/** Content that a button opens on narrow screens. `more` is shown beside the button. */
export const sheet = (
  { id, label }: { id: string; label: HtmlValue },
  content: HtmlValue,
  more?: HtmlValue,
): Html => html`<div class="sheet-head"><button class="sheet-button" type="button" popovertarget="${id}">${label}</button>${more}</div>
<div class="sheet" id="${id}" popover>
${content}
<button class="sheet-close" type="button" popovertarget="${id}" popovertargetaction="hide">Close</button>
</div>`;
