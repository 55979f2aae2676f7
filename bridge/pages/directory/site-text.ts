import { lookup } from "../../../db/lookup.ts";
import { notFound } from "../../../tools/core/errors.ts";
import getLeaderboard from "../../../tools/leaderboards/get-leaderboard.ts";
import { siteTexts } from "../../../tools/site/texts.ts";
import { type Html, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { type Ask, publicPage } from "./public-page.ts";

const textPage = ({ name, title }: (typeof siteTexts)[number]) =>
  publicPage({
    path: `/${name}`,
    name: `${name}_page`,
    maxAge: 300,
    async page(ask, { site, urls }) {
      const text = lookup(site.settings.texts ?? {}, name);
      if (text === undefined && name !== "about") notFound("page", name);
      const heading = name === "about" ? `About ${site.name}` : title;
      const said = text ?? site.tagline;
      const rules = name === "about" ? await rankingRules(ask) : [];
      return {
        title: heading,
        text: [`# ${heading}`, said, ...rules].join("\n\n"),
        description: `${title}: ${site.name}. ${site.tagline}`,
        canonical: `${urls.base}/${name}`,
        layout: "wide",
        body: html`<article class="text">
<header><h1>${heading}</h1></header>
<div class="update">${prose(said)}</div>
${rules.length > 0 && ranking(rules)}
</article>`,
      };
    },
  });

/** There without a text of the operator's, since it says how the ranking is made. */
export const mountAbout = textPage(siteTexts[0]);

/** The other pages in the operator's own words. */
export const mountSiteTexts = siteTexts.slice(1).map(textPage);

const rankingRules = async (ask: Ask): Promise<string[]> => {
  const { rule } = await ask(getLeaderboard, { board: "community-weekly", per_page: 1 });
  const billboard = await ask(getLeaderboard, { board: "billboard", per_page: 1 });
  return [rule, `What is paid for is marked as paid. ${billboard.rule}`];
};

const ranking = (rules: string[]): Html => html`<section aria-labelledby="ranking">
<h2 id="ranking">How the ranking is made</h2>
${rules.map((rule) => html`<p>${rule}</p>`)}
</section>`;
