import type * as z from "zod";
import { actionNames } from "#db/schema/action-names.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import listChanges, { type changeRecord } from "#tools/audit/list-changes.ts";
import { fieldText } from "#tools/core/text/text.ts";
import { foldedPart } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { fact } from "./fact.ts";
import { listPage } from "./list-page.ts";
import { viaWords } from "./via-words.ts";

type Change = z.input<typeof changeRecord>;

const maxShown = 300;

export const auditPage = listPage({
  path: "/team/audit",
  name: "team_audit",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Audit log", place: 12 },
  title: "Audit log",
  lead: () => "Changes to the directory, the latest first.",
  records: "changes",
  operation: listChanges,
  filters: {
    by: { label: "Person", hint: "Email, account number or name used with a command" },
    action: { label: "Action", suggestions: actionNames, keyboard: "code", says: "Choose an action from the list." },
    subject: { label: "Record", hint: "For example listing:12", keyboard: "code" },
    site: { label: "Site", hint: "Key of a site", keyboard: "code" },
    from: { label: "From", type: "date", says: "Enter the first day as a date." },
    to: { label: "To", type: "date", says: "Enter the last day as a date." },
  },
  row: changeRow,
});

function changeRow({ id, at, action, subjects, site, by, via, through, approved_by, before, after }: Change): Html {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const values = (field: string) => `${short(lookup(before, field))} → ${short(lookup(after, field))}`;
  return html`<li id="change-${id}"><div><strong>${action}</strong> <span class="hint">${subjects.slice(0, 3).join(", ")}${subjects.length > 3 && ` and ${subjects.length - 3} more`}</span>
<p class="hint">${timeOf(at)} by ${whoMade(by, via)}, ${viaWords(via, through)}${approved_by && `, approved by ${approved_by.name || `account ${approved_by.account_id}`}`}${site && `, on ${site}`}.</p>
${fields.length > 0 && foldedPart("Before and after", false, html`<dl class="facts">${fields.map((field) => fact(labelOf(field), values(field)))}</dl>`)}</div></li>
`;
}

function whoMade({ account_id, name, email }: Change["by"], via: string): HtmlValue {
  if (account_id === null)
    return /^admin:[^/]*\/(.+)/.exec(via)?.[1] ?? (via.startsWith("admin") ? "an operator" : "Slipway");
  if (email === null) return html`deleted account ${account_id}`;
  return html`<a href="/team/accounts/${account_id}"><bdi>${name || `account ${account_id}`}</bdi></a> (${email})`;
}

function short(value: unknown): string {
  if (value === undefined || value === null) return "none";
  const text = typeof value === "object" ? JSON.stringify(value) : fieldText(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text || "empty";
}
