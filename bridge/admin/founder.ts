import type { Command } from "commander";
import { teamFounders } from "../../db/queries/team-lists.ts";
import { type Admin, type PageOptions, withPage } from "./command.ts";
import { table } from "./table.ts";

export function addFounder(program: Command, admin: Admin): void {
  withPage(program.command("founder").description("founders of companies").command("list"))
    .description("founders by slug")
    .action(
      admin.act<PageOptions>(async ({ store }, { limit, page }) => {
        const data = await teamFounders(store.read, limit, (page - 1) * limit);
        return { data, text: table(data, ["slug", "name", "companies"]) };
      }),
    );
}
