import { type NextAction, notFound } from "./errors.ts";
import { nearest } from "./nearest.ts";

/** Throws the 404 of a slug that names nothing, with the nearest one that does and a way to find others. */
export function unknownSlug(
  what: string,
  slug: string,
  candidates: Iterable<string>,
  actions: { retry: (slug: string) => Pick<NextAction, "tool" | "arguments">; find: NextAction },
): never {
  const meant = nearest(slug, candidates);
  if (meant === null) notFound(what, slug, [actions.find]);
  const retry = { ...actions.retry(meant), why: `There is ${meant}, which may be meant.`, who: "agent" as const };
  notFound(what, slug, [retry, actions.find], ` Did you mean "${meant}"?`);
}

/** What to do about a slug in a filter or list that names nothing. */
export function slugFix(slug: string, candidates: Iterable<string>, otherwise: string): { fix: string } {
  const meant = nearest(slug, candidates);
  return { fix: meant === null ? otherwise : `Did you mean ${meant}? ${otherwise}` };
}
