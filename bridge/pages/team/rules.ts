import type * as z from "zod";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import addRule from "#tools/abuse/add-rule.ts";
import deleteRule from "#tools/abuse/delete-rule.ts";
import listRules from "#tools/abuse/list-rules.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listPage } from "./list-page.ts";
import { type Acts, actPreview } from "./operation-form.ts";

type Added = z.input<(typeof addRule)["output"]>;

const kindWords: Record<RuleKind, string> = {
  email_domain: "Email domain",
  product_domain: "Product domain",
  word: "Word or phrase",
  network: "Network",
  email_hash: "Email address",
};
const effectWords = { deny: "Deny", allow: "Allow" };
const countWords = { accounts: "Accounts", drafts: "Drafts", listings: "Listings" };

const acts: Acts = {
  add: {
    operation: addRule,
    // The preview shows the warnings.
    input: { confirm: true },
    label: "Add rule",
    hasPreview: true,
    fields: {
      kind: { label: "Kind", options: kindWords },
      value: {
        label: "Value",
        keyboard: "code",
        hint: "A domain also covers its subdomains. A network looks like 203.0.113.0/24. Of an email address, we keep only a code.",
      },
      effect: { label: "Effect", options: effectWords },
      note: { label: "Note for the team" },
      all_sites: { label: "Where", tick: "Apply on all sites" },
    },
    done: "Rule added.",
  },
  delete: {
    operation: deleteRule,
    label: "Delete",
    button: "Delete rule",
    record: "id",
    isDangerous: true,
    done: "Rule deleted.",
  },
};

export const teamRulesPage = listPage({
  path: "/team/rules",
  name: "team_rules",
  scopes: ["team:review"],
  menu: { in: "team", label: "Rules", place: 8 },
  title: "Rules",
  lead: ({ site }) =>
    `These rules refuse sign-ups, submissions and edits on ${site.name}. A rule that allows something wins over rules of its kind that deny it.`,
  records: "rules",
  operation: listRules,
  acts,
  filters: {
    q: { label: "Part of the value" },
    kind: { label: "Kind", options: kindWords },
    effect: { label: "Effect", options: effectWords },
    sort: { label: "Order", options: { newest: "Newest first", hits: "Most hits first" } },
  },
  above({ visit, sent, form }) {
    const tried = sent?.preview as Added | undefined;
    return [tried && actPreview(visit, acts, sent!, effects(tried)), form("add", { values: { kind: "word" } })];
  },
  row(rule, { form }) {
    const { id, kind, effect, value, all_sites, note, created_by, created_at, hits, last_hit_at } = rule;
    const shown = kind === "email_hash" ? `code ${value.slice(0, 8)}` : value;
    return html`<li>
<div><strong><bdi>${shown}</bdi></strong> <span class="tag">${effectWords[effect]}</span> <span class="tag">${kindWords[kind]}</span>${all_sites && html` <span class="tag">All sites</span>`}
<p class="hint">${hits} ${hits === 1 ? "hit" : "hits"}${last_hit_at && html`, the last on ${timeOf(last_hit_at)}`}. Added on ${timeOf(created_at)}${created_by && ` by ${created_by.name || `account ${created_by.account_id}`}`}.</p>
${note && html`<p class="hint">${note}</p>`}</div>
${form("delete", { record: String(id), of: shown })}</li>
`;
  },
});

/** The records that the rule would have matched. */
const effects = ({ matched, warnings }: Added): Html =>
  html`${warnings.map((warning) => html`<p><strong>${warning}</strong></p>`)}
<ul class="plain-list">${(["accounts", "drafts", "listings"] as const).map((what) => {
    const { checked, matched: found, examples } = matched[what];
    const names = examples.map(({ id, name, email }) => `${name || "No name"} (${email ?? id})`).join(", ");
    return html`<li>${countWords[what]} of the last 30 days: ${found} of ${checked}${names && `, such as ${names}`}</li>`;
  })}</ul>`;
