import type { Role } from "#db/schema/vocabulary.ts";
import findAccounts from "#tools/account/find-accounts.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listPage } from "./list-page.ts";

export const roleWords: Record<Role, string> = {
  member: "Member",
  moderator: "Moderator",
  editor: "Editor",
  admin: "Admin",
};

export const accountsPage = listPage({
  path: "/team/accounts",
  name: "team_accounts",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Accounts", place: 9 },
  title: "Accounts",
  records: "accounts",
  operation: findAccounts,
  notices: { delete: "Account deleted." },
  filters: {
    q: { label: "Email, name or number" },
    role: { label: "Role", options: roleWords },
    suspended: { label: "Suspended", options: { true: "Yes", false: "No" } },
    domain: { label: "Email domain", keyboard: "code" },
    since: { label: "Created since", type: "date", says: "Enter the first day as a date." },
  },
  row: ({ id, email, name, role, suspended_at, created_at }) =>
    html`<li><div><strong><a href="/team/accounts/${id}"><bdi>${name || email}</bdi></a></strong>${
      role !== "member" && html` <span class="tag">${roleWords[role]}</span>`
    }${suspended_at !== null && html` <span class="tag bad">Suspended</span>`}
<p class="hint">${email}. Account ${id}, created on ${timeOf(created_at)}.</p></div></li>
`,
});
