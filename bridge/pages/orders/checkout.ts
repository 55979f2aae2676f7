import { hashSecret } from "#auth/secrets.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import { purchasedListing } from "#db/queries/orders/purchased-listing.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import billOrder from "#tools/orders/bill-order.ts";
import confirmOrder from "#tools/orders/confirm-order.ts";
import { isConsumer } from "#tools/orders/payments/may-withdraw.ts";
import playPayment from "#tools/orders/payments/play-payment.ts";
import { isBillable, toOrder } from "#tools/orders/shared/order-record.ts";
import { placesFor } from "#tools/orders/shared/paid-places.ts";
import { linkedOrder } from "#tools/orders/shared/pay-link.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { refusalOf, stillDone, submit } from "../frame/submit.ts";
import { noticeOf, type Visit } from "../frame/visit.ts";
import { launchNews, launchTitle } from "../own-listing/launch-news.ts";
import { billingFields, shownBilling, submitBilling, type TypedBilling } from "./billing-fields.ts";
import { billedTo, notAgreed, orderButton, orderSums, orderWords, sandboxNote, sellerLine } from "./order-parts.ts";

/** The payment page. Whoever has its link may pay without signing in. */
export const checkoutPage = definePage({
  path: "/checkout/:number",
  name: "checkout",
  audience: "everyone",
  async get(visit) {
    const order = await orderAt(visit);
    return order ? render(visit, order, {}) : deadLink(visit);
  },

  async post(visit, form) {
    const order = await orderAt(visit);
    if (!order) return deadLink(visit);
    if (form.text("do") === "bill") return bill(visit, form, order);
    return order.provider === "sandbox" ? simulate(visit, order) : confirm(visit, form, order);
  },
});

const notices = { unopened: "The payment page could not be opened. You owe nothing yet. Try again in a minute." };

const linkOf = ({ url }: Visit) => ({
  number: decodeURIComponent(url.pathname.split("/")[2] ?? "").toUpperCase(),
  key: url.searchParams.get("key") ?? "",
});

const pathOf = (visit: Visit) => {
  const { number, key } = linkOf(visit);
  return `/checkout/${encodeURIComponent(number)}?${new URLSearchParams({ key })}`;
};

const orderAt = (visit: Visit): Promise<Order | null> =>
  linkedOrder(visit.runtime.store.read, { hashSecret }, linkOf(visit));

async function bill(visit: Visit, form: Form, order: Order): Promise<Response> {
  const { typed, errors } = await submitBilling(form, (billing) =>
    visit.call(billOrder, { ...linkOf(visit), ...billing }),
  );
  return errors ? render(visit, order, { errors, typed }) : answerRedirect(visit, pathOf(visit));
}

async function simulate(visit: Visit, order: Order): Promise<Response> {
  await stillDone(visit.call(playPayment, linkOf(visit)));
  return answerRedirect(visit, `${pathOf(visit)}&back=${order.number}`);
}

async function confirm(visit: Visit, form: Form, order: Order): Promise<Response> {
  const agreed = form.text("agreed") === "yes";
  const { output, errors } = await submit(visit.call(confirmOrder, { ...linkOf(visit), agreed }), {
    agreed: { says: notAgreed.agreed },
  });
  if (errors) return render(visit, order, { errors });
  return answerRedirect(visit, output.url ?? pathOf(visit));
}

interface State {
  errors?: FieldErrors;
  typed?: TypedBilling;
}

async function render(visit: Visit, order: Order, { errors = {}, typed }: State): Promise<Response> {
  const { runtime, now, site } = visit;
  const isOpen = order.status === "pending" && order.expiresAt > now.toISOString();
  const urls = siteUrls(runtime, site);
  const shown = toOrder(runtime.store.read, order, urls, now);
  if (order.status === "fulfilled") return thanks(visit, order, shown.message);
  if (!isOpen)
    return notPayable(visit, order, orderWords[order.status === "pending" ? "expired" : order.status], shown.message);
  if (order.confirmedAt !== null && visit.url.searchParams.has("back")) return waiting(visit, order);
  const refusal = await refusalOf(placesFor(runtime.store.read, { now, urls }, order));
  const status = visit.request.method === "POST" ? 409 : 200;
  if (refusal) return notPayable(visit, order, "This order cannot be paid for at the moment", refusal.detail, status);
  const isComplete = order.gross !== null && isBillable(order.billing);
  const isChanging = visit.url.searchParams.get("billing") === "change" && order.confirmedAt === null;
  const asksBilling = typed !== undefined || !isComplete || isChanging;
  return answerPage(visit, {
    title: asksBilling ? "Billing details" : "Review and pay",
    layout: "narrow",
    notice: noticeOf(visit, notices),
    formTargets: runtime.shop.payments?.pages,
    errors,
    body: html`${order.provider === "sandbox" && sandboxNote}
<h1>${asksBilling ? "Billing details" : "Review and pay"}</h1>
<p class="lead">Order ${order.number} on ${site.name} is open.${asksBilling && " You owe nothing until you press the order button on the next page."}</p>
<section class="card" aria-label="Order items">${orderSums(shown)}</section>
${asksBilling ? billingForm(visit, order, typed, errors) : payForm(visit, order, errors)}
<p>${asksBilling && isComplete && html`<a href="${pathOf(visit)}">Back to the total</a> `}<a href="${orderPath(order)}">View or cancel the order</a></p>
${sellerLine(runtime.seller, site)}`,
  });
}

