import type * as z from "zod";
import { roles } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import deleteAccount from "#tools/account/delete-account.ts";
import restoreAccount from "#tools/account/restore-account.ts";
import setAccountRole from "#tools/account/set-account-role.ts";
import showAccount from "#tools/account/show-account.ts";
import suspendAccount from "#tools/account/suspend-account.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField, selectField, textArea, textField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { attempt, ifFound, onceKey, onceToken } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "../own-listing/status.ts";
import { roleWords } from "./accounts.ts";
import { fact } from "./fact.ts";

const path = "/team/accounts";
type Account = z.input<(typeof showAccount)["output"]>;

/** An action of the page. Its first press shows a preview, and the second one makes the change. */
interface Act {
  operation: Operation;
  label: string;
  isDangerous?: true;
  /** The names of the form's fields. */
  fields: readonly string[];
  input(form: Form): Record<string, unknown>;
  done: string;
}

const reasonOf = (form: Form) => ({ reason: form.text("reason") });
const acts: Record<string, Act> = {
  suspend: {
    operation: suspendAccount as unknown as Operation,
    label: "Suspend account",
    isDangerous: true,
    fields: ["reason"],
    input: reasonOf,
    done: "Account suspended.",
  },
  restore: {
    operation: restoreAccount as unknown as Operation,
    label: "Lift suspension",
    fields: ["reason"],
    input: reasonOf,
    done: "Suspension lifted.",
  },
  role: {
    operation: setAccountRole as unknown as Operation,
    label: "Change role",
    fields: ["role", "role_sites"],
    input: (form) => ({ role: form.text("role"), role_sites: form.text("role_sites") || undefined }),
    done: "Role changed.",
  },
  delete: {
    operation: deleteAccount as unknown as Operation,
    label: "Delete account",
    isDangerous: true,
    fields: ["deny_email"],
    input: (form) => ({ deny_email: form.text("deny_email") === "yes" }),
    done: "Account deleted.",
  },
};

interface Sent {
  act: string;
  form: Form;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
  preview?: Record<string, unknown>;
}

export const accountPage = definePage({
  path: `${path}/:id`,
  name: "team_account",
  audience: "team",
  scopes: ["team:admin"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const [name = "", step] = form.text("do").split(".");
    const act = lookup(acts, name);
    if (!act) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    const input = { account_id: idOf(visit), ...act.input(form) };
    const isDryRun = step !== "confirm";
    const { output, errors, refusal } = await attempt(
      visit.call(act.operation, input, isDryRun ? { isDryRun } : onceKey(form)),
      { reason: { label: "Reason" }, role: { label: "Role" }, role_sites: { label: "Sites" } },
    );
    if (!output) return render(visit, { act: name, form, errors, refusal });
    if (isDryRun) return render(visit, { act: name, form, preview: output });
    return answerRedirect(visit, name === "delete" ? `${path}?done=delete` : `${path}/${idOf(visit)}?done=${name}`);
  },
});

const idOf = ({ url }: SignedInVisit) => Number(url.pathname.split("/")[3]);

async function render(visit: SignedInVisit, sent?: Sent): Promise<Response> {
  const account = await ifFound(visit.call(showAccount, { account_id: idOf(visit) }));
  if (!account)
    return answerFault(visit, {
      status: 404,
      title: "Account not found",
      text: html`View <a href="${path}">all accounts</a>.`,
    });
  const { id, email, name, role, suspended_at, created_at, role_sites, listings, listings_total } = account;
  return answerPage(visit, {
    title: name || email,
    layout: "team",
    notice: noticeOf(visit, Object.fromEntries(Object.entries(acts).map(([act, { done }]) => [act, done]))),
    errors: sent?.errors,
    refusal: sent?.refusal,
    body: html`<p><a href="${path}">All accounts</a></p>
<h1><bdi>${name || email}</bdi>${role !== "member" && html` <span class="tag">${roleWords[role]}</span>`}${suspended_at !== null && html` <span class="tag bad">Suspended</span>`}</h1>
${sent?.preview && previewOf(visit, sent.preview, sent)}
<div class="card"><dl class="facts">
${fact("Email", html`${email}, ${account.email_verified_at === null ? "not confirmed" : html`confirmed on ${timeOf(account.email_verified_at)}`}`)}
${fact("Created", timeOf(created_at))}
${suspended_at !== null && fact("Suspended", timeOf(suspended_at))}
${fact("Role", html`${roleWords[role]}${role_sites && `, only on ${role_sites.join(", ")}`}`)}
${fact("Sign-in", `${account.has_password ? "Password set" : "No password"}. Sessions: ${account.sessions}, API keys: ${account.keys}, connected apps: ${account.grants}.`)}
${fact("Orders", String(account.orders))}
${fact("Decisions about its listings", String(account.decisions))}
</dl></div>
<p><a href="/team/audit?by=${id}">Changes by this account</a>. <a href="/team/audit?subject=account:${id}">Changes to this account</a></p>
<section class="card" aria-labelledby="listings"><h2 id="listings">Listings</h2>
${
  listings.length === 0
    ? html`<p class="empty">This account has no listings.</p>`
    : html`<ul class="plain-list">${listings.map(
        (listing) =>
          html`<li><a href="/team/listings/${listing.slug}"><bdi>${listing.name}</bdi></a> on ${listing.site} <span class="tag">${listingWords[listing.status]}</span></li>`,
      )}</ul>`
}
${listings_total > listings.length && html`<p class="hint">Showing ${listings.length} of ${listings_total} listings.</p>`}
</section>
${forms(visit, account, sent)}`,
  });
}

