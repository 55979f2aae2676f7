import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { siteTexts } from "#tools/site/texts.ts";
import { definePage } from "../../frame/define-page.ts";
import { html, safeHtml } from "../../frame/html.ts";

/** A page with the operator's text, or a 404 if the operator has provided none. */
const textPage = ({ name, title }: (typeof siteTexts)[number], i: number) =>
  definePage({
    path: `/${name}`,
    name: `${name}_page`,
    audience: "everyone",
    menu: { in: "footer", label: title, place: 7 + i, isShown: ({ texts = {} }) => Object.hasOwn(texts, name) },
    maxAge: 300,
    async get(_ask, { site, urls }) {
      const text = lookup(site.settings.texts ?? {}, name) ?? notFound("page", name);
      return {
        title,
        text: `# ${title}\n\n${text}`,
        description: `${title}: ${site.name}. ${site.tagline}`,
        canonical: `${urls.base}/${name}`,
        body: html`<article class="text">
<header><h1>${title}</h1></header>
<div class="written" dir="auto">${safeHtml(await renderMarkdown(text, urls.base, { keepsLines: true }))}</div>
</article>`,
      };
    },
  });

export const siteTextPages = siteTexts.filter(({ name }) => name !== "about").map(textPage);
