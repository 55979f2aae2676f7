import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

export const footer = ({
  site: { name, settings },
  assets,
}: Frame): Html => html`<footer class="bottom"><div class="wide">
<p>${name}</p>
<nav aria-label="More"><ul role="list">${assets.menus.footer
  .filter(({ isShown }) => isShown(settings))
  .map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}</ul></nav>
</div></footer>`;
