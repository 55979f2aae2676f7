import { allSites } from "#db/queries/sites/sites.ts";
import type { Visit } from "../frame/visit.ts";

/** Returns a function that names the site with a key. A sandbox has no name of its own. */
export async function siteNames({ runtime }: Pick<Visit, "runtime">): Promise<(key: string) => string> {
  const names = new Map((await allSites(runtime.store.read)).map(({ key, name }) => [key, name]));
  return (key) => names.get(key) ?? key;
}
