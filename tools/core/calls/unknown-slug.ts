import { type NextAction, Problem } from "../errors/errors.ts";
import { nearest } from "../text/nearest.ts";

type Call = Pick<NextAction, "tool" | "arguments">;

/** Throws the 404 of an unknown slug with the closest match and a way to find others. */
export function unknownSlug(
  what: string,
  slug: string,
  candidates: Iterable<string>,
  { retry, find }: { retry: (slug: string) => Call; find: NextAction },
): never {
  unknownSlugs(what, [{ slug, candidates, find }], (meant) => retry(meant.get(slug)!));
}

/** As `unknownSlug` for several slugs of one call. The call is suggested again only if each slug has a close match. */
export function unknownSlugs(
  what: string,
  unknown: { slug: string; candidates: Iterable<string>; find: NextAction }[],
  retry: (meant: Map<string, string>) => Call,
): never {
  const meant = new Map<string, string>();
  const details = unknown.map(({ slug, candidates }) => {
    const near = nearest(slug, candidates);
    if (near !== null) meant.set(slug, near);
    return `There is no ${what} "${slug}" here.${near === null ? "" : ` Did you mean "${near}"?`}`;
  });
  const near = [...meant.values()];
  const why = `There ${near.length === 1 ? "is" : "are"} ${near.join(" and ")}, which may be meant.`;
  throw new Problem("not_found", details.join(" "), {
    nextActions: [
      ...(meant.size === unknown.length ? [{ ...retry(meant), why, who: "agent" as const }] : []),
      ...unknown.map(({ find }) => find),
    ],
  });
}

export function slugFix(slug: string, candidates: Iterable<string>, otherwise: string): { fix: string } {
  const meant = nearest(slug, candidates);
  return { fix: meant === null ? otherwise : `Did you mean ${meant}? ${otherwise}` };
}
