import type { Command } from "commander";
import { teamFounders } from "#db/queries/sites/team-lists.ts";
import deleteFounder from "#tools/founders/delete-founder.ts";
import { type Admin, type PageOptions, withPage } from "./command.ts";
import { table } from "./table.ts";

export function addFounder(program: Command, admin: Admin): void {
  const founder = program.command("founder").description("founders of companies");
  withPage(founder.command("list"))
    .description("founders by slug")
    .action(
      admin.act<PageOptions>(async ({ store }, { limit, page }) => {
        const data = await teamFounders(store.read, limit, (page - 1) * limit);
        return { data, text: table(data, ["slug", "name", "companies"]) };
      }),
    );
  founder
    .command("delete <slug>")
    .description("delete a founder's profile; the companies stay")
    .action(
      admin.act(async (session, _, slug) => {
        await session.call(deleteFounder, { slug: slug! });
        return { data: { slug }, text: `Deleted the founder ${slug}.` };
      }),
    );
}
