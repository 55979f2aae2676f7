import {
  accountOfUnsubscribeToken,
  type OptionalMail,
  optionalMailNames,
  unsubscribePath,
} from "#db/queries/accounts/unsubscribe.ts";
import setDigests from "#tools/followers/set-digests.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { callByLink } from "../frame/call-by-link.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import type { Visit } from "../frame/visit.ts";

const oneClick = { name: "List-Unsubscribe", value: "One-Click" };
// Mail programs may send the form as multipart (RFC 8058 §3.2).
const maxMultipartBytes = 4096;

/**
 * The page needs only the token in its URL, because mail programs send no cookies and follow no redirects (RFC 8058
 * §3.1).
 */
export const unsubscribePage = definePage({
  path: "/unsubscribe",
  name: "unsubscribe",
  audience: "everyone",
  maxFileBytes: maxMultipartBytes,
  takesAnyForm: true,
  get: (visit) => withAccount(visit, ({ email }, mails, token) => ask(visit, email, mails, token)),
  post: (visit, form) => withAccount(visit, ({ id }, mails) => stop(visit, id, mails, form)),
});

export const optionalMailWords: Record<OptionalMail, { name: string; about: string; on: string; off: string }> = {
  digests: {
    name: "news emails",
    about: "about what you follow",
    on: "about what you follow, at most once a day",
    off: "You can still see the news on the products' pages.",
  },
  week_results: {
    name: "weekly results",
    about: "about the weekly results of your listings",
    on: "the place and votes of your listings after each week in which they took part",
    off: "You can still see the results on the leaderboards.",
  },
  awards: {
    name: "award emails",
    about: "about awards of your listings",
    on: "when one of your listings wins an award",
    off: "You can still see the awards on the pages of your listings.",
  },
  insights: {
    name: "weekly insights",
    about: "about the insights of your listings",
    on: "how often your listings were found, opened and visited, once a week",
    off: "You can see the insights on the pages of your listings.",
  },
};

async function withAccount(
  visit: Visit,
  answer: (account: { id: number; email: string }, mails: OptionalMail, token: string) => Response | Promise<Response>,
): Promise<Response> {
  const token = visit.url.searchParams.get("token") ?? "";
  const account = await accountOfUnsubscribeToken(visit.runtime.store.read, token);
  const asked = visit.url.searchParams.get("mails") ?? "digests";
  const mails = optionalMailNames.find((name) => name === asked);
  if (account && mails) return answer(account, mails, token);
  return answerFault(visit, {
    status: 404,
    title: "This link does not work",
    text: html`The link is incomplete, or your email address has changed since we sent the link. To stop these emails, sign in and go to <a href="/account/following">Following and emails</a>.`,
  });
}

// GET changes nothing, because mail scanners open the links in emails before anyone reads them.
const ask = (visit: Visit, email: string, mails: OptionalMail, token: string): Response =>
  answerPage(visit, {
    title: "Unsubscribe",
    layout: "narrow",
    body: html`<h1>Unsubscribe?</h1>
<p>We will stop sending emails ${optionalMailWords[mails].about} to ${email}. You will still get other emails, such as sign-in links.</p>
<form method="post" action="${unsubscribePath(token, mails)}">
${hiddenField(oneClick.name, oneClick.value)}
<button class="primary">Unsubscribe</button>
</form>`,
  });

async function stop(visit: Visit, accountId: number, mails: OptionalMail, form: Form): Promise<Response> {
  if (form.text(oneClick.name) !== oneClick.value)
    return answerFault(visit, {
      status: 400,
      title: "Nothing was changed",
      text: `The request must contain ${oneClick.name}=${oneClick.value}.`,
    });
  await callByLink(visit, { accountId, isTest: false }, setDigests, { mails, are_mailed: false });
  return answerPage(visit, {
    title: "Unsubscribed",
    layout: "narrow",
    body: html`<h1>Unsubscribed</h1>
<p>We will no longer send you emails ${optionalMailWords[mails].about}. You can turn these emails on again under <a href="/account/following">Following and emails</a>.</p>`,
  });
}
