import { dayWords } from "#tools/core/text/text.ts";
import type { InvoiceDocument } from "#tools/orders/documents/invoice-document.ts";
import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { countryName } from "#tools/orders/vat/countries.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type Html, html } from "../frame/html.ts";
import { table } from "../frame/table.ts";
import { structuredPath } from "./order-parts.ts";
import { missingOrder } from "./orders.ts";
import { ownInvoicesOf } from "./own-invoices.ts";

export const invoicePage = definePage({
  path: "/account/orders/:number/invoice",
  name: "invoice",
  audience: "account",
  async get(visit) {
    const found = await ownInvoicesOf(visit);
    if (!found) return missingOrder(visit);
    const { number, documents } = found;
    if (documents.length === 0)
      return answerFault(visit, {
        status: 404,
        title: "No invoice yet",
        text: html`We will issue the invoice when <a href="/account/orders/${number}">order ${number}</a> is paid.`,
      });
    return answerPage(visit, {
      title: `Invoice for order ${number}`,
      layout: "wide",
      body: html`<p class="unprinted"><a href="/account/orders/${number}">Order ${number}</a></p>
<h1 class="unprinted">${documents.length === 1 ? "Invoice" : documents.length === 2 ? "Invoice and credit note" : "Invoice and credit notes"} for order ${number}</h1>
${documents.map((document) => invoiceArticle(documentOf(document)))}`,
    });
  },
});

function invoiceArticle(document: InvoiceDocument): Html {
  const { kind, number, issued_on, order, corrects, is_test, seller, buyer, lines, net, vat, gross, tax, euros } =
    document;
  const say = (amount: number) => priceText(amount, document.currency);
  const title = kind === "invoice" ? "Invoice" : "Credit note";
  const isReverse = tax.treatment === "reverse_charge";
  return html`<article class="card paper" aria-labelledby="${number}">
${is_test && html`<p class="aside"><strong>TEST.</strong> Nothing was sold. This is not an invoice.</p>`}
<h2 id="${number}">${title} ${number}</h2>
<dl class="facts">
<div><dt>Seller</dt><dd>${address(seller.name ?? "", seller.address ?? "", countryName(seller.country))}${seller.vatId && html`<br>VAT ID ${seller.vatId}`}${seller.taxNumber && html`<br>Tax number ${seller.taxNumber}`}</dd></div>
<div><dt>Buyer</dt><dd>${address(buyer.name, buyer.company ?? "", buyer.street, [buyer.postcode, buyer.city].filter(Boolean).join(" "), countryName(buyer.country))}${buyer.vatId && html`<br>VAT ID ${buyer.vatId}`}</dd></div>
<div><dt>Date</dt><dd>${dayWords(issued_on)}${kind === "invoice" && ", which is also the day of supply"}</dd></div>
<div><dt>Order</dt><dd>${order}</dd></div>
${corrects && kind === "invoice" && html`<div><dt>Replaces</dt><dd>Invoice ${corrects.number} dated ${dayWords(corrects.issued_on)}</dd></div>`}
${corrects && kind === "credit_note" && html`<div><dt>Cancels</dt><dd>Invoice ${corrects.number} dated ${dayWords(corrects.issued_on)}, ${corrects.is_whole ? "in full" : "in part"}</dd></div>`}
</dl>
${table(
  html`<span class="hidden">${title} ${number}</span>`,
  ["Item", "Quantity", "Net", "VAT rate", "VAT", "Gross"],
  lines.map((line) => ({
    cells: [
      line.name,
      line.quantity,
      say(line.net),
      isReverse ? "reverse charge" : `${line.vat_rate_bp / 100}%`,
      say(line.vat),
      say(line.gross),
    ],
  })),
  "sums",
)}
<dl class="facts"><div><dt>Net</dt><dd>${say(net)}</dd></div><div><dt>VAT</dt><dd>${say(vat)}</dd></div>
<div><dt>${kind === "invoice" ? "Total paid" : "Total refunded"}</dt><dd><strong>${say(gross)}</strong></dd></div></dl>
${euros && html`<p class="hint">In euros: net ${priceText(euros.net, "EUR")}, VAT ${priceText(euros.vat, "EUR")}. €1 was ${euros.rate} ${document.currency} on ${euros.day} (${euros.source}).</p>`}
<p>${isReverse && html`<strong>Reverse charge.</strong> `}${tax.reason}</p>
<p class="unprinted"><a href="${structuredPath(order, number)}" download>${title} ${number} as XML (EN 16931, UBL)</a></p>
</article>`;
}

const address = (...lines: string[]) => lines.filter(Boolean).map((line, i) => html`${i > 0 && html`<br>`}${line}`);
