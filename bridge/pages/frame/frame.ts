import type { SiteSettings } from "#db/schema/sites.ts";
import type { Assets } from "./assets.ts";
import { html } from "./html.ts";

/** What the frame around a page shows. */
export interface Frame {
  site: { name: string; settings: SiteSettings };
  assets: Assets;
  /**
   * The signed-in person, with the token their sign-out form needs; where nobody is signed in the way to do it;
   * "anyone" where the page is the same for all.
   */
  person: { name: string; email: string; formToken: string; isTeam: boolean } | { signIn: string } | "anyone";
  /** Path of the page, to mark it in the navigation. */
  path: string;
}

/** Marks the link to the page that is shown, or to the one it belongs to. */
export const isCurrent = (path: string, current: string, isAboveAll: boolean) =>
  path === current
    ? html` aria-current="page"`
    : !isAboveAll && current.startsWith(`${path}/`) && html` aria-current="true"`;
