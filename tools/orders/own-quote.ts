import { type Quote, quoteOfAccount } from "#db/queries/orders/quotes.ts";
import type { Db } from "#db/store/store.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { callerSite } from "../site/shared/caller-site.ts";

/** Throws 422 for an unknown ID, and 409 if the quote has expired or the site's currency has changed. */
export async function openQuote(db: Db, context: CallContext, id: number): Promise<Quote> {
  const { accountId, siteId } = await callerSite(context);
  const quote = await quoteOfAccount(db, accountId, siteId, id);
  if (!quote)
    return invalid("quote_id", "unknown_quote", "must be the id of one of this account's quotes", {
      fix: "Use quote_id from the response of quote_order, or send items.",
    });
  const isPresent = quote.expiresAt > context.now.toISOString();
  if (isPresent && quote.currency === context.site.currency) return quote;
  const { lines, currency, expiresAt } = quote;
  const items = lines.map(({ product, listing_id, quantity, launch_week }) => ({
    product,
    listing_id,
    ...(quantity > 1 && { quantity }),
    ...(launch_week !== null && { launch_week }),
  }));
  const billing = Object.fromEntries(Object.entries(quote.billing).filter(([, fact]) => fact !== null));
  const why = isPresent
    ? `is in ${currency}, but this site now sells in ${context.site.currency}`
    : `has expired (${expiresAt}), so its price is no longer valid`;
  throw new Problem("state_conflict", `Quote ${id} ${why}.`, {
    nextActions: [{ tool: "quote_order", arguments: { items, billing }, why: "Get a new price.", who: "agent" }],
  });
}
