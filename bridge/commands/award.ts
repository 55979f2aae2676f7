import type { Command } from "commander";
import { teamAwards } from "#db/queries/sites/team-lists.ts";
import { type Admin, chosenSite, type PageOptions, siteOption, withPage } from "./command.ts";
import { table } from "./table.ts";

interface AwardOptions extends PageOptions {
  site?: string;
  period?: string;
}

export function addAward(program: Command, admin: Admin): void {
  withPage(program.command("award").description("awards of closed weeks and months").command("list"))
    .description("awards, latest first")
    .option(...siteOption)
    .option("--period <period>", "only those of a week or month, such as 2026-W47 or 2026-11")
    .action(
      admin.act<AwardOptions>(async (session, { site: key, period, limit, page }) => {
        const site = await chosenSite(session, key);
        const data = await teamAwards(session.store.read, site.id, period ?? null, limit, (page - 1) * limit);
        return { data, text: table(data, ["id", "period", "rank", "listing", "label", "board"]) };
      }),
    );
}
