import { type DeliveryState, type WebhookEvent, type WebhookStatus, webhookEvents } from "#db/schema/vocabulary.ts";
import createWebhook from "#tools/webhooks/create-webhook.ts";
import deleteWebhook from "#tools/webhooks/delete-webhook.ts";
import listDeliveries from "#tools/webhooks/list-deliveries.ts";
import listWebhooks from "#tools/webhooks/list-webhooks.ts";
import resendDelivery from "#tools/webhooks/resend-delivery.ts";
import rotateWebhookSecret from "#tools/webhooks/rotate-webhook-secret.ts";
import testWebhook from "#tools/webhooks/test-webhook.ts";
import updateWebhook from "#tools/webhooks/update-webhook.ts";
import { keepOnce, takeOnce } from "../account/shown-once.ts";
import { answerPage } from "../frame/answers.ts";
import { type AnyPage, definePage, type ItemOf, type TeamPage } from "../frame/define-page.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { ifFound } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { type Acts, actForm, noticesOf, press, type Sent } from "../team/operation-form.ts";

const eventWords: Record<WebhookEvent, string> = {
  "listing.submitted": "A listing was submitted",
  "listing.live": "A listing is live",
  "listing.changed": "A live listing has changed",
  "listing.removed": "A listing is no longer public",
  "listing.blocked": "The team rejected or suspended a listing",
  "update.posted": "An update was posted",
  "claim.verified": "A claim is verified",
  "claim.revoked": "A claim is no longer verified",
  "order.paid": "An order is paid",
  "order.refunded": "An order is refunded",
  "week.closed": "A launch week has closed",
  "approval.requested": "An assistant asks for an approval",
};

const statusWords: Record<WebhookStatus, HtmlValue> = {
  active: null,
  failing: html` <span class="tag bad">Failing</span>`,
  disabled: html` <span class="tag">Switched off</span>`,
};

const stateWords: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
  dropped: "Not sent",
};

type Webhook = ItemOf<typeof listWebhooks>;
type Delivery = ItemOf<typeof listDeliveries>;
interface NewSecret {
  id: number;
  secret: string;
}

const events = {
  label: "Events",
  options: Object.fromEntries(webhookEvents.map((event) => [event, `${event}: ${eventWords[event]}`])),
  isMultiple: true,
  says: "Choose at least one event.",
} as const;

const keepSecret = (visit: SignedInVisit, output: object) => {
  const { id, secret } = output as { id: number; secret: string | null };
  if (secret !== null) keepOnce(visit, "webhook-secret", { id, secret });
};

const actsOf = (isOfSite: boolean): Acts => ({
  add: {
    operation: createWebhook,
    input: { of_site: isOfSite },
    label: "Add webhook",
    fields: {
      url: {
        label: "URL",
        type: "url",
        hint: "An https URL of your server, or the webhook URL of a channel in Slack or Discord. We keep it encrypted.",
      },
      events,
    },
    done: "Webhook added.",
    onDone: keepSecret,
  },
  update: {
    operation: updateWebhook,
    label: "Change",
    button: "Save",
    record: "id",
    fields: { events, is_enabled: { label: "Status", tick: "Send events" } },
    done: "Saved.",
  },
  test: {
    operation: testWebhook,
    label: "Send a test",
    record: "id",
    done: "The test is on its way. Its result appears in the log.",
  },
  rotate: {
    operation: rotateWebhookSecret,
    label: "New secret",
    record: "id",
    note: "For 24 hours, each request is signed with the former secret, too.",
    done: "New secret made.",
    onDone: keepSecret,
  },
  delete: {
    operation: deleteWebhook,
    label: "Delete",
    button: "Delete webhook",
    record: "id",
    isDangerous: true,
    done: "Webhook deleted.",
  },
  resend: {
    operation: resendDelivery,
    label: "Send again",
    record: "id",
    done: "The event will be sent again, with the same id.",
  },
});

/** The page of an owner's webhooks or of the site's. With `?log=`, it shows what was sent to one of them. */
function webhooksPage(path: string, isOfSite: boolean): AnyPage {
  const acts = actsOf(isOfSite);
  const get = (visit: SignedInVisit, sent?: Sent) => render(visit, path, acts, isOfSite, sent);
  const post: TeamPage["post"] = (visit, form) => press(visit, form, acts, get);
  const menu = { label: "Webhooks", place: 10.5 };
  return definePage(
    isOfSite
      ? {
          path,
          name: "team_webhooks",
          audience: "team",
          scopes: ["team:admin"],
          menu: { ...menu, in: "team" },
          get,
          post,
        }
      : { path, name: "webhooks", audience: "account", menu: { ...menu, in: "account" }, get, post },
  );
}

