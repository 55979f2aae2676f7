import { Database } from "bun:sqlite";
import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";

export interface Product {
  name: string;
  headline: string;
  summary: string;
  categories: string[];
}

/** Returns names of products for words, best first. */
export type Engine = (words: string) => string[] | Promise<string[]>;

const max = 10;
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** SQLite's full-text search as in its manual: Porter stemming, any of the words, bm25 with the name first. */
export function fts5(products: Product[]): Engine {
  const db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE t USING fts5(name, headline, summary, categories, tokenize = 'porter unicode61')");
  const add = db.prepare("INSERT INTO t VALUES (?, ?, ?, ?)");
  for (const { name, headline, summary, categories } of products)
    add.run(name, headline, summary, categories.join("; "));
  const find = db.prepare<{ name: string }, [string]>(
    `SELECT name FROM t WHERE t MATCH ? ORDER BY bm25(t, 10, 4, 1, 2) LIMIT ${max}`,
  );
  return (words) => {
    const asked = wordsOf(words).map((word) => `"${word}"*`);
    return asked.length === 0 ? [] : find.all(asked.join(" OR ")).map(({ name }) => name);
  };
}

/**
 * MiniSearch with the settings its manual recommends for typed queries: prefixes, typing errors, and the highest weight
 * for the name.
 */
export function miniSearch(products: Product[]): Engine {
  const index = new MiniSearch<Product & { id: number }>({
    fields: ["name", "headline", "summary", "categories"],
    storeFields: ["name"],
    extractField: (product, field) => {
      const value = product[field as keyof Product];
      return Array.isArray(value) ? value.join("; ") : String(value);
    },
    searchOptions: { boost: { name: 10, headline: 4, categories: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(products.map((product, id) => ({ ...product, id })));
  return (words) =>
    index
      .search(words)
      .slice(0, max)
      .map(({ name }) => name);
}

/** Orama with stemming, one typing error in a word, and the same weights. All products with any of the words are ranked. */
export function orama(products: Product[]): Engine {
  const db = create({
    schema: { name: "string", headline: "string", summary: "string", categories: "string[]" },
    components: { tokenizer: { stemming: true } },
  });
  insertMultiple(db, products);
  return async (words) => {
    const boost = { name: 10, headline: 4, categories: 2 };
    const { hits } = await search(db, { term: words, tolerance: 1, boost, limit: max });
    return hits.map(({ document }) => document.name);
  };
}
