import type { Plan } from "#db/schema/listing-fields.ts";
import { quoteFrom } from "../shared/quotes.ts";
import { pricesIn } from "./money.ts";
import { longest } from "./plan-card.ts";
import { aroundMatch, isHeading, type SitePage } from "./read-site.ts";

/**
 * Returns the price of a product without named plans, called after the product. The page must state it in a heading or
 * once beside its texts, and have no other amount, which may be that of something else.
 */
export function singlePrice({ page, kind }: SitePage, name: string) {
  if (kind !== "pricing") return null;
  const amounts = page.blocks.flatMap((block) =>
    block.region === "main" || block.region === "header"
      ? pricesIn(block.text, page).map((price) => ({ ...price, block }))
      : [],
  );
  const stated = amounts.find(({ price, per }) => price > 0 && per);
  if (!stated) return null;
  const { price, currency, per, isBilledYearly, start, end } = stated;
  const isOther = (one: (typeof amounts)[number]) =>
    one.price !== price || one.currency !== currency || (one.per ?? per) !== per;
  const shown = amounts.filter(
    ({ block }) => block.text.length <= longest.price && !/^(?:li|a|button)$/u.test(block.tag),
  );
  const isClear = shown.some(({ block }) => isHeading(block)) || shown.length === 1;
  if (currency === null || isBilledYearly || !isClear || amounts.some(isOther)) return null;
  const plan: Plan = { name, price, currency, per: per!, free_limits: null, url: page.url };
  return { value: [plan], quotes: [quoteFrom(page, aroundMatch(stated.block.text, start, end - start))] };
}
