import type { Elysia } from "elysia";
import { teamScopesOf } from "#auth/scopes.ts";
import { RateLimitError } from "#auth/sign-in-limiter.ts";
import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { NotWritable } from "#db/store/store.ts";
import { Problem, problems } from "#tools/core/errors/errors.ts";
import { logged } from "../../http/server/access-log.ts";
import { asProblem } from "../../http/server/as-problem.ts";
import { isRead, moved, movedResponse } from "../../http/server/moved.ts";
import { note, noteProblem } from "../../http/server/request-notes.ts";
import type { Answer } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { answerFault, answerRedirect } from "./answers.ts";
import type { Assets } from "./assets.ts";
import { bareFault } from "./bare-fault.ts";
import type { TeamPage, VisitPage } from "./define-page.ts";
import { type Form, FormRefused, readForm } from "./form-body.ts";
import { html } from "./html.ts";
import { answerUnknown } from "./unknown.ts";
import { checkForm, type SignedInVisit, signedIn, signInPath, type Visit, visitOf } from "./visit.ts";

export const mountPage = (app: Elysia, page: VisitPage, runtime: Runtime, assets: Assets): Answer =>
  mountVisits(app, page, runtime, assets, (visit) => answerVisit(visit, page));

/** Mounts a handler for all methods on a path. */
export function mountVisits(
  app: Elysia,
  { path, name }: Pick<VisitPage, "path" | "name">,
  runtime: Runtime,
  assets: Assets,
  handle: (visit: Visit) => Promise<Response>,
): Answer {
  const handler = logged(runtime, name, path, async (request, requestId) => {
    try {
      const visit = await visitOf(request, requestId, runtime, assets);
      return await handle(visit).catch((error: unknown) => faultPage(visit, error));
    } catch (error) {
      return bareFault(asProblem(error, { requestId }, runtime), requestId, assets);
    }
  });
  const answer: Answer = ({ request }) => handler(request);
  app.all(path, answer);
  return answer;
}

async function answerVisit(visit: Visit, page: VisitPage): Promise<Response> {
  const { url, request } = visit;
  if (page.path.startsWith("/listings/:slug/") && isRead(request)) {
    const merged = await mergedInto(visit.runtime.store.read, visit.site.id, url.pathname.split("/")[2]!);
    if (merged) return movedResponse(moved(merged.slug), request, visit.requestId)!;
  }
  if (page.audience === "everyone") return dispatch(visit, visit, page);
  const person = signedIn(visit);
  if (!person) return answerRedirect(visit, signInPath(url.pathname + (request.method === "POST" ? "" : url.search)));
  // People outside the team get the 404 page.
  if (page.audience === "team" && !isAllowed(page, visit, person)) return answerUnknown(visit);
  return dispatch(visit, person, page);
}

const isAllowed = ({ scopes }: TeamPage, { site }: Visit, { account }: SignedInVisit): boolean =>
  teamScopesOf(account, site.id).some((scope) => scopes.includes(scope));

async function dispatch<V extends Visit>(
  visit: Visit,
  typed: V,
  page: Pick<VisitPage, "maxFileBytes" | "takesAnyForm"> & {
    get?(visit: V): Promise<Response>;
    post?(visit: V, form: Form): Promise<Response>;
  },
): Promise<Response> {
  const { method } = visit.request;
  if (method === "POST" && page.post) {
    const form = await readForm(visit.request, page.maxFileBytes);
    if (!page.takesAnyForm) checkForm(visit, form);
    return page.post(typed, form);
  }
  if ((method === "GET" || method === "HEAD") && page.get) return page.get(typed);
  const allow = [page.get && "GET, HEAD", page.post && "POST"].filter(Boolean).join(", ");
  return answerFault(visit, {
    status: 405,
    title: "Method not allowed",
    text: "This page does not accept this kind of request.",
    headers: { allow },
  });
}

function faultPage(visit: Visit, error: unknown): Response {
  if (error instanceof Problem) noteProblem(visit.request, error);
  if (error instanceof FormRefused)
    return answerFault(visit, { status: error.status, title: "Form not accepted", text: error.message });
  if (error instanceof RateLimitError) {
    note(visit.request, { code: "rate_limited", limit: error.action });
    const minutes = Math.ceil(error.retryAfter / 60);
    return answerFault(visit, {
      status: 429,
      title: "Too many attempts",
      text: html`To protect accounts, we limit the number of attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}${error.action === "sign_in" && html`, or <a href="/sign-in">sign in with an emailed link</a>`}.`,
      headers: { "retry-after": String(error.retryAfter) },
    });
  }
  if (error instanceof StorageFull) {
    const { status } = asProblem(error, visit, visit.runtime);
    const text = "Nothing was changed. You can still read every page. Please try again later.";
    return answerFault(visit, { status, title: "The server has no storage space left", text });
  }
  if (error instanceof NotWritable) return faultPage(visit, asProblem(error, visit, visit.runtime));
  if (error instanceof Problem) {
    const { status, code, detail, retryAfter } = error;
    const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
    return answerFault(visit, { status, title: problems[code].title, text: detail, headers });
  }
  visit.runtime.log.error({ request_id: visit.requestId, err: error }, "unexpected error");
  return answerFault(visit, {
    status: 500,
    title: "Something went wrong on our side",
    text: `Please try again in a moment. If this keeps happening, contact us with request ID ${visit.requestId}.`,
    more: html`<p class="actions"><a class="button" href="/">Go to the home page</a></p>`,
  });
}
