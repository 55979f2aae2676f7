import type { Command } from "commander";
import { nextRate } from "#db/queries/common/exchange-rates.ts";
import { invoicesIssued } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { decimalText, euro } from "#tools/core/text/currency.ts";
import { type EuroLine, ossInEuros, ossReturn, quarterDays } from "#tools/orders/documents/oss-return.ts";
import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import refundOrder from "#tools/orders/payments/refund-order.ts";
import { type Admin, AdminError, matching, nounOf } from "./command.ts";
import { csvRow } from "./csv.ts";

const number = matching(/^SW-\d{4}-\d{6,}$/, "It must be an order number such as SW-2026-000012.");
const quarter = matching(/^\d{4}-Q[1-4]$/, "It must be a quarter such as 2026-Q4.");

export function addOrder(program: Command, admin: Admin): void {
  const order = nounOf(program, "order");
  order
    .command("refund")
    .argument("<number>", "order number", number)
    .description("Refund an order and reverse what it delivered; a running server performs the refund")
    .option("--sent", "record that you paid the buyer another way after the refund failed or was refused")
    .action(
      admin.withStore<{ sent?: true }>(async (session, { sent = false }, number) => {
        const found = await orderByNumber(session.store.read, number!);
        const site = found && (await siteById(session.store.read, found.siteId));
        const data = await session.call(refundOrder, { number: number!, is_sent: sent }, site ?? undefined);
        return { data, text: sent ? `Recorded the refund of ${number}.` : `Requested the refund of ${number}.` };
      }),
    );
  order
    .command("oss")
    .argument("<quarter>", "quarter such as 2026-Q4", quarter)
    .description(
      "Print a quarter's one-stop shop VAT return as CSV: sales by country and VAT rate, and corrections by quarter; converting to euros requires the exchange rate of the quarter's last day",
    )
    .action(
      admin.withStore(async ({ store }, _options, quarter) => {
        const days = quarterDays(quarter!);
        if (!days) throw new AdminError(`There is no quarter ${quarter}.`);
        const documents = (await invoicesIssued(store.read, days.from, days.until)).map(documentOf);
        const rateFrom = (currency: string, day: string) => nextRate(store.read, currency, day);
        const data = await ossInEuros(ossReturn(documents), quarter!, rateFrom);
        return { data, text: ossCsv(data) };
      }),
    );
}

/** Amounts are decimal numbers such as 12.34 instead of cents, as the tax form requires. */
function ossCsv(lines: readonly EuroLine[]): string {
  const header = ["country", "vat_rate_percent", "currency", "net", "vat", "net_eur", "vat_eur", "corrects_quarter"];
  const inEuros = (amount: number | null) => (amount === null ? null : decimalText(amount, euro));
  const rows = lines.map(({ country, vat_rate_bp, currency, net, vat, net_eur, vat_eur, corrects_quarter }) => {
    const amounts = [decimalText(net, currency), decimalText(vat, currency), inEuros(net_eur), inEuros(vat_eur)];
    return [country, vat_rate_bp / 100, currency, ...amounts, corrects_quarter];
  });
  return [header, ...rows].map(csvRow).join("").trimEnd();
}
