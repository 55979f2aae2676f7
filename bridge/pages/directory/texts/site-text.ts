import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { dayWords } from "#tools/core/text/text.ts";
import { defaultTexts, fillText, type SiteText, showsText, siteTexts } from "#tools/site/texts.ts";
import { adminCommand } from "../../../start/admin-command.ts";
import { definePage } from "../../frame/define-page.ts";
import { type HtmlValue, html, safeHtml } from "../../frame/html.ts";

/** A page with the operator's text or its default. A legal page that the operator has not accepted is a 404. */
const textPage = ({ name, title, isLegal }: SiteText, i: number) =>
  definePage({
    path: `/${name}`,
    name: `${name}_page`,
    audience: "everyone",
    menu: { in: "footer", label: title, place: 8 + i },
    isShown: (settings, isProduction) => showsText(name, settings, isProduction),
    indexed: true,
    maxAge: 300,
    async get(_ask, { site, urls, runtime }) {
      const { texts = {}, textDates = {} } = site.settings;
      if (!showsText(name, site.settings, runtime.isProduction)) notFound("page", name);
      const own = lookup(texts, name);
      const { source, checks } = lookup(defaultTexts, name)!;
      const { text } = fillText(own ?? source, { ...runtime, site, urls });
      const changed = lookup(textDates, name);
      const note = isLegal && own === undefined ? draftNote(site.key, name, checks) : null;
      const date = changed !== undefined && `Last changed on ${dayWords(changed)}.`;
      return {
        title,
        text: [`# ${title}`, note && `> ${note.lead}`, date, text].filter(Boolean).join("\n\n"),
        description: `${title}: ${site.name}. ${site.tagline}`,
        canonical: `${urls.base}/${name}`,
        body: html`<article class="text">
<header><h1>${title}</h1>
${date && html`<p class="hint">${date}</p>`}</header>
${note?.body}
<div class="written" dir="auto">${safeHtml(await renderMarkdown(text, urls.base, { keepsLines: true }))}</div>
</article>`,
      };
    },
  });

/** The notice on a text that the operator has not accepted. Production never shows it. */
function draftNote(siteKey: string, name: string, checks: readonly string[]): { lead: string; body: HtmlValue } {
  const lead =
    "This text is a draft that the operator has not accepted. In production, this page does not exist until the operator accepts the draft or replaces it.";
  return {
    lead,
    body: html`<div class="aside" role="note"><p><strong>Draft.</strong> ${lead}</p>
<details><summary>Points to check</summary>
<ul>${checks.map((point) => html`<li>${point.replaceAll("`", "")}</li>`)}</ul></details>
<p>To accept the draft, run <code>${adminCommand} site update ${siteKey} --accept ${name}</code>.</p></div>`,
  };
}

export const siteTextPages = siteTexts.filter(({ name }) => name !== "about").map(textPage);
