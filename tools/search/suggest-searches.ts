import * as z from "zod";
import { fold } from "#db/queries/search/search-text.ts";
import { namesBeginning } from "#db/queries/search/suggest-names.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { queryIntentOf } from "./query-understanding/query-patterns.ts";
import { siteVocabulary } from "./query-understanding/site-vocabulary.ts";

const suggestion = z.strictObject({
  kind: z.enum(["listing", "category", "search"]),
  label: z.string(),
  path: z.string(),
});
export type Suggestion = z.output<typeof suggestion>;

const maxSuggestions = 8;
const maxNames = 6;
const maxOthers = 2;
const minLength = 2;

export default defineOperation({
  name: "suggest_searches",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ q: z.string().max(200) }),
  output: z.strictObject({ items: z.array(suggestion) }),
  run: async (context, { q }) => ({ items: await suggestionsFor(context, q) }),
});

export async function suggestionsFor(
  where: Pick<CallContext, "read" | "site" | "now">,
  typed: string,
): Promise<Suggestion[]> {
  const beginning = fold(typed).replace(/\s+/g, " ").trim();
  if (beginning.length < minLength) return [];
  const vocabulary = await siteVocabulary(where);
  const intent = queryIntentOf(beginning);
  const replaced = intent?.kind === "replacing" ? intent.targets[0]! : null;
  const names = await namesBeginning(where.read, where.site.id, replaced ?? beginning, maxNames);
  const alternatives = vocabulary.productsBeginning(replaced ?? beginning).slice(0, maxOthers);
  const asked = [...new Set([...(replaced === null ? [] : names.map(({ name }) => name)), ...alternatives])];
  const searches = asked
    .slice(0, replaced === null ? maxOthers : maxSuggestions)
    .map((name) => `alternatives to ${name}`);
  if (replaced !== null) return searches.map(toSearch);
  const listed = new Set(names.map(({ name }) => fold(name)));
  return [
    ...names.map(({ slug, name }): Suggestion => ({ kind: "listing", label: name, path: `/listings/${slug}` })),
    ...vocabulary
      .categoriesBeginning(beginning)
      .slice(0, maxOthers)
      .map(({ slug, name }): Suggestion => ({ kind: "category", label: name, path: `/categories/${slug}` })),
    ...alternatives.filter((name) => !listed.has(fold(name))).map((name) => toSearch(`alternatives to ${name}`)),
  ].slice(0, maxSuggestions);
}

const toSearch = (label: string): Suggestion => ({
  kind: "search",
  label,
  path: `/search?${new URLSearchParams({ q: label })}`,
});
