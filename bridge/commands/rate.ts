import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { newestRates } from "#db/queries/common/exchange-rates.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { euro } from "#tools/orders/documents/euros.ts";
import importExchangeRates from "#tools/orders/import-exchange-rates.ts";
import { type Admin, AdminError, matching } from "./command.ts";
import { readEcbRates } from "./ecb-rates.ts";
import { table } from "./table.ts";

interface RateOptions {
  source: string;
}

const batchSize = 1000;

export function addRate(program: Command, admin: Admin): void {
  const rate = program.command("rate").description("exchange rates, for sites that do not sell in euros");
  rate
    .command("list")
    .description("the newest rate of each currency: units of it for one euro")
    .action(
      admin.act(async ({ store }) => {
        const data = await newestRates(store.read);
        return { data, text: table(data, ["currency", "day", "rate", "source"]) };
      }),
    );
  rate
    .command("import <file>")
    .description(
      "take the rates of our sites' currencies from a CSV file as the European Central Bank publishes it (eurofxref.csv of the day, eurofxref-hist.csv of all days); nothing is sold in another currency by a rate older than 35 days",
    )
    .option(
      "--source <name>",
      "who says so, shown on invoices",
      matching(/^\S.{0,59}$/, "It must be a short name."),
      "ECB",
    )
    .action(
      admin.act<RateOptions>(async (session, { source }, file) => {
        const wanted = new Set((await allSites(session.store.read)).map(({ currency }) => currency));
        wanted.delete(euro);
        const text = await readFile(file!, "utf8").catch(() => {
          throw new AdminError(`there is no file ${file} that can be read`);
        });
        const rates = readEcbRates(text).filter(({ currency }) => wanted.has(currency));
        const missing = [...wanted].filter((code) => !rates.some(({ currency }) => currency === code));
        if (missing.length > 0) throw new AdminError(`the file has no rate of ${missing.join(", ")}`);
        let saved = 0;
        for (let start = 0; start < rates.length; start += batchSize)
          saved += (await session.call(importExchangeRates, { source, rates: rates.slice(start, start + batchSize) }))
            .saved;
        return {
          data: { saved },
          text: wanted.size === 0 ? "No site sells in another currency." : `Saved ${saved} rates.`,
        };
      }),
    );
}
