import { claimMethods } from "#db/schema/vocabulary.ts";
import { addWeeks } from "#db/values/week.ts";
import type { Complete } from "#tools/core/mcp/extras.ts";
import { letters } from "#tools/core/text/closest-match.ts";
import { countryCodes, countryName } from "#tools/orders/vat/countries.ts";

type Choice = readonly [value: string, ...words: (string | null)[]];

type Row = Record<string, string>;
interface Answer {
  items: Row[];
  current_week: string;
  boards: Row[];
}

interface Source {
  /** The tool that returns or accepts the values. */
  tool: string;
  /**
   * Returns the tool's input. Default: an input that requests all items. Null if the values are known without a call.
   */
  input?: ((typed: string) => Record<string, unknown>) | null;
  choices(output: Answer): Choice[];
  isSearch?: boolean;
}

const per_page = 100;
const words = (typed: string) => typed.replaceAll("-", " ");
const slugs = ({ items }: Answer): Choice[] => items.map((item) => [item.slug!, item.name ?? item.title ?? ""]);

const [weeksAhead, weeksBack] = [26, 52];

/** Sources of values, keyed by a resource's tool or by the name of a prompt's argument. */
const sources = new Map<string, Source>(
  Object.entries<Source>({
    get_listing: {
      tool: "search_listings",
      input: (typed) => ({ per_page, ...(typed === "" ? { sort: "votes" } : { q: words(typed) }) }),
      choices: slugs,
      isSearch: true,
    },
    get_category: { tool: "list_categories", choices: slugs },
    get_founder: {
      tool: "list_founders",
      input: (typed) => ({ per_page, ...(typed !== "" && { q: words(typed) }) }),
      choices: slugs,
      isSearch: true,
    },
    get_blog_post: { tool: "list_blog_posts", choices: slugs },
    get_launch_week: {
      tool: "get_site_info",
      input: () => ({}),
      choices: ({ current_week }) => [
        ["current"],
        ["next"],
        ...Array.from(
          { length: weeksAhead + weeksBack + 1 },
          (_, i): Choice => [addWeeks(current_week, weeksAhead - i)],
        ),
      ],
    },
    get_leaderboard: {
      tool: "get_site_info",
      input: () => ({}),
      choices: ({ boards }) => boards.map((board) => [board.key!, board.title!]),
    },
    get_draft: {
      tool: "list_my_drafts",
      choices: ({ items }) => items.map((draft) => [String(draft.id), draft.name ?? null, draft.url!]),
    },
    get_my_listing: {
      tool: "list_my_listings",
      choices: ({ items }) => items.map((listing) => [String(listing.id), listing.name!, listing.slug!]),
    },
    get_order: { tool: "list_my_orders", choices: ({ items }) => items.map((order) => [order.number!]) },
    product: { tool: "list_products", choices: ({ items }) => items.map((item) => [item.product!, item.name!]) },
    country: { tool: "quote_order", input: null, choices: () => countryCodes.map((code) => [code, countryName(code)]) },
    method: { tool: "claim_listing", input: null, choices: () => claimMethods.map((method) => [method]) },
  }),
);

/** Returns possible values, most likely first. If the caller is not signed in, the list is empty. */
export const complete: Complete = async (kind, typed, { byName }, call) => {
  const source = sources.get(kind);
  const tool = source && byName.get(source.tool);
  if (!tool) return [];
  const { input = () => ({ per_page }) } = source;
  const answer = input ? await call(tool, input(typed)) : { output: {} };
  if ("problem" in answer) {
    if (answer.problem.code === "rate_limited") throw answer.problem;
    return [];
  }
  const choices = source.choices(answer.output as unknown as Answer);
  if (source.isSearch) return choices.map(([value]) => value);
  const sought = letters(typed);
  const places = choices.map(([value, ...others]) => ({
    value,
    place: Math.min(...[value, ...others].map((text) => letters(text ?? "").indexOf(sought)).filter((at) => at !== -1)),
  }));
  const found = places.filter(({ place }) => place !== Number.POSITIVE_INFINITY);
  return found.sort((a, b) => Number(a.place > 0) - Number(b.place > 0)).map(({ value }) => value);
};
