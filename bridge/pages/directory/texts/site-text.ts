import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { dayWords } from "#tools/core/text/text.ts";
import {
  defaultTexts,
  fillText,
  ownPages,
  type SiteText,
  showsText,
  siteTexts,
  splitTitle,
} from "#tools/site/texts.ts";
import { adminCommand } from "../../../start/admin-command.ts";
import { definePage, type PublicRequest } from "../../frame/define-page.ts";
import { type HtmlValue, html, safeHtml } from "../../frame/html.ts";

type DraftNote = { lead: string; body: HtmlValue };

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
    async get(_ask, request) {
      const { site, runtime } = request;
      const own = lookup(site.settings.texts ?? {}, name);
      if (!showsText(name, site.settings, runtime.isProduction)) notFound("page", name);
      const { source, checks } = lookup(defaultTexts, name)!;
      const note = isLegal && own === undefined ? draftNote(site.key, name, checks) : undefined;
      return textOf(request, name, title, own ?? source, note);
    },
  });

/** `/pages/{slug}`: the pages that the operator added. */
export const ownPagesPage = definePage({
  path: "/pages/:slug",
  name: "own_page",
  audience: "everyone",
  indexed: (settings) => ownPages(settings).map(({ name }) => `/${name}`),
  maxAge: 300,
  async get(_ask, request) {
    const name = `pages/${request.params.slug}`;
    const { title, body } = splitTitle(lookup(request.site.settings.texts ?? {}, name) ?? "") ?? notFound("page", name);
    return textOf(request, name, title, body);
  },
});

async function textOf(request: PublicRequest, name: string, title: string, source: string, note?: DraftNote) {
  const { site, urls, runtime } = request;
  const { text } = fillText(source, { ...runtime, site, urls });
  const changed = lookup(site.settings.textDates ?? {}, name);
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
}

/** The notice on a text that the operator has not accepted. Production never shows it. */
function draftNote(siteKey: string, name: string, checks: readonly string[]): DraftNote {
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
