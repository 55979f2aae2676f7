import { lookup } from "../../../db/lookup.ts";
import { notFound } from "../../../tools/core/errors.ts";
import { siteTexts } from "../../../tools/site/texts.ts";
import { html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { publicPage } from "./public-page.ts";

const textPage = ({ name, title }: (typeof siteTexts)[number]) =>
  publicPage({
    path: `/${name}`,
    name: `${name}_page`,
    maxAge: 300,
    async page(_ask, { site, urls }) {
      const text = lookup(site.settings.texts ?? {}, name);
      if (text === undefined && name !== "about") notFound("page", name);
      const heading = name === "about" ? `About ${site.name}` : title;
      const said = text ?? site.tagline;
      return {
        title: heading,
        text: [
          `# ${heading}`,
          said,
          ...(name === "about" ? [`[How the ranking is made](${urls.base}/ranking)`] : []),
        ].join("\n\n"),
        description: `${title}: ${site.name}. ${site.tagline}`,
        canonical: `${urls.base}/${name}`,
        layout: "wide",
        body: html`<article class="text">
<header><h1>${heading}</h1></header>
<div class="update">${prose(said)}</div>
${name === "about" && html`<p><a href="/ranking">How the ranking is made</a>: how votes are cast and counted, and how anybody can count them again.</p>`}
</article>`,
      };
    },
  });

/** There without a text of the operator's, since it leads to how the ranking is made. */
export const mountAbout = textPage(siteTexts[0]);

/** The other pages in the operator's own words. */
export const mountSiteTexts = siteTexts.slice(1).map(textPage);
