import { Marked } from "marked";
import type sanitizeHtml from "sanitize-html";

// Task lists become characters, so that no form control has to be allowed.
const marked = new Marked({ gfm: true, renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

/** `address` as a browser on `base` would resolve it, or null where that is not a web address. */
function resolve(address: string | undefined, base: string): URL | null {
  const url = address === undefined ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const policy = (base: string): sanitizeHtml.IOptions => ({
  // A page has its own h1.
  allowedTags: [
    ...["h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
    ...["table", "thead", "tbody", "tr", "th", "td", "a", "em", "strong", "del", "img"],
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height", "loading"],
    ol: ["start"],
    th: ["align"],
    td: ["align"],
  },
  allowedClasses: { code: ["language-*"] },
  allowedSchemes: ["http", "https", "mailto"],
  nonTextTags: ["script", "style", "svg", "math", "iframe", "object", "template", "textarea", "option", "noscript"],
  transformTags: {
    h1: "h2",
    a(tagName, { href, title }) {
      const url = resolve(href, base);
      const attribs: Record<string, string> = {};
      if (title) attribs.title = title;
      if (url || /^mailto:[^?]+$/i.test(href ?? "")) attribs.href = href!;
      if (url && url.origin !== base) attribs.rel = "nofollow noopener noreferrer";
      return { tagName, attribs };
    },
    img: (tagName, attribs) => ({
      tagName,
      attribs: resolve(attribs.src, base)?.origin === base ? { ...attribs, loading: "lazy" } : {},
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
});

const kept = new Map<string, string>();
const maxKept = 300;

/**
 * Markdown as HTML of an allow-list of tags; links lead to web and mail addresses, images come from `base` only.
 * @param keepsLines whether the ends of lines stay, as in postal addresses
 */
export async function renderMarkdown(markdown: string, base: string, { keepsLines = false } = {}): Promise<string> {
  // Rendering costs some 2 ms, a hundred times the rest of the call, and a blog is read far more often than written.
  const key = `${base} ${keepsLines}\n${markdown}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  // The sanitiser and its parser are loaded where something is to be rendered: a directory need not have a blog.
  const { default: sanitize } = await import("sanitize-html");
  const html = sanitize(marked.parse(markdown, { async: false, breaks: keepsLines }), policy(base)).trim();
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, html);
  return html;
}
