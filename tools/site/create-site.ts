import * as z from "zod";
import { createSite } from "#db/queries/sites/write-site.ts";
import { defineOperation } from "../core/operations/define.ts";
import { readBranding } from "./branding.ts";
import { changedSettings } from "./settings.ts";
import { changedAccess, checkCurrency, siteInput } from "./site-input.ts";

export default defineOperation({
  name: "create_site",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: siteInput.required({ name: true }).extend({ key: z.string() }),
  output: z.strictObject({ id: z.int(), key: z.string() }),
  async run(
    context,
    { settings: changes = {}, access: sent, review, host = null, accent, logo, texts, kinds, ...rest },
  ) {
    const { now } = context;
    checkCurrency(rest.currency);
    const applyBranding = await readBranding({ accent, logo, texts, kinds }, context);
    return async (tx, record) => {
      const access = changedAccess(undefined, sent, host);
      const settings = await applyBranding(
        tx,
        changedSettings({ ...(access && { access }), ...(review && { review: { mode: review } }) }, changes),
        now,
      );
      const facts = { ...rest, host, settings };
      const id = await createSite(tx, facts, now.toISOString());
      record({ subjects: [`site:${id}`], after: facts });
      return { id, key: facts.key };
    };
  },
});
