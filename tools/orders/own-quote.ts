import { type Quote, quoteOfAccount } from "#db/queries/orders/quotes.ts";
import type { Db } from "#db/store/store.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { callerSite } from "../site/shared/caller-site.ts";

/** A quote that still holds. Throws 422 for an id that names none of the account's, 409 once it has expired or the site's currency changed. */
export async function openQuote(db: Db, context: CallContext, id: number): Promise<Quote> {
  const { accountId, siteId } = await callerSite(context);
  const quote = await quoteOfAccount(db, accountId, siteId, id);
  if (!quote)
    return invalid("quote_id", "unknown_quote", "names no quote of this account", {
      fix: "Take quote_id from the answer of quote_order, or send items.",
    });
  const isPresent = quote.expiresAt > context.now.toISOString();
  if (isPresent && quote.currency === context.site.currency) return quote;
  const items = quote.lines.map(({ product, listing_id, quantity, launch_week }) => ({
    product,
    listing_id,
    ...(quantity > 1 && { quantity }),
    ...(launch_week !== null && { launch_week }),
  }));
  const why = isPresent
    ? `is in ${quote.currency}, and this site sells in ${context.site.currency} now`
    : `expired at ${quote.expiresAt}; its price no longer holds`;
  throw new Problem("state_conflict", `Quote ${id} ${why}.`, {
    nextActions: [{ tool: "quote_order", arguments: { items }, why: "Get a new price.", who: "agent" }],
  });
}
