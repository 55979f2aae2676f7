import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import { structuredInvoice } from "#tools/orders/documents/structured-invoice.ts";
import { answerFault, answerFile } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { missingOrder } from "./orders.ts";
import { ownInvoicesOf } from "./own-invoices.ts";

/** The invoice in the EN 16931 format. */
export const structuredInvoicePage = definePage({
  path: "/account/orders/:number/invoice/:document",
  name: "structured_invoice",
  audience: "account",
  async get(visit) {
    const found = await ownInvoicesOf(visit);
    if (!found) return missingOrder(visit);
    const name = decodeURIComponent(visit.url.pathname.split("/")[5] ?? "");
    const document = found.documents.find(({ number }) => `${number}.xml` === name);
    if (!document)
      return answerFault(visit, {
        status: 404,
        title: "Document not found",
        text: "You can find this order's documents on its invoice page.",
      });
    return answerFile(visit, await structuredInvoice(documentOf(document)), name, "application/xml; charset=utf-8");
  },
});
