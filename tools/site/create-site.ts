import * as z from "zod";
import { createSite } from "#db/queries/sites/write-site.ts";
import { defineOperation } from "../core/operations/define.ts";
import { siteInput } from "./settings.ts";
import { readSettings } from "./site-input.ts";

export default defineOperation({
  name: "create_site",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: siteInput.required({ name: true }).extend({ key: z.string() }),
  output: z.strictObject({ id: z.int(), key: z.string() }),
  async run(context, { key, ...input }) {
    const { name, tagline, host = null, currency } = input;
    const settingsAfter = await readSettings(input, context);
    return async (tx, record) => {
      const facts = { key, name, host, tagline, currency, settings: await settingsAfter(tx, {}, host) };
      const id = await createSite(tx, facts, context.now.toISOString());
      record({ subjects: [`site:${id}`], after: facts });
      return { id, key };
    };
  },
});
