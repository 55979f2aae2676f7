import type { Command } from "commander";
import { deleteFounder } from "../../db/queries/delete-account.ts";
import { teamFounders } from "../../db/queries/team-lists.ts";
import { type Admin, AdminError, auditAdmin, type PageOptions, withPage } from "./command.ts";
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
      admin.act(async ({ store, now }, _, slug) => {
        await store.write(async (tx) => {
          if (!(await deleteFounder(tx, slug!))) throw new AdminError(`there is no founder "${slug}"`);
          await auditAdmin(tx, "founder.delete", `founder:${slug}`, now);
        });
        return { data: { slug }, text: `Deleted the founder ${slug}.` };
      }),
    );
}
