import { type Command, Option } from "commander";
import { nextRate } from "#db/queries/common/exchange-rates.ts";
import { invoicesIssued } from "#db/queries/orders/invoices.ts";
import { listOrders, orderByNumber } from "#db/queries/orders/orders.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { type OrderStatus, orderStatuses } from "#db/schema/vocabulary.ts";
import { decimalText } from "#tools/core/text/currency.ts";
import { euro } from "#tools/orders/documents/euros.ts";
import { type EuroLine, ossInEuros, ossReturn, quarterDays } from "#tools/orders/documents/oss-return.ts";
import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import refundOrder from "#tools/orders/payments/refund-order.ts";
import { type Admin, AdminError, matching, type PageOptions, withPage } from "./command.ts";
import { csvRow } from "./csv.ts";
import { table } from "./table.ts";

interface ListOptions extends PageOptions {
  status?: OrderStatus;
}

const number = matching(/^SW-\d{4}-\d{6,}$/, "It must be a number such as SW-2026-000012.");
const quarter = matching(/^\d{4}-Q[1-4]$/, "It must be a quarter such as 2026-Q4.");

export function addOrder(program: Command, admin: Admin): void {
  const order = program.command("order").description("what was ordered and paid");
  withPage(order.command("list"))
    .description("orders of all accounts, newest first; amounts in minor units")
    .addOption(new Option("--status <status>", "only those in this status").choices(orderStatuses))
    .action(
      admin.act<ListOptions>(async ({ store }, { status, limit, page }) => {
        const rows = await listOrders(store.read, status, limit, (page - 1) * limit);
        const data = rows.map(
          ({ number, status, currency, net, gross, email, provider, isTest, createdAt, paidAt }) => ({
            number,
            status,
            currency,
            net,
            gross,
            email,
            provider,
            sandbox: isTest,
            created_at: createdAt,
            paid_at: paidAt,
          }),
        );
        return { data, text: table(data, ["number", "status", "currency", "gross", "email", "provider", "paid_at"]) };
      }),
    );
  order
    .command("refund")
    .argument("<number>", "number of the order", number)
    .description("send the money of an order back and take back what it gave; a running server does it")
    .option("--sent", "record that you paid the buyer another way, after a refund that failed or was refused")
    .action(
      admin.act<{ sent?: true }>(async (session, { sent = false }, number) => {
        const found = await orderByNumber(session.store.read, number!);
        const site = found && (await siteById(session.store.read, found.siteId));
        const data = await session.call(refundOrder, { number: number!, is_sent: sent }, site ?? undefined);
        return { data, text: sent ? `${number} is refunded.` : `The money of ${number} is sent back.` };
      }),
    );
  order
    .command("oss")
    .argument("<quarter>", "quarter, such as 2026-Q4", quarter)
    .description(
      "CSV for the return of the one-stop shop: sales by country and rate, corrections by quarter; in euros at the rate of the quarter's last day, once that is imported",
    )
    .action(
      admin.act(async ({ store }, _options, quarter) => {
        const days = quarterDays(quarter!) ?? missing(quarter!);
        const papers = (await invoicesIssued(store.read, days.from, days.until)).map(documentOf);
        const rateFrom = (currency: string, day: string) => nextRate(store.read, currency, day);
        const data = await ossInEuros(ossReturn(papers), quarter!, rateFrom);
        return { data, text: ossCsv(data) };
      }),
    );
}

function missing(quarter: string): never {
  throw new AdminError(`there is no quarter ${quarter}`);
}

/** Amounts in whole units, as the return's forms take them. */
const ossCsv = (lines: readonly EuroLine[]): string =>
  [
    csvRow(["country", "vat_rate_percent", "currency", "net", "vat", "net_eur", "vat_eur", "corrects_quarter"]),
    ...lines.map(({ country, vat_rate_bp, currency, net, vat, net_eur, vat_eur, corrects_quarter }) =>
      csvRow([
        country,
        vat_rate_bp / 100,
        currency,
        decimalText(net, currency),
        decimalText(vat, currency),
        net_eur === null ? null : decimalText(net_eur, euro),
        vat_eur === null ? null : decimalText(vat_eur, euro),
        corrects_quarter,
      ]),
    ),
  ]
    .join("")
    .trimEnd();
