import type { TeamScope } from "#auth/scopes.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import type { Assets } from "./assets.ts";
import { html } from "./html.ts";

export interface FramePerson {
  name: string;
  email: string;
  formToken: string;
  teamScopes: readonly TeamScope[];
}

export interface Frame {
  site: { name: string; settings: SiteSettings };
  assets: Assets;
  /**
   * The signed-in person. For others, the path of the sign-in page, or "anyone" if the page does not depend on sign-in.
   */
  person: FramePerson | { signIn: string } | "anyone";
  path: string;
}

/** Marks a link to the current page or to its parent. */
export const ariaCurrent = (path: string, current: string, isAboveAll: boolean) =>
  path === current ? html` aria-current="page"` : !isAboveAll && isWithin(path, current) && html` aria-current="true"`;

export const isWithin = (path: string, current: string): boolean => `${current}/`.startsWith(`${path}/`);
