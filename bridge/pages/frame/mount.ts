import type { Elysia } from "elysia";
import { TooManyTries } from "#auth/slow-down.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { NotWritable } from "#db/store/store.ts";
import { Problem, problems } from "#tools/core/errors/errors.ts";
import { logged } from "../../http/server/access-log.ts";
import { asProblem } from "../../http/server/as-problem.ts";
import type { Answer } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { answerFault, answerRedirect } from "./answers.ts";
import type { Assets } from "./assets.ts";
import { bareFault } from "./bare-fault.ts";
import { type Form, FormRefused, readForm } from "./form-body.ts";
import { html } from "./html.ts";
import { checkForm, type Visit, visitOf } from "./visit.ts";

export type SignedInVisit = Visit & { account: NonNullable<Visit["account"]>; session: NonNullable<Visit["session"]> };

export interface PageHandlers<V extends Visit> {
  get?(visit: V): Promise<Response>;
  /** Runs only for a form that a page of ours sent. */
  post?(visit: V, form: Form): Promise<Response>;
  /** Bytes the form may bring beyond those of an ordinary one: a file, or long texts. */
  maxFileBytes?: number;
}

export interface PageRoute {
  path: string;
  /** What the access log calls it. */
  operation: string;
  handle(visit: Visit): Promise<Response>;
}

/** A page for everyone. */
export function openPage(path: string, operation: string, handlers: PageHandlers<Visit>): PageRoute {
  return { path, operation, handle: (visit) => dispatch(visit, visit, handlers) };
}

/** A page of the account; others are asked to sign in first and then led back. */
export function signedInPage(path: string, operation: string, handlers: PageHandlers<SignedInVisit>): PageRoute {
  return {
    path,
    operation,
    async handle(visit) {
      const { account, session, url, request } = visit;
      if (account && session) return dispatch(visit, { ...visit, account, session }, handlers);
      const isReading = request.method !== "POST";
      return answerRedirect(visit, signInPath(isReading ? `${url.pathname}${url.search}` : url.pathname));
    },
  };
}

export const signInPath = (returnTo: string) => `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;

async function dispatch<V extends Visit>(visit: Visit, typed: V, handlers: PageHandlers<V>): Promise<Response> {
  const { method } = visit.request;
  if (method === "POST" && handlers.post) {
    const form = await readForm(visit.request, handlers.maxFileBytes);
    checkForm(visit, form);
    return handlers.post(typed, form);
  }
  if ((method === "GET" || method === "HEAD") && handlers.get) return handlers.get(typed);
  const allow = [handlers.get && "GET, HEAD", handlers.post && "POST"].filter(Boolean).join(", ");
  return answerFault(visit, {
    status: 405,
    title: "This cannot be done here",
    text: "The page was asked for in a way it does not know.",
    headers: { allow },
  });
}

export function mountPage(
  app: Elysia,
  { path, operation, handle }: PageRoute,
  runtime: Runtime,
  assets: Assets,
): Answer {
  const handler = logged(runtime, operation, async (request, requestId) => {
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

function faultPage(visit: Visit, error: unknown): Response {
  if (error instanceof FormRefused)
    return answerFault(visit, { status: error.status, title: "The form was not taken", text: error.message });
  if (error instanceof TooManyTries) {
    const minutes = Math.ceil(error.retryAfter / 60);
    return answerFault(visit, {
      status: 429,
      title: "Too many tries",
      text: html`To keep accounts safe, we limit how often this can be tried. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}${error.action === "sign_in" && html`, or <a href="/sign-in">sign in with an emailed link</a>`}.`,
      headers: { "retry-after": String(error.retryAfter) },
    });
  }
  if (error instanceof StorageFull) {
    const { status } = asProblem(error, visit, visit.runtime);
    const text = "Nothing was changed, and everything can still be read. Please try again later.";
    return answerFault(visit, { status, title: "There is no room left to save this", text });
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
    text: `Please try again in a moment. If it stays, tell us about request ${visit.requestId}.`,
    more: html`<p class="actions"><a class="button" href="/">To the front page</a></p>`,
  });
}
