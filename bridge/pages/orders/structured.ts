import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import { structuredInvoice } from "#tools/orders/documents/structured-invoice.ts";
import { answerFault, answerFile } from "../frame/answers.ts";
import { signedInPage } from "../frame/mount.ts";
import { missingOrder } from "./orders.ts";
import { papersOf } from "./own-papers.ts";

/** `/account/orders/{number}/invoice/{paper}.xml`: an invoice or credit note for the buyer's bookkeeping, in EN 16931. */
export const structuredInvoicePage = signedInPage("/account/orders/:number/invoice/:paper", "structured_invoice", {
  async get(visit) {
    const found = await papersOf(visit);
    if (!found) return missingOrder(visit);
    const name = decodeURIComponent(visit.url.pathname.split("/")[5] ?? "");
    const paper = found.papers.find(({ number }) => `${number}.xml` === name);
    if (!paper)
      return answerFault(visit, {
        status: 404,
        title: "There is no such paper",
        text: "See the invoice of the order for what there is.",
      });
    return answerFile(visit, await structuredInvoice(documentOf(paper)), name, "application/xml; charset=utf-8");
  },
});
