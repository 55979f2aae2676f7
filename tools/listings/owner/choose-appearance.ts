import * as z from "zod";
import { appearanceOn, chooseAppearance } from "#db/queries/listings/company-founders.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { listingId, listingOf } from "../shared/own-listing.ts";

export default defineOperation({
  name: "choose_appearance",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, appears: z.boolean() }),
  output: z.strictObject({ listing_id: z.int(), appears: z.boolean() }),
  async run(context, { listing_id, appears }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { companyId } = await listingOf(tx, context, listing_id);
      const { appears: before } = (await appearanceOn(tx, listing_id, accountId))!;
      if (before !== appears) {
        await chooseAppearance(tx, { companyId, accountId }, appears);
        const subjects = [`company:${companyId}`, `account:${accountId}`] as const;
        record({ subjects: [...subjects], before: { appears: before }, after: { appears } });
      }
      return { listing_id, appears };
    };
  },
});
