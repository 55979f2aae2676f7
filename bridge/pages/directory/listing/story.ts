import type { StorySection } from "#db/schema/vocabulary.ts";
import { day, facts, lines } from "#tools/core/text/text.ts";
import getStory from "#tools/listings/public/get-story.ts";
import { definePage } from "../../frame/define-page.ts";
import { type HtmlValue, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { prose } from "../../frame/prose.ts";
import { dayOf } from "../../frame/time.ts";
import { crumbs, trail } from "../lists/crumbs.ts";
import { portrait } from "../lists/portrait.ts";
import { article } from "../lists/structured-data.ts";

const titles: Record<StorySection, string> = {
  how_started: "How it started",
  problem: "The problem",
  what_built: "What we built",
  hard_parts: "The hard parts",
  milestones: "Milestones",
  whats_next: "What's next",
};

const byline = (founders: { slug: string; name: string }[]): HtmlValue =>
  founders.map(({ slug, name }, i) => [i > 0 && ", ", html`<a href="/founders/${slug}"><bdi>${name}</bdi></a>`]);

export const storyPage = definePage({
  path: "/listings/:slug/story",
  name: "story_page",
  audience: "everyone",
  indexed: "stories",
  recordName: "Story",
  maxAge: 60,
  async get(ask, { params, site, urls }) {
    const { title, sections, published_at, listing } = await ask(getStory, { slug: params.slug! });
    const { slug, name, headline, founders } = listing;
    const authors = founders.map((founder) => founder.name).join(", ");
    const productUrl = `${urls.base}/listings/${slug}`;
    const canonical = `${productUrl}/story`;
    const description = sections[0]?.text.slice(0, 200) ?? headline;
    const image = `${productUrl}/share.png`;
    return {
      title,
      description,
      canonical,
      kind: "article",
      image: { url: image, alt: `${name}: ${headline}` },
      structuredData: [
        article({
          title,
          description,
          url: canonical,
          image,
          publishedAt: published_at,
          authors: founders.length > 0 ? founders : [{ name, isOrganization: true }],
          about: { name, url: productUrl },
        }),
        trail({ site, urls }, { name, path: `/listings/${slug}` }, { name: title, path: `/listings/${slug}/story` }),
      ],
      text: [
        lines(`# ${title}`),
        lines(facts(authors && `By ${authors}`, day(published_at), `${name}: ${productUrl}`)),
        ...sections.map(({ section, text }) => `## ${titles[section]}\n\n${text}`),
      ].join("\n\n"),
      body: html`${crumbs({ path: `/listings/${slug}`, name })}
<article class="text long">
<header>
<h1>${title}</h1>
<div class="byline">${founders.map((founder) => portrait(founder, 40))}<p class="hint">${founders.length > 0 && html`By ${byline(founders)}, `}${dayOf(published_at)}</p></div>
</header>
${sections.map(
  ({ section, text }) => html`<section aria-labelledby="${section}">
<h2 id="${section}">${titles[section]}</h2>
${prose(text)}</section>
`,
)}</article>
<aside class="teaser" aria-label="The product">
${logo(listing, 56)}<p><a class="whole" href="/listings/${slug}"><strong><bdi>${name}</bdi></strong></a><br><bdi>${headline}</bdi></p>
</aside>`,
    };
  },
});
