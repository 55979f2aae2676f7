import { renderMarkdown } from "#tools/blog/markdown.ts";
import getSiteInfo from "#tools/site/get-site-info.ts";
import { definePage } from "../../frame/define-page.ts";
import { html, safeHtml } from "../../frame/html.ts";

/** `/about`: what the site is, in the operator's words where there are any, how large it is, and how it works. */
export const aboutPage = definePage({
  path: "/about",
  name: "about_page",
  audience: "everyone",
  menu: { in: "footer", label: "About", place: 6 },
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
    const rules: [string, string, string][] = [
      [
        "/launches",
        "Launch weeks",
        "Products launch in weeks that begin on Monday, 00:00 UTC. People vote, and the week's places are final on Sunday night.",
      ],
      [
        "/ranking",
        "Ranking",
        "One vote for each account. Nothing is deducted in secret, the ballots of each closed week are published, and anybody can count them again.",
      ],
      [
        "/rules",
        "Rules for listings",
        "What a listing has to keep to, how the team decides about one that does not, and how its owner can answer.",
      ],
      [
        "/pricing",
        "Prices",
        `A listing is free, with ${queue.places_per_week} free places a week. What is paid for is marked as paid and changes no rank.`,
      ],
      [
        "/mcp",
        "Assistants",
        "All that the pages show, an assistant can read, and it can look after a listing with its owner. It cannot vote.",
      ],
    ];
    return {
      title,
      description: `${title}. ${site.tagline}`,
      canonical: `${urls.base}/about`,
      text: [
        `# ${title}`,
        own ?? site.tagline,
        figures.map(([path, count, what]) => `- [${count} ${what}](${urls.base}${path})`).join("\n"),
        rules.map(([path, name, rule]) => `- [${name}](${urls.base}${path}): ${rule}`).join("\n"),
      ].join("\n\n"),
      layout: "wide",
      body: html`<header class="about"><h1>${title}</h1>
${site.tagline && html`<p class="promise">${site.tagline}</p>`}</header>
<ul class="figures" role="list">${figures.map(
        ([path, count, what]) =>
          html`<li><a href="${path}"><strong>${count.toLocaleString("en")}</strong> ${what}</a></li>`,
      )}</ul>
<div class="text">
${own !== undefined && html`<section class="written" aria-label="${title}" dir="auto">${safeHtml(await renderMarkdown(own, urls.base, { keepsLines: true }))}</section>`}
<section aria-labelledby="how"><h2 id="how">How it works</h2>
<dl class="facts">${rules.map(
        ([path, name, rule]) => html`<div><dt><a href="${path}">${name}</a></dt><dd>${rule}</dd></div>
`,
      )}</dl></section>
<p class="actions"><a class="button primary" href="/submit">Submit a product</a><a class="button" href="/launches/current">This week's launches</a></p>
</div>`,
    };
  },
});
