import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { Exchange } from "../../http/server/respond.ts";
import { answerPage } from "./answers.ts";
import type { PublicPage } from "./define-page.ts";
import type { Frame } from "./frame.ts";
import { type HtmlValue, html } from "./html.ts";
import type { Page } from "./layout.ts";
import { sharedPage } from "./shared-page.ts";
import { notFoundLinks } from "./unknown.ts";
import type { SignedInVisit } from "./visit.ts";

interface MissingRequest {
  exchange: Exchange;
  frame: Frame;
  visit: SignedInVisit | null;
  /** The route, used to link to records with similar names. */
  path: string;
  params: Record<string, string>;
  suggestionName?: PublicPage["suggestionName"];
}

/** Returns 404 with links to records that the visitor may have meant. */
export function missingPage(
  recordName: string,
  problem: Problem,
  { exchange, frame, visit, path, params, suggestionName }: MissingRequest,
): Response {
  const title = `${isQueryError(problem, params) ? "Page" : recordName} not found`;
  const page: Page = {
    title,
    layout: "narrow",
    body: html`<h1>${title}</h1>
${isInQuery(problem, path) ? html`<p>${problem.detail}</p>` : suggestions(problem, path, suggestionName)}
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

function suggestions(
  { nextActions }: Problem,
  path: string,
  suggestionName: PublicPage["suggestionName"] = (name) => name,
): HtmlValue {
  const [param, field] = /:(\w+)/.exec(path) ?? ["", "slug"];
  const names = nextActions.flatMap(({ arguments: input = {} }) => lookup(input, field!) ?? []).map(String);
  if (names.length === 0) return null;
  return html`<p>Did you mean ${names.map(
    (name, i) =>
      html`${i > 0 && " or "}<a href="${path.replace(param, encodeURIComponent(name))}">${suggestionName(name)}</a>`,
  )}?</p>`;
}

/** Returns whether the query names the missing records, for example the products to compare. */
const isInQuery = ({ code }: Problem, path: string) => code === "not_found" && !path.includes(":");

/** Returns whether the query is wrong rather than the path, for example because a period does not exist. */
const isQueryError = ({ errors }: Problem, params: Record<string, string>) =>
  errors.length > 0 && !errors.some(({ field }) => Object.hasOwn(params, field));

const fixes = ({ errors }: Problem): HtmlValue =>
  errors.flatMap(({ fix }) => fix ?? []).map((fix) => html`<p>${fix}</p>`);