const billingForm = (visit: Visit, order: Order, typed: TypedBilling | undefined, errors: FieldErrors): Html =>
  pageForm(
    visit,
    pathOf(visit),
    html`${hiddenField("do", "bill")}
${billingFields(typed ?? shownBilling(order.billing, ""), errors)}
<div class="actions"><button class="primary">Show total</button></div>`,
    { id: "billing" },
  );

const payForm = (visit: Visit, order: Order, errors: FieldErrors): Html =>
  html`${billedTo(order.billing!, order.confirmedAt === null && html`<p><a href="${pathOf(visit)}&billing=change">Change billing details</a></p>`)}
${pageForm(
  visit,
  pathOf(visit),
  orderButton(
    {
      gross: order.gross!,
      currency: order.currency,
      isSandbox: order.provider === "sandbox",
      isConsumer: isConsumer(order),
    },
    errors,
  ),
  { id: "pay" },
)}`;

const orderPath = (order: Order) => `/account/orders/${order.number}`;

/** Celebrates a paid order. The link needs no sign-in, so the page shows only what the public can see, and the order. */
async function thanks(visit: Visit, order: Order, message: string): Promise<Response> {
  const { read } = visit.runtime.store;
  const site = (await siteById(read, order.siteId))!;
  const launched = order.lines.find(({ product }) => product === "launch");
  const listing =
    launched && !order.isTest ? await purchasedListing(read, order.siteId, launched.listingId) : undefined;
  const title = listing && launchTitle(listing);
  return answerPage(visit, {
    title: `Order ${order.number}`,
    layout: "narrow",
    script: visit.assets.script,
    body: html`${order.provider === "sandbox" && sandboxNote}
<h1>Payment received${title ? html`: <bdi>${title}</bdi>` : "."}</h1>
<p class="lead">Order ${order.number} on ${site.name}. ${message}</p>
<div class="actions">${title && listing.status === "live" && html`<a class="button primary" href="/listings/${listing.slug}">View ${listing.name}</a> `}<a class="button" href="${orderPath(order)}">View order</a></div>
${listing && launchNews(visit, listing, site)}`,
  });
}

const notPayable = (visit: Visit, order: Order, heading: string, message: string, status = 200): Response =>
  answerPage(visit, {
    title: `Order ${order.number}`,
    layout: "narrow",
    status,
    body: html`${order.provider === "sandbox" && sandboxNote}
<h1>${heading}</h1>
<p class="lead">Order ${order.number} on ${visit.site.name}.</p>
<p>${message}</p>
<div class="actions"><a class="button primary" href="${orderPath(order)}">View order</a></div>`,
  });

const maxRefreshes = 20;

function waiting(visit: Visit, order: Order): Response {
  const back = visit.url.searchParams.get("back");
  const count = back === "paid" ? 0 : Number(back);
  const refresh = count < maxRefreshes && { refresh: `${3 + count}; url=${pathOf(visit)}&back=${count + 1}` };
  return answerPage(visit, {
    title: `Order ${order.number}`,
    layout: "narrow",
    headers: refresh || {},
    body: html`<h1>Waiting for payment</h1>
<p class="lead">Stripe will notify us as soon as order ${order.number} is paid. This usually takes a moment, but can take a few days with some payment methods. We will then email you a receipt.</p>
<p class="hint">${refresh ? html`This page refreshes automatically. <a href="${pathOf(visit)}&back=off">Stop refreshing</a>` : html`<a href="${pathOf(visit)}&back=paid">Refresh</a>`}</p>
<div class="actions"><a class="button primary" href="${orderPath(order)}">View order</a> <a class="button" href="${pathOf(visit)}">Pay now</a></div>`,
  });
}

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Order not found",
    text: html`Check that you copied the whole link, or ask your assistant for it again. You can also open the order under <a href="/account/orders">Orders</a> in your account.`,
  });
