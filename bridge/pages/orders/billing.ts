import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import saveBilling from "#tools/orders/save-billing.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { billingFields, shownBilling, submitBilling, type TypedBilling } from "./billing-fields.ts";

export const billingPage = definePage({
  path: "/account/billing",
  name: "billing",
  audience: "account",
  menu: { in: "account", label: "Billing details", place: 8 },
  get: async (visit) => {
    const known = await billingOfAccount(visit.runtime.store.read, visit.account.id);
    return render(visit, shownBilling(known, visit.account.name), {});
  },

  async post(visit, form) {
    const { typed, errors } = await submitBilling(form, (billing) => visit.call(saveBilling, billing));
    return errors ? render(visit, typed, errors) : answerRedirect(visit, "/account/billing?done=saved");
  },
});

const render = (visit: SignedInVisit, typed: TypedBilling, errors: FieldErrors): Response =>
  answerPage(visit, {
    title: "Billing details",
    layout: "signed-in",
    notice: noticeOf(visit, { saved: "Billing details saved. We will use them for future orders." }),
    errors,
    body: html`<h1>Billing details</h1>
<p class="lead">Your invoices show these details. Your country determines the VAT. Existing orders keep their original details.</p>
${pageForm(visit, "/account/billing", html`${billingFields(typed, errors)}<div class="actions"><button class="primary">Save billing details</button></div>`)}`,
  });
