import decideDispute from "#tools/claims/decide-dispute.ts";
import listDisputes from "#tools/claims/list-disputes.ts";
import { capital } from "#tools/core/text/text.ts";
import { methodWords } from "../claims/claim-parts.ts";
import type { ItemOf } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { defineCasePage } from "./case-list.ts";
import { fact } from "./fact.ts";

const who = ({ id, name, email }: ItemOf<typeof listDisputes>["claimant"]) =>
  `${name || `Account ${id}`}${email ? ` (${email})` : ""}`;

const kinds = Object.fromEntries(Object.entries(methodWords).map(([method, { label }]) => [method, label]));

export const claimCasesPage = defineCasePage({
  path: "/team/claims",
  name: "team_claims",
  menu: { in: "team", label: "Claims", place: 6 },
  kind: "dispute",
  title: "Claims",
  lead: "Two people have verified ownership of each of these listings. Nothing changes until you decide. Both people will receive your reason.",
  operation: listDisputes,
  kinds,
  noun: ["dispute", "disputes"],
  empty: "There are no open disputes. A dispute appears here when two people verify ownership of the same listing.",
  notices: { decided: "Dispute decided. We have sent both sides the reason." },

  decide(visit, form) {
    const [dispute, decision] = [form.text("dispute_id"), form.text("decision")];
    const input = { dispute_id: Number(dispute), decision, reason: form.text("reason") };
    return { matter: dispute, done: "decided", call: visit.call(decideDispute, input) };
  },

  toCase({ dispute_id: id, name, slug, url, claimant, owners, method, opened_at, proved_at, ...dispute }) {
    const { status, reason, last_error, decided_at } = dispute;
    return {
      id,
      matter: String(id),
      name,
      head: html`<a href="/team/listings/${slug}">${name}</a> <span class="tag">${capital(status)}</span>`,
      hint: html`Claimed by ${who(claimant)}, ${decided_at ? html`decided on ${timeOf(decided_at)}. ${reason}` : html`open since ${timeOf(opened_at)}`}`,
      details: html`<dl class="facts">
${fact("URL", url)}
${fact("Proof", html`${methodWords[method].label}: ${proved_at ? html`found on ${timeOf(proved_at)}` : `not verified yet${last_error ? `. ${last_error}` : ""}`}`)}
${fact("Already verified", owners.length > 0 ? owners.map(who).join(", ") : "No current owner")}
</dl>`,
      form: {
        values: { dispute_id: id },
        field: "decision",
        options: [
          {
            value: "grant",
            label: `The claimant, ${who(claimant)}, owns the listing`,
            hint: "The previous owners will get read-only access.",
          },
          { value: "refuse", label: "The current owners keep the listing", hint: "The claim will fail." },
        ],
        hint: "Both sides will see this reason.",
        button: "Decide dispute",
      },
    };
  },
});
