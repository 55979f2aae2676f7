import { type NextAction, Problem } from "../errors/errors.ts";
import { closestMatch } from "../text/closest-match.ts";

type Call = Pick<NextAction, "tool" | "arguments">;

/** Throws 404 with the closest match and a way to find others. */
export function unknownSlug(
  what: string,
  slug: string,
  candidates: Iterable<string>,
  { retry, find }: { retry: (slug: string) => Call; find: NextAction },
): never {
  unknownSlugs(what, [{ slug, candidates, find }], (suggestions) => retry(suggestions.get(slug)!));
}

/** Suggests repeating the call only if every slug has a close match. */
export function unknownSlugs(
  what: string,
  unknown: { slug: string; candidates: Iterable<string>; find: NextAction }[],
  retry: (suggestions: Map<string, string>) => Call,
): never {
  const suggestions = new Map<string, string>();
  const details = unknown.map(({ slug, candidates }) => {
    const match = closestMatch(slug, candidates);
    if (match !== null) suggestions.set(slug, match);
    return `There is no ${what} "${slug}" here.${match === null ? "" : ` Did you mean "${match}"?`}`;
  });
  const matches = [...suggestions.values()];
  const why = `Repeat the call with ${matches.join(" and ")} if that is what you meant.`;
  throw new Problem("not_found", details.join(" "), {
    nextActions: [
      ...(suggestions.size === unknown.length ? [{ ...retry(suggestions), why, who: "agent" as const }] : []),
      ...unknown.map(({ find }) => find),
    ],
  });
}

export function slugFix(slug: string, candidates: Iterable<string>, otherwise: string): { fix: string } {
  const match = closestMatch(slug, candidates);
  return { fix: match === null ? otherwise : `Did you mean ${match}? ${otherwise}` };
}
