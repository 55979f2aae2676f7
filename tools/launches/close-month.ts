import * as z from "zod";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { closeMonth } from "#db/queries/launches/close-period.ts";
import { calendarOf, setClosedMonth } from "#db/queries/launches/launch-due.ts";
import { awardReaders } from "#db/queries/launches/results.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awardSubjects, grantedAward } from "./granted-awards.ts";
import { type Award, awardMail } from "./result-mails.ts";

export default defineOperation({
  name: "close_month",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ month: z.string().meta({ description: "Month that has ended", example: "2026-11" }) }),
  output: z.strictObject({ awards: z.array(grantedAward) }),
  async run(context, { month }) {
    const { site } = context;
    return async (tx, record) => {
      const awards = await closeMonth(tx, site.id, month);
      const { closedMonth } = await calendarOf(tx, site.id);
      if (closedMonth === month && awards.length === 0) return { awards };
      await setClosedMonth(tx, site.id, month);
      for (const { id, rank, listing_id } of awards)
        await notifyOfAward(tx, context, { id, rank, period: month }, listing_id);
      record({ subjects: [`site:${site.id}`, ...awardSubjects(awards)], after: { month } });
      return { awards };
    };
  },
});

async function notifyOfAward(
  tx: Tx,
  context: CallContext,
  award: Pick<Award, "id" | "rank" | "period">,
  listingId: number,
): Promise<void> {
  for (const { listing, slug, ...reader } of await awardReaders(tx, listingId)) {
    const unsubscribeUrl = context.urls.base + unsubscribePath(unsubscribeToken(tx, reader), "awards");
    const content = awardMail({ ...award, name: listing, slug }, context);
    await context.mail(tx, reader.email, { ...content, greeting: reader.name, unsubscribeUrl });
  }
}
