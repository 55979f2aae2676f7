import type * as z from "zod";
import { allSites } from "#db/queries/sites/sites.ts";
import { actionNames } from "#db/schema/action-names.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import listChanges, { type changeRecord } from "#tools/audit/list-changes.ts";
import { fieldText } from "#tools/core/text/text.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { foldedPart, selectField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { submit } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { viaWords } from "./via-words.ts";

type Change = z.input<typeof changeRecord>;

const path = "/team/audit";
const filterNames = ["by", "action", "subject", "site", "from", "to"] as const;
const maxShown = 300;

export const auditPage = definePage({
  path,
  name: "team_audit",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Audit log", place: 12 },
  async get(visit) {
    const asked = (name: string) => visit.url.searchParams.get(name)?.trim() || undefined;
    const filter = Object.fromEntries(filterNames.map((name) => [name, asked(name)]));
    const sites = await allSites(visit.runtime.store.read);
    const { output, errors } = await submit(
      visit.call(listChanges, { ...filter, before: Number(asked("before")) || undefined }),
      {
        by: { label: "Person" },
        action: { says: "Choose an action from the list." },
        subject: { label: "Record" },
        site: { label: "Site" },
        from: { says: "Enter the first day as a date." },
        to: { says: "Enter the last day as a date." },
      },
    );
    const field = (name: (typeof filterNames)[number], label: string, more: object = {}) =>
      textField({ name, label, value: filter[name], error: errors?.[name], ...more });
    return answerPage(visit, {
      title: "Audit log",
      layout: "team",
      errors,
      body: html`<h1>Audit log</h1>
<p class="lead">Changes to the directory, the latest first.</p>
<form class="filter" method="get" action="${path}">
${field("by", "Person", { hint: "Email, account number or name used with a command", maxlength: 254 })}
${field("action", "Action", { suggestions: actionNames, keyboard: "code" })}
${field("subject", "Record", { hint: "For example listing:12", keyboard: "code" })}
${
  sites.length > 1 &&
  selectField({
    name: "site",
    label: "Site",
    value: filter.site ?? "",
    options: [{ value: "", label: "All" }, ...sites.map(({ key, name }) => ({ value: key, label: name }))],
  })
}
${field("from", "From", { type: "date" })}
${field("to", "To", { type: "date" })}
<button>Show</button>
</form>
${
  output &&
  (output.items.length === 0
    ? html`<p class="empty">No changes match. <a href="${path}">Show all changes</a></p>`
    : html`<section class="card" aria-label="Changes"><ul class="rows" role="list">${output.items.map(changeRow)}</ul></section>`)
}
${output && output.older !== null && html`<p><a href="${listPath(path, { ...filter, before: output.older })}" rel="next">Older changes</a></p>`}`,
    });
  },
});

function changeRow({ id, at, action, subjects, site, by, via, through, approved_by, before, after }: Change): Html {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return html`<li id="change-${id}"><div><strong>${action}</strong> <span class="hint">${subjects.slice(0, 3).join(", ")}${subjects.length > 3 && ` and ${subjects.length - 3} more`}</span>
<p class="hint">${timeOf(at)} by ${whoMade(by, via)}, ${viaWords(via, through)}${approved_by && `, approved by ${approved_by.name || `account ${approved_by.account_id}`}`}${site && `, on ${site}`}.</p>
${fields.length > 0 && foldedPart("Before and after", false, html`<dl class="facts">${fields.map((field) => html`<div><dt>${labelOf(field)}</dt><dd>${short(lookup(before, field))} → ${short(lookup(after, field))}</dd></div>`)}</dl>`)}</div></li>
`;
}

function whoMade({ account_id, name, email }: Change["by"], via: string): HtmlValue {
  if (account_id === null)
    return /^admin:[^/]*\/(.+)/.exec(via)?.[1] ?? (via.startsWith("admin") ? "an operator" : "Slipway");
  const shown = name || `account ${account_id}`;
  if (email === null) return html`deleted account ${account_id}`;
  return html`<a href="/team/accounts/${account_id}"><bdi>${shown}</bdi></a> (${email})`;
}

function short(value: unknown): string {
  if (value === undefined || value === null) return "none";
  const text = typeof value === "object" ? JSON.stringify(value) : fieldText(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text || "empty";
}
