import { teamScopesOf } from "#auth/scopes.ts";
import { everyAnswer } from "../../http/server/plain-answer.ts";
import { errorSummary, type FieldErrors, hiddenField, refusalNote } from "./fields.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { type Page, pageDocument } from "./layout.ts";
import { pagePolicy } from "./shared-page.ts";
import { formToken, type Visit } from "./visit.ts";

interface PageAnswer extends Page {
  status?: number;
  /** The reason why the action of a form or button was refused. The page shows it at the top. */
  refusal?: { status: number; detail: string } | null;
  /** The page shows these errors in a summary at the top. */
  errors?: FieldErrors;
  /**
   * Other origins that a form may lead to. Browsers apply the CSP's `form-action` even to redirects after submission.
   */
  formTargets?: string[];
  /** Path of the only script that the page loads. */
  script?: string | null;
  headers?: Record<string, string>;
}

/** Returns a page that caches must not share. */
export function answerPage(visit: Visit, answer: PageAnswer): Response {
  const { status, refusal, errors = {}, formTargets, script = null, headers = {}, ...page } = answer;
  const { account, site, url, assets } = visit;
  const hasErrors = page.hasErrors || Object.keys(errors).length > 0;
  const body = pageDocument(
    { ...page, hasErrors, body: html`${refusal && refusalNote(refusal.detail)}${errorSummary(errors)}${page.body}` },
    {
      site,
      assets: { ...assets, script },
      person: account
        ? {
            name: account.name,
            email: account.email,
            formToken: formToken(visit),
            teamScopes: teamScopesOf(account, site.id),
          }
        : { signIn: "/sign-in" },
      path: url.pathname,
    },
  );
  return withCookies(visit, body, {
    status: status ?? refusal?.status ?? (hasErrors ? 422 : 200),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy({ formTargets, hasScript: script !== null }),
      // The URLs of emailed links contain a secret, but `no-referrer` would make browsers send `Origin: null`.
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      ...headers,
    },
  });
}

/** Redirects with 303, so that the browser continues with GET (RFC 9110 §15.4.4), or with 308 if a page has moved. */
export const answerRedirect = (visit: Visit, location: string, status: 303 | 308 = 303): Response =>
  withCookies(visit, null, { status, headers: { location, "referrer-policy": "same-origin" } });

/** Returns a file for download that caches must not share. */
export const answerFile = (visit: Visit, body: string, name: string, type: string): Response =>
  withCookies(visit, body, {
    status: 200,
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });

function withCookies(visit: Visit, body: string | null, init: { status: number; headers: Record<string, string> }) {
  const headers = new Headers({
    ...everyAnswer,
    "cache-control": "private, no-store",
    vary: "Cookie, Host",
    "x-request-id": visit.requestId,
    ...init.headers,
  });
  for (const line of visit.cookies.lines()) headers.append("set-cookie", line);
  return new Response(visit.request.method === "HEAD" ? null : body, { status: init.status, headers });
}

/** A POST form with this browser's form token. */
export const pageForm = (
  visit: Visit,
  action: string,
  content: HtmlValue,
  more: { multipart?: boolean; id?: string; attributes?: Html } = {},
) =>
  html`<form${more.id !== undefined && html` id="${more.id}"`} method="post" action="${action}" novalidate${more.multipart && html` enctype="multipart/form-data"`}${more.attributes}>
${hiddenField("form_token", formToken(visit))}
${content}
</form>`;

/** A form whose button appears only after a first press on `label`. `of` names the record for screen readers. */
export const confirmedForm = (
  visit: Visit,
  action: string,
  { label, of }: { label: string; of: string },
  content: HtmlValue,
): Html =>
  html`<details class="confirm"><summary aria-label="${label}: ${of}">${label}</summary>
${pageForm(visit, action, content)}</details>`;

export const answerFault = (
  visit: Visit,
  fault: {
    status: number;
    title: string;
    text?: HtmlValue;
    more?: HtmlValue;
    headers?: Record<string, string>;
  },
): Response =>
  answerPage(visit, {
    status: fault.status,
    title: fault.title,
    layout: "narrow",
    headers: fault.headers,
    body: html`<h1>${fault.title}</h1>
${fault.text && html`<p>${fault.text}</p>`}
${fault.more}`,
  });
