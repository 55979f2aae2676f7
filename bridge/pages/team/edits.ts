import revertEdit from "#tools/listings/owner/revert-edit.ts";
import listEdits, { type Edit } from "#tools/listings/team/list-edits.ts";
import { fieldDiff } from "../frame/field-diff.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { defineCasePage } from "./case-list.ts";
import { viaWords } from "./via-words.ts";

export const editsPage = defineCasePage({
  path: "/team/edits",
  name: "team_edits",
  menu: { in: "team", label: "Edits", place: 1 },
  kind: "edit",
  title: "Edits",
  lead: "Recent edits by owners. They are public at once; you can revert an edit and give the owners a reason.",
  operation: listEdits,
  kinds: { browser: "In the browser", key: "API key", app: "App", mail: "Emailed link", admin: "Command", job: "Job" },
  noun: ["edit", "edits"],
  states: { open: "Current", decided: "Reverted" },
  filters: ({ account }) => ({
    account_id: "Account number",
    ...(account.role === "admin" && { email: "Account email" }),
  }),
  empty: "No edits yet.",
  notices: { reverted: "Edit reverted. We have notified any owners." },

  decide(visit, form) {
    const change = form.text("change_id");
    const input = { change_id: Number(change), reason: form.text("reason") };
    return { matter: change, done: "reverted", call: visit.call(revertEdit, input) };
  },

  toCase: ({ change_id: id, at, by, listing, fields, taken_back }) => ({
    id,
    matter: String(id),
    name: listing.name,
    head: html`<a href="/team/listings/${listing.slug}"><bdi>${listing.name}</bdi></a>`,
    hint: html`${timeOf(at)} by ${author(by)}${taken_back && html`. Reverted on ${timeOf(taken_back.at)}: ${taken_back.reason}`}`,
    details: fields.map(({ field, before, after }) => fieldDiff(field, before, after)),
    form: {
      values: { change_id: id },
      hint: "The owners will receive this reason with the reverted fields.",
      button: "Revert edit",
    },
  }),
});

function author({ account_id, name, email, via, through }: Edit["by"]): HtmlValue {
  const who = name || email || (account_id === null ? "Slipway itself" : `deleted account ${account_id}`);
  return html`${account_id !== null && (name || email) ? html`<a href="/team/edits?account_id=${account_id}">${who}</a>` : who}, ${viaWords(via, through)}`;
}
