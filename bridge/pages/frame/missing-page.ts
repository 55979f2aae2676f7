import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { Exchange } from "../../http/server/respond.ts";
import { answerPage } from "./answers.ts";
import type { Frame } from "./frame.ts";
import { type HtmlValue, html } from "./html.ts";
import type { Page } from "./layout.ts";
import { notFoundLinks } from "./not-found-links.ts";
import { sharedPage } from "./shared-page.ts";
import type { SignedInVisit } from "./visit.ts";

interface Asked {
  exchange: Exchange;
  frame: Frame;
  visit: SignedInVisit | null;
  /** The route, into which a name that is near is put. */
  path: string;
  /** The names in it. */
  params: Record<string, string>;
}

/** 404: there is no such record, and which ones may have been meant. */
export function missingPage(what: string, problem: Problem, { exchange, frame, visit, path, params }: Asked): Response {
  const title = `There is no such ${isOfQuery(problem, params) ? "page" : what}`;
  const page: Page = {
    title,
    layout: "narrow",
    body: html`<h1>${title}</h1>
${meant(problem, path)}
${fixes(problem)}
${notFoundLinks(frame.site)}`,
  };
  if (visit) return answerPage(visit, { ...page, status: 404, hasScript: true });
  const { body, contentType, headers } = sharedPage(page, frame, 0);
  return new Response(exchange.request.method === "HEAD" ? null : body, {
    status: 404,
    headers: {
      ...headers,
      "content-type": contentType,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-request-id": exchange.requestId,
    },
  });
}

/** Records with a name near to the one that was asked for. */
function meant({ nextActions }: Problem, path: string): HtmlValue {
  const [param, field] = /:(\w+)/.exec(path) ?? ["", "slug"];
  const names = nextActions.flatMap(({ arguments: input = {} }) => lookup(input, field!) ?? []).map(String);
  if (names.length === 0) return null;
  return html`<p>Did you mean ${names.map(
    (name, i) => html`${i > 0 && " or "}<a href="${path.replace(param, encodeURIComponent(name))}">${name}</a>`,
  )}?</p>`;
}

/** Whether the record is there and what follows its path is wrong, such as a period that no board has. */
const isOfQuery = ({ errors }: Problem, params: Record<string, string>) =>
  errors.length > 0 && !errors.some(({ field }) => Object.hasOwn(params, field));

const fixes = ({ errors }: Problem): HtmlValue =>
  errors.flatMap(({ fix }) => fix ?? []).map((fix) => html`<p>${fix}</p>`);
