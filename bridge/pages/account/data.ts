import { utcDay } from "#db/values/week.ts";
import exportAccount from "#tools/account/own-data/export-account.ts";
import { answerFile } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";

export const dataPage = definePage({
  path: "/account/data.json",
  name: "account_data",
  audience: "account",
  get: async (visit) =>
    answerFile(
      visit,
      JSON.stringify(await visit.call(exportAccount, {}), null, 2),
      `${visit.site.key}-account-${utcDay(visit.now)}.json`,
      "application/json",
    ),
});
