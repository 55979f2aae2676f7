import { everyAnswer } from "../../http/server/plain-answer.ts";
import { type FieldErrors, hiddenField } from "./fields.ts";
import { type HtmlValue, html } from "./html.ts";
import { type Page, pageDocument } from "./layout.ts";
import { pagePolicy } from "./shared-page.ts";
import { formToken, type Visit } from "./visit.ts";

interface PageAnswer extends Page {
  status?: number;
  /** Besides ourselves, where a form of the page may lead: browsers hold redirects after a submit to it as well. */
  formTargets?: string[];
  /** Whether it has the module that public pages have; pages of the account run no script. */
  hasScript?: boolean;
  headers?: Record<string, string>;
  errors?: FieldErrors;
}

/** A page for this browser alone. */
export function answerPage(visit: Visit, answer: PageAnswer): Response {
  const { status, formTargets, hasScript = false, headers = {}, errors = {}, ...page } = answer;
  const { account, site, url, assets } = visit;
  const hasErrors = Object.keys(errors).length > 0;
  const body = pageDocument(
    { ...page, hasErrors },
    {
      site,
      assets: hasScript ? assets : { ...assets, script: null },
      person: account
        ? { name: account.name, email: account.email, formToken: formToken(visit), isTeam: account.role === "team" }
        : { signIn: "/sign-in" },
      path: url.pathname,
    },
  );
  return withCookies(visit, body, {
    status: status ?? (hasErrors ? 422 : 200),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy({ formTargets, hasScript }),
      // Mailed links carry their secret in the address; and with no-referrer browsers would send `Origin: null`.
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      ...headers,
    },
  });
}

/** Sends the browser on with GET (RFC 9110 §15.4.4). */
export const answerRedirect = (visit: Visit, location: string): Response =>
  withCookies(visit, null, { status: 303, headers: { location, "referrer-policy": "same-origin" } });

/** A file for this browser alone, to be kept rather than shown. */
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

/** A form of ours: POST to `action` with this browser's token. */
export const pageForm = (
  visit: Visit,
  action: string,
  content: HtmlValue,
  more: { multipart?: boolean; id?: string } = {},
) =>
  html`<form${more.id !== undefined && html` id="${more.id}"`} method="post" action="${action}" novalidate${more.multipart && html` enctype="multipart/form-data"`}>
${hiddenField("form_token", formToken(visit))}
${content}
</form>`;

/** A page that says why something could not be done, in plain words. */
export const answerFault = (
  visit: Visit,
  fault: {
    status: number;
    title: string;
    text?: HtmlValue;
    /** After the text. */
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
