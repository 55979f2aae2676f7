import deleteAccount from "#tools/account/delete-account.ts";
import restoreAccount from "#tools/account/restore-account.ts";
import setAccountRole from "#tools/account/set-account-role.ts";
import showAccount from "#tools/account/show-account.ts";
import suspendAccount from "#tools/account/suspend-account.ts";
import { capital } from "#tools/core/text/text.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { ifFound } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "../own-listing/status.ts";
import { roleWords } from "./accounts.ts";
import { fact } from "./fact.ts";
import { type Acts, actForm, actPreview, noticesOf, press, type Sent } from "./operation-form.ts";

const path = "/team/accounts";
const reason = { label: "Reason", hint: "The person will receive this reason by email.", rows: 3 };

const roleFields = {
  role: { label: "Role", options: roleWords },
  role_sites: {
    label: "Sites",
    hint: "Keys of the sites to which a moderator or editor is limited, separated by commas. Leave this empty for all sites.",
  },
};
const denial = { deny_email: { label: "Email address", tick: "Block new accounts with this email address" } };

function actsOf(visit: SignedInVisit): Acts {
  const of = { input: { account_id: idOf(visit) }, hasPreview: true } as const;
  const isDangerous = true;
  return {
    suspend: {
      ...of,
      operation: suspendAccount,
      label: "Suspend account",
      isDangerous,
      fields: { reason },
      done: "Account suspended.",
    },
    restore: {
      ...of,
      operation: restoreAccount,
      label: "Lift suspension",
      fields: { reason },
      done: "Suspension lifted.",
    },
    role: { ...of, operation: setAccountRole, label: "Change role", fields: roleFields, done: "Role changed." },
    delete: {
      ...of,
      operation: deleteAccount,
      label: "Delete account",
      isDangerous,
      fields: denial,
      done: "Account deleted.",
      next: path,
    },
  };
}

export const accountPage = definePage({
  path: `${path}/:id`,
  name: "team_account",
  audience: "team",
  scopes: ["team:admin"],
  get: (visit) => render(visit),
  post: (visit, form) => press(visit, form, actsOf(visit), render),
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
  const {
    dry_run: _,
    not_tried: _steps,
    account_id: _id,
    email: _email,
    ...effects
  } = (sent?.preview ?? {}) as Record<string, unknown>;
  const acts = actsOf(visit);
  const shownActs = [suspended_at === null ? "suspend" : "restore", "role", "delete"];
  return answerPage(visit, {
    title: name || email,
    layout: "team",
    notice: noticeOf(visit, noticesOf(acts)),
    errors: sent?.errors,
    refusal: sent?.refusal,
    body: html`<p><a href="${path}">All accounts</a></p>
<h1><bdi>${name || email}</bdi>${role !== "member" && html` <span class="tag">${roleWords[role]}</span>`}${suspended_at !== null && html` <span class="tag bad">Suspended</span>`}</h1>
${sent?.preview && actPreview(visit, acts, sent, html`<dl class="facts">${Object.entries(effects).map(([name, value]) => fact(wordsOf(name), shown(value)))}</dl>`)}
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
<section class="card" aria-label="Actions">${shownActs.map((act) => actForm(visit, acts, act, { values: { role, role_sites }, sent }))}</section>`,
  });
}

const wordsOf = (name: string) => capital(name.replaceAll("_", " "));

function shown(value: unknown): HtmlValue {
  if (!Array.isArray(value)) return value === null || value === "" ? "None" : String(value);
  if (value.length === 0) return "None";
  return value.map((item) => (typeof item === "object" ? (item.name ?? item.slug) : String(item))).join(", ");
}
