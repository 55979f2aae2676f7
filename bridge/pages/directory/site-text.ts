import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { siteTexts } from "#tools/site/texts.ts";
import { html, safeHtml } from "../frame/html.ts";
import { publicPage } from "./public-page.ts";

/** A page in the operator's own words; where there are none there is no page. */
const textPage = ({ name, title }: (typeof siteTexts)[number]) =>
  publicPage({
    path: `/${name}`,
    name: `${name}_page`,
    maxAge: 300,
    async page(_ask, { site, urls }) {
      const text = lookup(site.settings.texts ?? {}, name) ?? notFound("page", name);
      return {
        title,
        text: `# ${title}\n\n${text}`,
        description: `${title}: ${site.name}. ${site.tagline}`,
        canonical: `${urls.base}/${name}`,
        layout: "wide",
        body: html`<article class="text">
<header><h1>${title}</h1></header>
<div class="written" dir="auto">${safeHtml(await renderMarkdown(text, urls.base, { keepsLines: true }))}</div>
</article>`,
      };
    },
  });

export const mountSiteTexts = siteTexts.filter(({ name }) => name !== "about").map(textPage);
