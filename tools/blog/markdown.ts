import { Marked } from "marked";
import type sanitizeHtml from "sanitize-html";

// Task-list checkboxes become characters, so that form controls need not be allowed.
const marked = new Marked({ gfm: true, renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

/** Resolves a link as a browser would on the page `base`. Returns null if the result is not an http(s) URL. */
function resolve(link: string | undefined, base: string): URL | null {
  const url = link === undefined ? null : URL.parse(link, base);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const policy = (base: string): sanitizeHtml.IOptions => ({
  // h1 is not allowed, because the page itself has one.
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
      if (url && url.origin !== base) attribs.rel = "nofollow noopener";
      return { tagName, attribs };
    },
    img(tagName, attribs) {
      const url = resolve(attribs.src, base);
      if (url?.origin !== base) return { tagName, attribs: {} };
      const [, width, height] = /^#(\d+)x(\d+)$/.exec(url.hash) ?? [];
      url.hash = "";
      // Feed readers and API clients have no page that the path could be relative to.
      const src = url.pathname.startsWith("/media/") ? url.href : attribs.src!;
      return { tagName, attribs: { ...attribs, ...(width && height && { width, height }), src, loading: "lazy" } };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
});

const cache = new Map<string, string>();
const maxCached = 300;

/** Renders Markdown as sanitised HTML. Links may point to web pages or email addresses; images must come from `base`. `keepsLines` keeps line breaks, as in postal addresses. */
export async function renderMarkdown(markdown: string, base: string, { keepsLines = false } = {}): Promise<string> {
  // Rendering takes about 2 ms, a hundred times as long as the rest of the call, so the result is cached.
  const key = `${base} ${keepsLines}\n${markdown}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  // The sanitiser and its parser load on first use, because a directory need not have a blog.
  const { default: sanitize } = await import("sanitize-html");
  const html = sanitize(marked.parse(markdown, { async: false, breaks: keepsLines }), policy(base)).trim();
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, html);
  return html;
}
