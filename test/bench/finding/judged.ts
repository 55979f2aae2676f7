import { join } from "node:path";

export interface Judged {
  kind: string;
  words: string;
  /** Names of products; any of them is a correct result. */
  acceptable: string[];
  isHeldOut: boolean;
}

/** Marks the end of the kinds that are fully open. */
const allOpen = ", open";

/** A query for get_alternatives by the name of a listing; the other kinds are for search. */
const similarName = "similar";
export const isSimilarKind = (kind: string) => kind.startsWith(similarName);

/** Queries without a match in the data. */
export const noneKind = "none";

/**
 * The judged queries of `judged.txt`, which describes their form. Every second query of a kind is held out, unless all
 * are open.
 */
export async function judgedQueries(): Promise<Judged[]> {
  const text = await Bun.file(join(import.meta.dir, "judged.txt")).text();
  const queries: Judged[] = [];
  let kind = "";
  let place = 0;
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("[")) {
      kind = line.slice(1, -1);
      place = 0;
      continue;
    }
    const [words = "", names = ""] = line.split(" | ");
    queries.push({
      kind,
      words,
      acceptable: names.split("; "),
      isHeldOut: place++ % 2 === 1 && !kind.endsWith(allOpen),
    });
  }
  return queries;
}
