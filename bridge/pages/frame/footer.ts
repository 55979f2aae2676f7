import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { siteLinks } from "./menus.ts";

export const footer = (frame: Frame): Html => html`<footer class="bottom"><div class="wide">
<p>${frame.site.name}</p>
<nav aria-label="More"><ul role="list">${siteLinks(frame, "footer").map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}</ul></nav>
</div></footer>`;