async function render(
  visit: SignedInVisit,
  path: string,
  acts: Acts,
  isOfSite: boolean,
  sent?: Sent,
): Promise<Response> {
  const { items } = await visit.call(listWebhooks, { of_site: isOfSite });
  const logged = items.find(({ id }) => String(id) === visit.url.searchParams.get("log"));
  const created = takeOnce<NewSecret>(visit, "webhook-secret");
  const form: FormOf = (act, about) => actForm(visit, acts, act, { ...about, sent });
  return answerPage(visit, {
    title: "Webhooks",
    layout: isOfSite ? "team" : "signed-in",
    script: created && visit.assets.script,
    notice: noticeOf(visit, noticesOf(acts)),
    refusal: sent?.refusal,
    errors: sent?.errors,
    body: html`<h1>Webhooks</h1>
<p class="lead">When something happens to ${isOfSite ? html`a listing on ${visit.site.name}` : "your listings"}, we send the news to your URLs. <a href="/docs/webhooks">How to receive webhooks</a></p>
${created && secretCard(created, items)}
${logged ? await log(visit, path, logged, form) : overview(path, items, form)}`,
  });
}

type FormOf = (act: string, about: Parameters<typeof actForm>[3]) => Html;

const overview = (
  path: string,
  items: readonly Webhook[],
  form: FormOf,
): Html => html`<section class="card" aria-label="Webhooks">
${
  items.length === 0
    ? html`<p class="empty">There are no webhooks yet.</p>`
    : html`<ul class="rows" role="list">${items.map((item) => webhookRow(path, item, form))}</ul>`
}
</section>
<section class="card" aria-labelledby="new"><h2 id="new">New webhook</h2>
${form("add", { isUnfolded: true })}
</section>`;

const secretCard = (
  { id, secret }: NewSecret,
  items: readonly Webhook[],
): Html => html`<section class="made" aria-labelledby="made">
<h2 id="made">Secret of ${items.find((item) => item.id === id)?.url}</h2>
<p>Copy the secret now. Your server needs it to check the signatures. We show it only once.</p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="made"><code>${secret}</code></pre>
</section>`;

function webhookRow(path: string, webhook: Webhook, form: FormOf): Html {
  const { id, url, format, status, former_secret_until: until, created_at } = webhook;
  const about = { record: String(id), of: url };
  const isStandard = format === "standard";
  return html`<li>
<div><strong>${url}</strong>${!isStandard && html` <span class="tag">${format === "slack" ? "Slack" : "Discord"}</span>`}${statusWords[status]}
<p class="hint">${webhook.events.length === webhookEvents.length ? "All events" : webhook.events.join(", ")}</p>
<p class="hint">Added on ${timeOf(created_at)}.${isStandard && until && html` The former secret is valid until ${timeOf(until)}.`} <a href="${listPath(path, { log: id })}">Log</a></p></div>
<div>${status !== "disabled" && form("test", { ...about, isUnfolded: true })}
${form("update", { ...about, values: { events: webhook.events, is_enabled: status === "disabled" ? "no" : "yes" } })}
${isStandard && form("rotate", about)}
${form("delete", about)}</div>
</li>
`;
}

async function log(visit: SignedInVisit, path: string, { id, url }: Webhook, form: FormOf): Promise<Html> {
  const before = visit.url.searchParams.get("before") ?? undefined;
  const found = await ifFound(visit.call(listDeliveries, { webhook_id: id, before }));
  const { items, older } = found ?? { items: [], older: null };
  return html`<section class="card" aria-labelledby="log"><h2 id="log">Log of ${url}</h2>
<p><a href="${path}">All webhooks</a></p>
${
  items.length === 0
    ? html`<p class="empty">Nothing was sent in the last 30 days.</p>`
    : html`<ul class="rows" role="list">${items.map((item) => deliveryRow(item, form))}</ul>`
}
${older !== null && html`<p><a href="${listPath(path, { log: id, before: older })}" rel="next">Older events</a></p>`}
</section>`;
}

function deliveryRow(delivery: Delivery, form: FormOf): Html {
  const { id, event, event_id, about, at, state, attempts, sent_at, http_status, response } = delivery;
  const isBad = state === "failed" || (state === "waiting" && attempts > 0);
  return html`<li>
<div><strong>${event}</strong>${about && html` <code>${about}</code>`} <span class="tag${isBad && " bad"}">${stateWords[state]}</span>
<p class="hint">${timeOf(at)}, <code>${event_id}</code></p>
${
  sent_at !== null &&
  html`<p class="hint">Last sent on ${timeOf(sent_at)}, attempt ${attempts}: ${http_status === null ? "no response" : `status ${http_status}`}.</p>`
}
${response && html`<pre class="snippet" tabindex="0" role="region" aria-label="Response"><code>${response}</code></pre>`}</div>
${state !== "waiting" && form("resend", { record: String(id), of: event_id, isUnfolded: true })}
</li>
`;
}

export const accountWebhooksPage = webhooksPage("/account/webhooks", false);
export const teamWebhooksPage = webhooksPage("/team/webhooks", true);
