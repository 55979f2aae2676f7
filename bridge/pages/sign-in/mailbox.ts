import { latestMails, type Mail, mailById } from "#db/queries/common/mail-records.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { Visit } from "../frame/visit.ts";

const maxShown = 50;

/** `/dev/mailbox`: the emails of a server without SMTP_URL. It is never served in production. */
export const mailboxPage = definePage({
  path: "/dev/mailbox",
  name: "mailbox",
  audience: "everyone",
  isServed: ({ hasMailbox }) => hasMailbox,
  async get(visit) {
    const id = visit.url.searchParams.get("mail");
    if (id !== null) return oneMail(visit, Number(id));
    const mails = await latestMails(visit.runtime.store.read, maxShown);
    return answerPage(visit, {
      title: "Mailbox",
      layout: "narrow",
      body: html`<h1>Mailbox</h1>
<p class="lead">No mail server is configured (<code>SMTP_URL</code>), so all emails are kept here. Anyone who can open this page can read them.</p>
<div class="card">
${
  mails.length === 0
    ? html`<p class="empty">There are no emails yet.</p>`
    : html`<ul class="rows" role="list">${mails.map(
        (mail) => html`<li><div><a href="/dev/mailbox?mail=${mail.id}"><strong>${mail.subject}</strong></a>
<p class="hint">To ${mail.recipient}, ${timeOf(mail.createdAt)}</p></div></li>
`,
      )}</ul>`
}
</div>`,
    });
  },
});

async function oneMail(visit: Visit, id: number): Promise<Response> {
  const mail = Number.isSafeInteger(id) ? await mailById(visit.runtime.store.read, id) : undefined;
  if (!mail) return answerFault(visit, { status: 404, title: "Email not found" });
  return answerPage(visit, {
    title: mail.subject,
    layout: "narrow",
    body: html`<h1>${mail.subject}</h1>
<p class="lead">To ${mail.recipient}, ${timeOf(mail.createdAt)}</p>
<div class="card mail">${paragraphs(mail)}</div>
<ul class="links" role="list"><li><a href="/dev/mailbox">All emails</a></li></ul>`,
  });
}

const paragraphs = ({ textBody }: Mail): HtmlValue[] =>
  textBody
    .trim()
    .split("\n\n")
    .map((paragraph) => html`<p>${withLinks(paragraph)}</p>`);

const withLinks = (text: string): HtmlValue[] =>
  text
    .split(/(https?:\/\/[^\s,"<>]+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part));
