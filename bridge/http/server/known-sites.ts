import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { Runtime } from "./runtime.ts";

const freshMs = 10_000;

export function fromSites<T>(runtime: Runtime, derive: (sites: SiteRow[]) => T): () => Promise<T> {
  let known: { value: T; until: number } | undefined;
  return async () => {
    const now = Date.now();
    if (known === undefined || now >= known.until)
      known = { value: derive(await allSites(runtime.store.read)), until: now + freshMs };
    return known.value;
  };
}
