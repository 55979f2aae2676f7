import * as z from "zod";
import { checkedListing } from "#db/queries/listings/badge-checks.ts";
import { Problem } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { listingId, listingOf } from "../../listings/shared/own-listing.ts";
import { badgeCheckState, requestBadgeCheck } from "./request-badge-check.ts";

export default defineOperation({
  name: "check_badge",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId }),
  output: z.strictObject({ listing_id: z.int(), asked_at: time }),
  async run(context, { listing_id }) {
    const { now } = context;
    return async (tx, record) => {
      const { name, url } = await listingOf(tx, context, listing_id);
      if (!(await checkedListing(tx, listing_id)))
        throw new Problem(
          "state_conflict",
          `${name} does not need the badge now. Only listings with a free launch need it.`,
        );
      const { askedAt, isPending, waitMs } = await badgeCheckState(tx, listing_id, now, { isPressed: true });
      if (isPending) return { listing_id, asked_at: askedAt! };
      requirePause(waitMs);
      const asked_at = now.toISOString();
      await requestBadgeCheck(tx, { id: listing_id, url }, now, { isPressed: true });
      record({ subjects: [`listing:${listing_id}`], after: { badge_asked_at: asked_at } });
      return { listing_id, asked_at };
    };
  },
});

function requirePause(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  throw new Problem(
    "rate_limited",
    `We checked the website less than a minute ago. You can check again in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}.`,
    { retryAfter },
  );
}
