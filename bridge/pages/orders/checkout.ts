import { hashSecret } from "#auth/secrets.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import billOrder from "#tools/orders/bill-order.ts";
import confirmOrder from "#tools/orders/confirm-order.ts";
import { isConsumer } from "#tools/orders/payments/may-withdraw.ts";
import playPayment from "#tools/orders/payments/play-payment.ts";
import { isBillable, toOrder } from "#tools/orders/shared/order-record.ts";
import { placesFor } from "#tools/orders/shared/paid-places.ts";
import { linkedOrder } from "#tools/orders/shared/pay-link.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { countryName } from "#tools/orders/vat/countries.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { refusalOf, stillDone, submit } from "../frame/submit.ts";
import type { Visit } from "../frame/visit.ts";
import {
  billingFields,
  billingInput,
  billingLabels,
  shownBilling,
  type TypedBilling,
  typedBilling,
} from "./billing-fields.ts";
import { orderSums, orderWords, sellerLine } from "./order-parts.ts";

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
  const typed = typedBilling(form);
  const { errors } = await submit(visit.call(billOrder, { ...linkOf(visit), ...billingInput(typed) }), billingLabels);
  return errors ? render(visit, order, { errors, typed }) : answerRedirect(visit, pathOf(visit));
}

async function simulate(visit: Visit, order: Order): Promise<Response> {
  await stillDone(visit.call(playPayment, linkOf(visit)));
  return answerRedirect(visit, `${pathOf(visit)}&back=${order.number}`);
}

async function confirm(visit: Visit, form: Form, order: Order): Promise<Response> {
  const agreed = form.text("agreed") === "yes";
  const { output, errors } = await submit(visit.call(confirmOrder, { ...linkOf(visit), agreed }), {
    agreed: { says: "Tick the box to let us begin immediately. Otherwise, we cannot accept the order." },
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
  if (!isOpen) return notPayable(visit, order, endWords(order), shown.message);
  if (order.confirmedAt !== null && visit.url.searchParams.has("back")) return waiting(visit, order);
  const refusal = await refusalOf(placesFor(runtime.store.read, { now, urls }, order));
  const status = visit.request.method === "POST" ? 409 : 200;
  if (refusal) return notPayable(visit, order, "This order cannot be paid for at the moment", refusal.detail, status);
  const asksBilling = typed !== undefined || order.gross === null || !isBillable(order.billing);
  return answerPage(visit, {
    title: asksBilling ? "Billing details" : "Review and pay",
    layout: "narrow",
    formTargets: runtime.shop.payments?.pages,
    errors,
    body: html`${order.provider === "sandbox" && sandboxNote}
<h1>${asksBilling ? "Billing details" : "Review and pay"}</h1>
<p class="lead">Order ${order.number} on ${site.name}.</p>
<section class="card" aria-label="Order items">${orderSums(shown)}</section>
${asksBilling ? billingForm(visit, order, typed, errors) : payForm(visit, order, errors)}
${sellerLine(runtime.seller, site)}`,
  });
}

const sandboxNote = html`<div class="aside" role="note"><p><strong>TEST. This is not a real payment.</strong> No money moves, and no card is needed. This page only shows what happens after a payment.</p></div>`;

const billingForm = (visit: Visit, order: Order, typed: TypedBilling | undefined, errors: FieldErrors): Html =>
  pageForm(
    visit,
    pathOf(visit),
    html`${hiddenField("do", "bill")}
${billingFields(typed ?? shownBilling(order.billing, ""), errors)}
<div class="actions"><button class="primary">Show total</button></div>`,
    { id: "billing" },
  );

const performance =
  "I request that you begin immediately. I know that I lose my right of withdrawal once the contract is fully performed. If I withdraw before that, I pay for the part already performed.";

function payForm(visit: Visit, order: Order, errors: FieldErrors): Html {
  const { name, company, street, postcode, city, country } = order.billing!;
  const total = priceText(order.gross!, order.currency);
  const isSandbox = order.provider === "sandbox";
  return html`<section class="card" aria-labelledby="billed"><h2 id="billed">Billed to</h2>
<p>${[name, company, street, [postcode, city].filter(Boolean).join(" "), countryName(country)].filter(Boolean).join(", ")}</p></section>
${pageForm(
  visit,
  pathOf(visit),
  html`${
    !isSandbox &&
    isConsumer(order) &&
    choices({
      name: "agreed",
      type: "checkbox",
      label: "Immediate start",
      options: [{ value: "yes", label: performance }],
      chosen: [],
      error: errors.agreed,
    })
  }<div class="actions stacked"><button class="primary">${isSandbox ? `TEST: simulate the payment of ${total}` : `Order with obligation to pay ${total}`}</button></div>
<p class="hint">${isSandbox ? "You owe nothing." : "This button places a binding order. You then pay the total on a Stripe page. Consumers may withdraw within 14 days on the order's page, unless the order has been fully performed by then."}</p>`,
  { id: "pay" },
)}`;
}

const orderPath = (order: Order) => `/account/orders/${order.number}`;

const endWords = ({ status }: Order): string =>
  status === "fulfilled" ? "Thank you" : orderWords[status === "pending" ? "expired" : status];

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

const waiting = (visit: Visit, order: Order): Response =>
  answerPage(visit, {
    title: `Order ${order.number}`,
    layout: "narrow",
    body: html`<h1>Waiting for payment</h1>
<p class="lead">Stripe will notify us as soon as order ${order.number} is paid. This usually takes a moment, but can take a few days with some payment methods. We will then email you a receipt.</p>
<div class="actions"><a class="button primary" href="${orderPath(order)}">View order</a> <a class="button" href="${pathOf(visit)}">Pay now</a></div>`,
  });

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Order not found",
    text: html`Check that you copied the whole link, or ask your assistant for it again. You can also open the order under <a href="/account/orders">Orders</a> in your account.`,
  });
