import { composeMail } from "#auth/mails.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { defineScheduledJob } from "#tools/core/operations/declare-job.ts";
import { handleJob, type Job } from "#tools/core/operations/job.ts";
import { ratesAgeDays, ratesCheckedOn } from "#tools/orders/vat/rates.ts";
import { mailingSite } from "../start/call-context.ts";
import type { FinishParts } from "./finish.ts";

const oldAfterDays = 365;

const watchRates = defineScheduledJob({ kind: "vat-rates-watch", every: "month" });

export const vatRatesWatch = ({ teamEmail, urlsOf }: Pick<FinishParts, "teamEmail" | "urlsOf">): Job =>
  handleJob({
    ...watchRates,
    async run({ now, log, read }) {
      const age = ratesAgeDays(now);
      if (age <= oldAfterDays) return undefined;
      log.warn({ checked_on: ratesCheckedOn, age_days: age }, "VAT rates are outdated; update Slipway");
      const [site] = await allSites(read);
      if (teamEmail === null || !site) return undefined;
      const mail = composeMail(mailingSite(site, urlsOf(site).base), warning(age));
      return (tx) => queueMail(tx, { recipient: teamEmail, ...mail }, now);
    },
  });

const warning = (age: number) => ({
  subject: "The VAT rates may be out of date",
  greeting: "",
  paragraphs: [
    `The VAT rates that Slipway uses for orders were last checked on ${ratesCheckedOn}, ${age} days ago.`,
    "A VAT rate changes somewhere in the EU almost every year. Update Slipway. If there is no newer version, compare tools/orders/vat/rates.ts with the Commission's Taxes in Europe Database and add the changes.",
  ],
  reason: "You receive this email once a month until the rates are updated.",
});
