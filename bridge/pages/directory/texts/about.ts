import { renderMarkdown } from "#tools/blog/markdown.ts";
import getSiteInfo from "#tools/site/get-site-info.ts";
import { definePage } from "../../frame/define-page.ts";
import { html, safeHtml } from "../../frame/html.ts";

export const aboutPage = definePage({
  path: "/about",
  name: "about_page",
  audience: "everyone",
  menu: { in: "footer", label: "About", place: 7 },
  indexed: true,
  maxAge: 300,
  async get(ask, { site, urls }) {
    const { counts, free_queue: queue } = await ask(getSiteInfo, {});
    const title = `About ${site.name}`;
    const own = site.settings.texts?.about;
    const figures: [string, number, string][] = [
      ["/search", counts.listings, counts.listings === 1 ? "product" : "products"],
      ["/categories", counts.categories, counts.categories === 1 ? "category" : "categories"],
      ["/founders", counts.founders, counts.founders === 1 ? "founder" : "founders"],
    ];
    const topics: [string, string, string][] = [
      [
        "/launches",
        "Launch weeks",
        "Each launch week runs from Monday to Sunday (UTC). People vote during that time. The ranking becomes final when the week ends.",
      ],
      [
        "/ranking",
        "Ranking",
        "Each account has one vote per product. We never remove votes in secret. We publish the ballots of every closed week, so anyone can recount them.",
      ],
      [
        "/rules",
        "Listing rules",
        "The rules say what we allow, how the team handles listings that break them, and how owners can respond.",
      ],
      [
        "/pricing",
        "Pricing",
        `Listing a product is free, and each week has ${queue.places_per_week} free places. Paid launches and billboards are marked as paid and never affect a rank.`,
      ],
      [
        "/mcp",
        "Assistants",
        "Assistants can read everything on these pages and help owners manage their listings. They cannot vote.",
      ],
    ];
    return {
      title,
      description: `${title}. ${site.tagline}`,
      canonical: `${urls.base}/about`,
      text: [
        `# ${title}`,
        own ?? site.tagline,
        figures.map(([path, count, unit]) => `- [${count} ${unit}](${urls.base}${path})`).join("\n"),
        topics.map(([path, name, text]) => `- [${name}](${urls.base}${path}): ${text}`).join("\n"),
      ].join("\n\n"),
      body: html`<header class="about"><h1>${title}</h1>
${site.tagline && html`<p class="promise">${site.tagline}</p>`}</header>
<ul class="figures" role="list">${figures.map(
        ([path, count, unit]) =>
          html`<li><a href="${path}"><strong>${count.toLocaleString("en")}</strong> ${unit}</a></li>`,
      )}</ul>
<div class="text">
${own !== undefined && html`<section class="written" aria-label="${title}" dir="auto">${safeHtml(await renderMarkdown(own, urls.base, { keepsLines: true }))}</section>`}
<section aria-labelledby="how"><h2 id="how">How it works</h2>
<dl class="facts">${topics.map(
        ([path, name, text]) => html`<div><dt><a href="${path}">${name}</a></dt><dd>${text}</dd></div>
`,
      )}</dl></section>
<p class="actions"><a class="button primary" href="/submit">Submit a product</a><a class="button" href="/launches/current">See this week's launches</a></p>
</div>`,
    };
  },
});
