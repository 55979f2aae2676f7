import { teamScopesOf } from "#auth/scopes.ts";
import type { DuplicateReason } from "#db/schema/vocabulary.ts";
import { capital } from "#tools/core/text/text.ts";
import dismissDuplicate from "#tools/moderation/texts/dismiss-duplicate.ts";
import listDuplicates, { type DuplicateRecord } from "#tools/moderation/texts/list-duplicates.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingLine, mergeForm } from "./merge-form.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/review/duplicates";
const perPage = 9;
const notices = { dismissed: "Pair dismissed. It will not appear again." };
const reasonWords: Record<DuplicateReason, string> = {
  site: "Same website",
  name: "Same name",
  lookalike: "Look-alike names",
  text: "Similar texts",
};

export const duplicatesPage = definePage({
  path,
  name: "team_duplicates",
  audience: "team",
  scopes: ["team:review"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const refusal = await refusalOf(visit.call(dismissDuplicate, { pair_id: Number(form.text("pair_id")) }));
    return refusal ? render(visit, refusal) : answerRedirect(visit, `${path}?done=dismissed`);
  },
});

async function render(visit: SignedInVisit, refusal?: Awaited<ReturnType<typeof refusalOf>>): Promise<Response> {
  const page = pageOf(visit);
  const { items, has_more } = await visit.call(listDuplicates, { page, per_page: perPage });
  return answerPage(visit, {
    title: "Near-duplicates",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    body: html`<h1>Near-duplicates</h1>
<p class="lead">Pairs of listings that are probably about the same product, the most similar first. Slipway compares names, websites and texts within ten minutes of a change.</p>
${items.length === 0 ? html`<p class="empty">There are no near-duplicates. Slipway checks changed listings every ten minutes.</p>` : items.map((pair) => pairCard(visit, pair))}
${pageLinks(visit, page, has_more)}`,
  });
}

function pairCard(visit: SignedInVisit, { pair_id: id, reason, score, older, newer }: DuplicateRecord): Html {
  const mayMerge = teamScopesOf(visit.account, visit.site.id).includes("team:content");
  const sides = [older, newer];
  const texts = (["headline", "summary", "description"] as const).filter((field) => older[field] !== newer[field]);
  return html`<section class="card" aria-labelledby="pair-${id}">
<h2 id="pair-${id}"><bdi>${older.name}</bdi> and <bdi>${newer.name}</bdi> <span class="tag">${reasonWords[reason]}, ${score} %</span></h2>
<ul class="plain-list">${sides.map((side) => html`<li>${listingLine(side)}</li>`)}</ul>
<details><summary>${texts.length === 0 ? "The texts are equal" : "Compare texts"}</summary>
<dl class="facts">${texts.map((field) =>
    sides.map(
      (one) =>
        html`<div><dt>${capital(field)} of <bdi>${one.slug}</bdi></dt><dd>${one[field].slice(0, maxShown) || "(empty)"}</dd></div>`,
    ),
  )}</dl></details>
<div class="actions">${
    mayMerge && [
      newer.status !== "suspended" && older.status === "live" && mergeForm(newer.slug, older),
      older.status !== "suspended" && newer.status === "live" && mergeForm(older.slug, newer),
    ]
  }${pageForm(visit, path, html`${hiddenField("pair_id", String(id))}<button aria-label="Dismiss: ${older.name} and ${newer.name}">Different products</button>`)}</div>
</section>
`;
}

const maxShown = 600;
