import { utcDay } from "#db/values/week.ts";
import exportAccount from "#tools/account/own-data/export-account.ts";
import { answerFile } from "../frame/answers.ts";
import { signedInPage } from "../frame/mount.ts";

/** `/account/data.json`: all that is kept of the person, to take along. */
export const dataPage = signedInPage("/account/data.json", "account_data", {
  get: async (visit) =>
    answerFile(
      visit,
      JSON.stringify(await visit.call(exportAccount, {}), null, 2),
      `${visit.site.key}-account-${utcDay(visit.now)}.json`,
      "application/json",
    ),
});