/** The result of a dry run, with the button that does it. */
function previewOf(visit: SignedInVisit, preview: Record<string, unknown>, { act, form }: Sent): Html {
  const { label, isDangerous, fields } = lookup(acts, act)!;
  const { dry_run: _, not_tried: _steps, account_id: _id, email: _email, ...effects } = preview;
  return html`<section class="aside" aria-labelledby="preview"><h2 id="preview">${label}?</h2>
<dl class="facts">${Object.entries(effects).map(([name, value]) => fact(wordsOf(name), shown(value)))}</dl>
${pageForm(
  visit,
  visit.url.pathname,
  html`${onceToken()}${fields.map((name) => hiddenField(name, form.text(name)))}
<div class="actions"><button class="${isDangerous ? "danger" : "primary"}" name="do" value="${act}.confirm">${label}</button>
<a href="${visit.url.pathname}">Cancel</a></div>`,
)}</section>`;
}

const wordsOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

function shown(value: unknown): HtmlValue {
  if (!Array.isArray(value)) return value === null || value === "" ? "None" : String(value);
  if (value.length === 0) return "None";
  return value.map((item) => (typeof item === "object" ? (item.name ?? item.slug) : String(item))).join(", ");
}

function forms(visit: SignedInVisit, { role, role_sites, suspended_at }: Account, sent?: Sent): Html {
  const typed = (act: string, name: string) => (sent?.act === act ? sent.form.text(name) : undefined);
  const error = (act: string, name: string) => (sent?.act === act ? lookup(sent.errors ?? {}, name) : undefined);
  const suspension = suspended_at === null ? "suspend" : "restore";
  const form = (act: string, fields: HtmlValue) => {
    const { label } = lookup(acts, act)!;
    return html`<details class="more"${sent?.act === act && !sent.preview && html` open`}><summary>${label}</summary>
${pageForm(visit, visit.url.pathname, html`${fields}<div class="actions"><button name="do" value="${act}" aria-label="Preview: ${label}">Preview</button></div>`)}</details>
`;
  };
  return html`<section class="card" aria-label="Actions">
${form(
  suspension,
  textArea({
    name: "reason",
    label: "Reason",
    hint: "The person will receive this reason by email.",
    rows: 3,
    maxlength: 2000,
    value: typed(suspension, "reason") ?? "",
    error: error(suspension, "reason"),
  }),
)}
${form("role", [
  selectField({
    name: "role",
    label: "Role",
    value: typed("role", "role") ?? role,
    options: roles.map((value) => ({ value, label: roleWords[value] })),
    error: error("role", "role"),
  }),
  textField({
    name: "role_sites",
    label: "Sites",
    hint: "Keys of the sites to which a moderator or editor is limited, separated by commas. Leave this empty for all sites.",
    value: typed("role", "role_sites") ?? role_sites?.join(", ") ?? "",
    maxlength: 1000,
    error: error("role", "role_sites"),
  }),
])}
${form(
  "delete",
  choices({
    name: "deny_email",
    type: "checkbox",
    label: "Email address",
    options: [{ value: "yes", label: "Block new accounts with this email address" }],
    chosen: [typed("delete", "deny_email") ?? ""],
  }),
)}
</section>`;
}
