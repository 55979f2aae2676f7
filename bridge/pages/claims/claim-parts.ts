import type { ClaimMethod, ClaimStatus } from "#db/schema/vocabulary.ts";
import type { ClaimRecord } from "#tools/claims/shared/records.ts";
import verifyClaim from "#tools/claims/verify-claim.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { Visit } from "../frame/visit.ts";

export const refreshSeconds = 2;

export const methodWords: Record<ClaimMethod, { label: string; hint: string }> = {
  dns: { label: "DNS record", hint: "Add a TXT record at your DNS provider." },
  meta: { label: "Meta tag on the home page", hint: "Add one line to the <head> of your home page." },
  file: { label: "File on the website", hint: "Upload a small text file." },
  email: {
    label: "Email address at the domain",
    hint: "We will email a link to an address at the company's own domain, not at a subdomain.",
  },
};

export const statusWords: Record<ClaimStatus, string> = {
  pending: "Not verified yet",
  verified: "Verified",
  failed: "Failed",
  expired: "Expired",
  revoked: "Revoked",
};

/** Where to add the DNS record at common DNS hosts. */
const dnsHosts: [host: string, where: string][] = [
  ["Cloudflare", "DNS > Records > Add record: type TXT, name _slipway, the value as content."],
  ["Namecheap", "Domain List > Manage > Advanced DNS > Add new record: TXT Record, host _slipway."],
  ["GoDaddy", "Domain > DNS > Add new record: type TXT, name _slipway."],
  ["Porkbun", "Domain Management > DNS: type TXT, host _slipway, the value as answer."],
  ["Route 53", "Hosted zone > Create record: name _slipway, type TXT, the value in double quotes."],
  ["Gandi, OVH, IONOS, Hetzner", "DNS zone: add a TXT record with the name or subdomain _slipway."],
];

export function claimSteps({ method, instructions }: ClaimRecord, listingName: string): HtmlValue {
  const { name, value, where } = instructions;
  if (method === "email") return html`<p>${where} You can open the link on any device.</p>`;
  const isTag = method === "meta" && name !== "website";
  return html`<p>${isTag ? "Put this line into the head of your home page:" : where}</p>
${
  isTag
    ? html`<p><code class="address">${`<meta name="${name}" content="${value}">`}</code></p>`
    : html`<dl class="facts copied">
<div><dt>${method === "dns" ? "Name" : method === "file" ? "File" : "Field"}</dt><dd><code class="address">${name}</code></dd></div>
<div><dt>${method === "dns" ? "Value (TXT)" : "Content"}</dt><dd><code class="address">${value}</code></dd></div>
</dl>`
}
${
  method === "dns" &&
  html`<details class="more"><summary>Where to enter the record at common DNS providers</summary>
<dl class="facts">${dnsHosts.map(([host, where]) => html`<div><dt>${host}</dt><dd>${where}</dd></div>`)}</dl></details>`
}
${method === "file" && html`<p class="hint">The file may contain the lines for several claims. To check the file, open its URL in your browser. You should see only the file's content.</p>`}
<p class="hint">Leave this proof in place. We will check it every month and notify you if it is missing. This claim is for <bdi>${listingName}</bdi>.</p>`;
}

export function claimState(visit: Visit, claim: ClaimRecord, action: string): HtmlValue {
  const { claim_id, status, method, last_error, poll_after_ms, checked_at, dispute } = claim;
  if (status !== "pending") return html`<p>${claimOutcome(claim)}</p>`;
  if (poll_after_ms !== null)
    return html`<p role="status">Checking now. This page will show the result automatically.</p>`;
  const isInCase = dispute?.status === "open" && claim.attempts > 0 && last_error === null;
  if (isInCase)
    return html`<p class="aside">We found your proof, but someone else has already verified ownership of this listing. The team will decide who owns the listing and send both of you the reason.</p>`;
  return html`${last_error && html`<p class="error" role="status"><strong>Not found yet.</strong> ${last_error.message}</p>`}
${checked_at && html`<p class="hint">Last checked on ${timeOf(checked_at)}.</p>`}
${
  method !== "email" &&
  pageForm(
    visit,
    action,
    html`${hiddenField("do", "check")}${hiddenField("claim", String(claim_id))}
<div class="actions"><button class="primary">Check now</button></div>`,
  )
}
<p class="hint">This claim is open until ${timeOf(claim.expires_at)}.</p>`;
}

export function claimOutcome({ status, verified_until, last_error, dispute }: ClaimRecord): HtmlValue {
  if (status === "verified")
    return html`Verified${verified_until && html` until ${timeOf(verified_until)}`}. ${last_error && html`The last check did not find the proof: ${last_error.message}`}`;
  const why = dispute?.reason ?? last_error?.message;
  return html`${statusWords[status]}.${why && html` ${why}`}`;
}

export async function checkNow(visit: Visit, claimId: string, back: string): Promise<Response> {
  await visit.call(verifyClaim, { claim_id: Number(claimId) }).catch((error: unknown) => {
    if (!(error instanceof Problem) || !gone.has(error.code)) throw error;
  });
  return answerRedirect(visit, back);
}

const gone = new Set(["not_found", "state_conflict", "validation_failed"]);

export const tag = (status: ClaimStatus): Html => html`<span class="tag">${statusWords[status]}</span>`;
