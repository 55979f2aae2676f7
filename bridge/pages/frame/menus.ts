import type { SiteSettings } from "#db/schema/sites.ts";
import { isCurrent } from "./frame.ts";
import { type Html, html } from "./html.ts";

const menuNames = ["header", "footer", "account", "own-listing", "team"] as const;
type MenuName = (typeof menuNames)[number];

/** A page's place in a menu. */
export interface MenuEntry {
  in: MenuName;
  label: string;
  /** Lower places come first. */
  place: number;
  /** Whether a site has it; every site unless said. */
  isShown?(settings: SiteSettings): boolean;
}

type MenuLink = MenuEntry & { path: string };
export type Menus = Record<MenuName, readonly MenuLink[]>;

/** The menus that the pages ask to be in. */
export function menusOf(pages: readonly { path: string; menu?: MenuEntry }[]): Menus {
  const links = pages
    .flatMap(({ path, menu }): MenuLink[] => (menu ? [{ ...menu, path }] : []))
    .toSorted((a, b) => a.place - b.place);
  const menu = (name: MenuName) => [name, links.filter((link) => link.in === name)];
  return Object.fromEntries(menuNames.map(menu));
}

/** The links of a menu. The first one of a group is above all others, so only pages below those count as part of them. */
export const menuLinks = (links: readonly MenuLink[], current: string, isGroup = false): Html[] =>
  links.map(
    ({ path, label }, i) =>
      html`<li><a href="${path}"${isCurrent(path, current, isGroup && i === 0)}>${label}</a></li>`,
  );
