import { latestMails, type Mail, mailById } from "#db/queries/common/mail.ts";
import { answerFault, answerPage } from "./answers.ts";
import { type HtmlValue, html } from "./html.ts";
import { openPage } from "./mount.ts";
import { timeOf } from "./time.ts";
import type { Visit } from "./visit.ts";

const shown = 50;

/** `/dev/mailbox`: what would have been mailed, while there is no mail server. Mounted only then, never in production. */
export const mailboxPage = openPage("/dev/mailbox", "mailbox", {
  async get(visit) {
    const id = visit.url.searchParams.get("mail");
    if (id !== null) return oneMail(visit, Number(id));
    const mails = await latestMails(visit.runtime.store.read, shown);
    return answerPage(visit, {
      title: "Mailbox",
      layout: "narrow",
      body: html`<h1>Mailbox</h1>
<p class="lead">This server has no mail server (<code>SMTP_URL</code>), so mail is kept here, for everyone who can open this page.</p>
<div class="card">
${
  mails.length === 0
    ? html`<p class="empty">No mail yet.</p>`
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
  if (!mail) return answerFault(visit, { status: 404, title: "No such mail", text: "It is not in the mailbox." });
  return answerPage(visit, {
    title: mail.subject,
    layout: "narrow",
    body: html`<h1>${mail.subject}</h1>
<p class="lead">To ${mail.recipient}, ${timeOf(mail.createdAt)}</p>
<div class="card mail">${paragraphs(mail)}</div>
<ul class="links" role="list"><li><a href="/dev/mailbox">All mail</a></li></ul>`,
  });
}

const paragraphs = ({ textBody }: Mail): HtmlValue[] =>
  textBody
    .trim()
    .split("\n\n")
    .map((paragraph) => html`<p>${withLinks(paragraph)}</p>`);

const withLinks = (text: string): HtmlValue[] =>
  text
    .split(/(https?:\/\/[^\s,]+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part));
