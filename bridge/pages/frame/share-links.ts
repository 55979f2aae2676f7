import { type Html, html } from "./html.ts";

/**
 * Links that share a page, and its URL to copy. They are plain links, so no other site loads anything before a click.
 * The email has no recipient; mail programs read `+` as a plus sign, so spaces need percent encoding.
 */
export function shareLinks({ url, title }: { url: string; title: string }): Html {
  const [link, text, both] = [url, title, `${title} ${url}`].map((part) => encodeURIComponent(part.toWellFormed()));
  const targets = [
    ["X", `https://x.com/intent/post?text=${text}&url=${link}`],
    ["LinkedIn", `https://www.linkedin.com/sharing/share-offsite/?url=${link}`],
    ["Bluesky", `https://bsky.app/intent/compose?text=${both}`],
    ["Mastodon", `https://share.joinmastodon.org/#text=${both}`],
    ["Email", `mailto:?subject=${text}&body=${link}`],
  ];
  return html`<div class="share"><ul role="list">${targets.map(
    ([label, href]) => html`<li><a href="${href}" rel="nofollow noopener">${label}</a></li>`,
  )}</ul>
<p><code class="address">${url}</code></p></div>`;
}
