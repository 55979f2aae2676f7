import { accountOfUnsubscribeToken } from "#db/queries/followers/unsubscribe-token.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { AccountActor } from "#tools/core/operations/actor.ts";
import setDigests from "#tools/followers/set-digests.ts";
import { requestContext, servedSite } from "../../http/server/runtime.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { hiddenField } from "../frame/fields.ts";
import { readForm } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import type { PageRoute } from "../frame/mount.ts";
import type { Visit } from "../frame/visit.ts";

const oneClick = { name: "List-Unsubscribe", value: "One-Click" };
// Mail programs may send it as multipart too (RFC 8058 §3.2).
const maxMultipartBytes = 4096;

/**
 * `/unsubscribe?token=…`: stops the mail about what somebody follows. Mail programs press the button themselves, without
 * a cookie or a page of ours before, and follow no redirect (RFC 8058 §3.1): the token in the address is all it takes.
 */
export const unsubscribePage: PageRoute = {
  path: "/unsubscribe",
  operation: "unsubscribe",
  async handle(visit) {
    const { method } = visit.request;
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      return answerFault(visit, {
        status: 405,
        title: "This cannot be done here",
        text: "The page was asked for in a way it does not know.",
        headers: { allow: "GET, HEAD, POST" },
      });
    const token = visit.url.searchParams.get("token") ?? "";
    const account = await accountOfUnsubscribeToken(visit.runtime.store.read, token);
    if (!account)
      return answerFault(visit, {
        status: 404,
        title: "This link does not work",
        text: html`It is cut off, or from before your email changed. Sign in and stop the mail under <a href="/account/following">Following</a>.`,
      });
    return method === "POST" ? stop(visit, account.id) : ask(visit, account.email, token);
  },
};

// Looking changes nothing: programs fetch addresses in mails before anybody reads them.
const ask = (visit: Visit, email: string, token: string): Response =>
  answerPage(visit, {
    title: "Stop these mails",
    layout: "narrow",
    body: html`<h1>Stop these mails?</h1>
<p>${email} will get no more mail about what you follow. Other mail, such as links to sign in, still comes.</p>
<form method="post" action="/unsubscribe?token=${token}">
${hiddenField(oneClick.name, oneClick.value)}
<button class="primary">Stop these mails</button>
</form>`,
  });

async function stop(visit: Visit, accountId: number): Promise<Response> {
  const form = await readForm(visit.request, maxMultipartBytes);
  if (form.text(oneClick.name) !== oneClick.value)
    return answerFault(visit, {
      status: 400,
      title: "Nothing was stopped",
      text: `The request has to say ${oneClick.name}=${oneClick.value}.`,
    });
  const { request, requestId, runtime } = visit;
  // Who holds the token may do this for the account, and nothing else.
  const actor: AccountActor = { kind: "person", accountId, scopes: [], via: "mail", isTest: false };
  const context = requestContext(request, requestId, runtime, await servedSite(request, runtime), actor);
  await callTool(setDigests, context, () => ({ are_mailed: false }), runtime.policy);
  return answerPage(visit, {
    title: "The mail is stopped",
    layout: "narrow",
    body: html`<h1>The mail is stopped</h1>
<p>You get no more mail about what you follow. You still follow it: under <a href="/account/following">Following</a> you can have it mailed again.</p>`,
  });
}
