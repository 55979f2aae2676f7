import { type Role, roles } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import findAccounts from "#tools/account/find-accounts.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { selectField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf } from "../frame/visit.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/accounts";
export const roleWords: Record<Role, string> = {
  member: "Member",
  moderator: "Moderator",
  editor: "Editor",
  admin: "Admin",
};
const suspensions = new Map([
  ["yes", true],
  ["no", false],
]);

export const accountsPage = definePage({
  path,
  name: "team_accounts",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Accounts", place: 9 },
  async get(visit) {
    const asked = (name: string) => visit.url.searchParams.get(name)?.trim() ?? "";
    const [q, domain, since] = [asked("q").slice(0, 254), asked("domain").slice(0, 253), asked("since")];
    const role = lookup(roleWords, asked("role")) ? asked("role") : "";
    const suspended = asked("suspended");
    const page = pageOf(visit);
    const { output, errors } = await submit(
      visit.call(findAccounts, {
        q,
        role: role || undefined,
        suspended: suspensions.get(suspended),
        domain: domain || undefined,
        since: since || undefined,
        page,
      }),
      { since: { says: "Enter the first day as a date." } },
    );
    return answerPage(visit, {
      title: "Accounts",
      layout: "team",
      notice: noticeOf(visit, { delete: "Account deleted." }),
      errors,
      body: html`<h1>Accounts</h1>
<form class="filter" method="get" action="${path}">
${textField({ name: "q", label: "Email, name or number", value: q, maxlength: 254 })}
${selectField({
  name: "role",
  label: "Role",
  value: role,
  options: [{ value: "", label: "Any" }, ...roles.map((value) => ({ value, label: roleWords[value] }))],
})}
${selectField({
  name: "suspended",
  label: "Suspended",
  value: suspensions.has(suspended) ? suspended : "",
  options: [
    { value: "", label: "Any" },
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
})}
${textField({ name: "domain", label: "Email domain", value: domain, maxlength: 253, keyboard: "code" })}
${textField({ name: "since", label: "Created since", type: "date", value: since, error: errors?.since })}
<button>Show</button>
</form>
${
  output &&
  (output.items.length === 0
    ? html`<p class="empty">No accounts match. <a href="${path}">Show all accounts</a></p>`
    : html`<section class="card" aria-label="Accounts"><ul class="rows" role="list">${output.items.map(
        (
          account,
        ) => html`<li><div><strong><a href="${path}/${account.id}"><bdi>${account.name || account.email}</bdi></a></strong>${
          account.role !== "member" && html` <span class="tag">${roleWords[account.role]}</span>`
        }${account.suspended_at !== null && html` <span class="tag bad">Suspended</span>`}
<p class="hint">${account.email}. Account ${account.id}, created on ${timeOf(account.created_at)}.</p></div></li>
`,
      )}</ul></section>
${pageLinks(visit, page, output.has_more)}`)
}`,
    });
  },
});
