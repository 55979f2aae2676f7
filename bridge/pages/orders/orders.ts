import { invoicesOf } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";
import cancelOrder from "#tools/orders/cancel-order.ts";
import confirmVatId from "#tools/orders/confirm-vat-id.ts";
import { isVatOpen } from "#tools/orders/correct-vat.ts";
import getOrder from "#tools/orders/get-order.ts";
import listMyOrders from "#tools/orders/list-my-orders.ts";
import { whyNoWithdrawal } from "#tools/orders/payments/may-withdraw.ts";
import type { OrderRecord } from "#tools/orders/shared/order-record.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { ifFound, redirectAfter } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { madeThrough } from "./made-through.ts";
import { orderSums, orderTag, structuredPath } from "./order-parts.ts";

const maxShown = 100;

export const ordersPage = definePage({
  path: "/account/orders",
  name: "orders",
  audience: "account",
  menu: { in: "account", label: "Orders", place: 7 },
  async get(visit) {
    const { items, total } = await visit.call(listMyOrders, { per_page: maxShown });
    return answerPage(visit, {
      title: "Orders",
      layout: "signed-in",
      body: html`<h1>Orders</h1>
<section class="card" aria-label="Orders">
${
  items.length === 0
    ? html`<p class="empty">You have not ordered anything yet. <a href="/pricing">View products and prices</a>.</p>`
    : html`<ul class="rows" role="list">${items.map((order) => orderRow(order, visit.now))}</ul>`
}
</section>
${total > items.length && html`<p class="hint">Showing the latest ${items.length} of ${total} orders.</p>`}
<p>New orders use <a href="/account/billing">your billing details</a>.</p>`,
    });
  },
});

function orderRow(order: OrderRecord, now: Date): Html {
  const { number, gross, vat, net, currency, lines, created_at } = order;
  return html`<li>
<div><strong><a href="/account/orders/${number}">${number}</a></strong> <span class="tag">${orderTag(order, now)}</span>
<p>${lines.map(({ name }) => name).join("; ")}</p>
<p class="hint">${priceText(gross ?? net, currency)} ${gross === null ? "plus VAT where applicable" : vat === 0 ? "without VAT" : "including VAT"}, ${timeOf(created_at)}</p></div>
</li>
`;
}

export const orderPage = definePage({
  path: "/account/orders/:number",
  name: "order",
  audience: "account",
  async get(visit) {
    const order = await ownOrderOf(visit);
    return order ? render(visit, order) : missingOrder(visit);
  },

  async post(visit, form) {
    const number = orderNumberOf(visit);
    const path = `/account/orders/${encodeURIComponent(number)}`;
    if (form.text("do") === "vat") {
      const { is_corrected } = await visit.call(confirmVatId, { number });
      return answerRedirect(visit, `${path}?done=${is_corrected ? "vat" : "no_vat"}`);
    }
    return redirectAfter(visit, visit.call(cancelOrder, { number }), path, "canceled");
  },
});

export const orderNumberOf = ({ url }: SignedInVisit): string => decodeURIComponent(url.pathname.split("/")[3] ?? "");

export const ownOrderOf = (visit: SignedInVisit): Promise<OrderRecord | null> =>
  ifFound(visit.call(getOrder, { number: orderNumberOf(visit) }));

export const missingOrder = (visit: SignedInVisit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Order not found",
    text: html`View <a href="/account/orders">your orders</a>.`,
  });

/** Only consumers see the withdrawal link. Directive 2011/83/EU, article 11a, prescribes its words. */
async function render(visit: SignedInVisit, order: OrderRecord): Promise<Response> {
  const row = await orderByNumber(visit.runtime.store.read, order.number);
  const mayWithdraw = whyNoWithdrawal(row!, visit.now) === null;
  const through = await madeThrough(visit.runtime.store.read, row!);
  const documents = await invoicesOf(visit.runtime.store.read, row!.id);
  const { number, status, message, checkout_url, invoice_url, created_at, expires_at, paid_at } = order;
  return answerPage(visit, {
    title: `Order ${number}`,
    layout: "signed-in",
    notice: noticeOf(visit, {
      canceled: "Order cancelled. Nothing was paid.",
      vat: "VAT ID confirmed. We are refunding the VAT, and a new invoice will replace the old one.",
      no_vat: "The EU's register did not confirm the VAT ID. Nothing was changed. Try again later.",
      withdrawn: "Withdrawal received. We have confirmed it by email.",
    }),
    body: html`<p><a href="/account/orders">All orders</a></p>
<h1>Order ${number} <span class="tag">${orderTag(order, visit.now)}</span></h1>
<p class="lead">${status === "pending" && checkout_url ? html`Please pay by ${timeOf(expires_at)}.` : message}</p>
<section class="card" aria-label="Order items">${orderSums(order)}</section>
<p class="hint">Ordered on ${timeOf(created_at)}${through && ` through ${through}`}${paid_at && html`, paid on ${timeOf(paid_at)}`}.</p>
<div class="actions">${checkout_url && html`<a class="button primary" href="${checkout_url}">Review and pay</a>`}
${invoice_url && html`<a class="button" href="/account/orders/${number}/invoice">Invoice</a>`}
${documents.map((document) => html`<a class="button" href="${structuredPath(number, document.number)}" download>${document.kind === "invoice" ? "Invoice" : "Credit note"}${documents.length > 1 && ` ${document.number}`} as XML</a> `)}</div>
${
  status === "pending" &&
  pageForm(
    visit,
    `/account/orders/${number}`,
    html`${hiddenField("do", "cancel")}<div class="actions"><button class="danger">${pageButtons.cancelOrder}</button></div>`,
  )
}
${
  isVatOpen(row!) &&
  visit.runtime.vatRegister !== null &&
  pageForm(
    visit,
    `/account/orders/${number}`,
    html`${hiddenField("do", "vat")}<p>We charged VAT because the VAT ID ${row!.billing!.vatId} was not confirmed when you ordered.</p>
<div class="actions"><button>Check the EU's register again</button></div>`,
  )
}
${mayWithdraw && html`<p><a href="/account/orders/${number}/withdraw">Withdraw from the contract here</a></p>`}`,
  });
}
