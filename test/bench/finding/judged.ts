import { join } from "node:path";

export interface Judged {
  kind: string;
  words: string;
  /** Names of products, any of which is what was meant. */
  acceptable: string[];
  isHeldOut: boolean;
}

/** Ends the kinds of queries that are all open. */
const allOpen = ", open";

/** Asked of get_alternatives by the name of a listing; every other kind of query is asked of search. */
export const similarKind = "similar";

/** The judged queries of `judged.txt`, which says their form: of each kind every second one is held out, unless all are open. */
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
