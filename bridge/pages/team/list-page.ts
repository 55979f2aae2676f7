import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { answerPage } from "../frame/answers.ts";
import { type AnyPage, definePage, type ItemOf, type TeamPage } from "../frame/define-page.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import {
  type Acts,
  actForm,
  control,
  type FormFields,
  noticesOf,
  outcomeOf,
  press,
  type Sent,
} from "./operation-form.ts";
import { pageLinks, pageOf, slice } from "./page-links.ts";

type ListOperation = Pick<AnyOperation, "name"> & { input: z.ZodObject; output: z.ZodObject<{ items: z.ZodArray }> };

/** The data that the parts of a list can show. */
interface Shown<Op extends ListOperation> {
  visit: SignedInVisit;
  /** Null if the filters are wrong. */
  output: z.input<Op["output"]> | null;
  items: readonly ItemOf<Op>[];
  sent?: Sent;
  form(act: string, about?: Parameters<typeof actForm>[3]): Html;
}

interface List<Op extends ListOperation> extends Pick<TeamPage, "path" | "name" | "scopes" | "menu"> {
  title: string;
  lead?(visit: SignedInVisit): string;
  /** The records in the plural, such as "accounts". */
  records: string;
  operation: Op;
  filters?: FormFields;
  acts?: Acts | ((visit: SignedInVisit) => Acts);
  notices?: Record<string, string>;
  above?(shown: Shown<Op>): HtmlValue;
  row(item: ItemOf<Op>, shown: Shown<Op>): Html;
}

interface Found<Op extends ListOperation> {
  items: ItemOf<Op>[];
  /** Absent if the output contains all records. */
  has_more?: boolean;
  /** The `before` of the next page, in lists that have it. */
  older?: number | null;
}

const maxTyped = 254;

/** A page of the team with a list: its filters, its records with their forms, and the links to further pages. */
export function listPage<Op extends ListOperation>(list: List<Op>): AnyPage {
  const { path, name, scopes, menu } = list;
  const actsOf = (visit: SignedInVisit) => (typeof list.acts === "function" ? list.acts(visit) : (list.acts ?? {}));
  const page = { path, name, scopes, menu, audience: "team" } as const;
  const get = (visit: SignedInVisit, sent?: Sent) => answerList(visit, list, actsOf(visit), sent);
  const post: TeamPage["post"] = (visit, form) => press(visit, form, actsOf(visit), get);
  return definePage({ ...page, get, post: list.acts && post });
}

async function answerList<Op extends ListOperation>(visit: SignedInVisit, list: List<Op>, acts: Acts, sent?: Sent) {
  const { path, title, lead, records, operation, filters = {}, notices } = list;
  const asked = (name: string) => visit.url.searchParams.get(name)?.trim().slice(0, maxTyped) || undefined;
  const chosen = Object.fromEntries(
    Object.entries(filters).map(([name, { options }]) => {
      const text = asked(name);
      return [name, text && options && !lookup(options, text) ? undefined : text];
    }),
  );
  const page = pageOf(visit);
  const { shape } = operation.input;
  const before = /^[1-9]\d{0,14}$/.exec(asked("before") ?? "")?.[0];
  const place = { ...(shape.page && { page }), ...(shape.before && { before }) };
  const call = visit.call(operation as unknown as AnyOperation, { ...chosen, ...place });
  const { output, errors, refusal } = await outcomeOf<Found<Op>>(call, filters, "-filter");
  const items = output?.items ?? [];
  const isWhole = !shape.page && !shape.before;
  const { shown, hasMore } = isWhole ? slice(items, page) : { shown: items, hasMore: output?.has_more ?? false };
  const parts: Shown<Op> = {
    visit,
    output: (output ?? null) as never,
    items,
    sent,
    form: (act, about) => actForm(visit, acts, act, { ...about, sent }),
  };
  const fields = Object.entries(filters).map(([name, { options, ...field }]) => {
    const withAny = { ...field, options: options && (name === "sort" ? options : { "": "Any", ...options }) };
    return control(operation.input, name, withAny, { suffix: "-filter", known: lookup(chosen, name), errors });
  });
  const isFiltered = page > 1 || Object.values(chosen).some((value) => value !== undefined);
  return answerPage(visit, {
    title,
    layout: "team",
    notice: noticeOf(visit, { ...noticesOf(acts), ...notices }),
    refusal: sent?.refusal ?? refusal,
    errors: { ...errors, ...sent?.errors },
    body: html`<h1>${title}</h1>
${lead && html`<p class="lead">${lead(visit)}</p>`}
${list.above?.(parts)}
${fields.length > 0 && html`<form class="filter" method="get" action="${path}">${fields}<button>Show</button></form>`}
${
  shown.length > 0
    ? html`<section class="card" aria-label="${title}"><ul class="rows" role="list">${shown.map((item) => list.row(item, parts))}</ul></section>`
    : output &&
      html`<p class="empty">${isFiltered ? html`No ${records} match. <a href="${path}">Show all ${records}</a>` : `There are no ${records} yet.`}</p>`
}
${pageLinks(visit, page, hasMore)}${output?.older && html`<p><a href="${listPath(path, { ...chosen, before: output.older })}" rel="next">Older ${records}</a></p>`}`,
  });
}
