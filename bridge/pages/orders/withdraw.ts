import { orderByNumber } from "#db/queries/orders/orders.ts";
import { whyNoWithdrawal } from "#tools/orders/payments/may-withdraw.ts";
import withdrawOrder from "#tools/orders/withdraw-order.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { missingOrder, orderNumberOf, ownOrderOf } from "./orders.ts";

/** The page where a consumer withdraws and confirms with a second button (Directive 2011/83/EU, article 11a). */
export const withdrawPage = definePage({
  path: "/account/orders/:number/withdraw",
  name: "withdraw",
  audience: "account",
  async get(visit) {
    const shown = await ownOrderOf(visit);
    if (!shown) return missingOrder(visit);
    const { number } = shown;
    const order = await orderByNumber(visit.runtime.store.read, number);
    const why = whyNoWithdrawal(order!, visit.now);
    if (why !== null)
      return answerFault(visit, {
        status: 409,
        title: "Withdrawal from this order is not possible",
        text: why,
        more: html`<p><a href="/account/orders/${number}">Order ${number}</a></p>`,
      });
    return answerPage(visit, {
      title: `Withdraw from ${number}`,
      layout: "signed-in",
      body: html`<p><a href="/account/orders/${number}">Order ${number}</a></p>
<h1>Withdraw from order ${number}</h1>
<p class="lead">${shown.lines.map(({ name }) => name).join("; ")}</p>
<p>You, ${visit.account.name || visit.account.email}, withdraw from the contract for this order. You need not give a reason. We reverse what the order provided, and acknowledge the withdrawal immediately by email to ${visit.account.email}.</p>
<p>If nothing has begun, we will refund the full amount. For the part that we have already performed at your request, we may keep a proportionate amount.</p>
${pageForm(visit, `/account/orders/${number}/withdraw`, html`<div class="actions"><button class="danger">Confirm withdrawal</button></div>`)}`,
    });
  },

  async post(visit) {
    const number = orderNumberOf(visit);
    await visit.call(withdrawOrder, { number });
    return answerRedirect(visit, `/account/orders/${encodeURIComponent(number)}?done=withdrawn`);
  },
});
