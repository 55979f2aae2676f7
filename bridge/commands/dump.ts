import type { Command } from "commander";
import { writeDumps } from "../data/dump.ts";
import type { Admin } from "./command.ts";

export function addDump(program: Command, admin: Admin): void {
  program
    .command("dump")
    .description("Write the public data of each site that has data_licence, as the server does every night")
    .action(
      admin.withStore(async (session) => {
        const dumps = await writeDumps(session.store, (copy, site) => session.asking(copy, site), session.now);
        const text = dumps.map(({ site, seq }) => `Wrote the public data of ${site} as of ${seq}.`).join("\n");
        return { data: { dumps }, text: text || "No site has data_licence, so there is nothing to write." };
      }),
    );
}
