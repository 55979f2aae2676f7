import type { TeamScope } from "#auth/scopes.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import { type NavigationLink, readNavigation } from "#tools/site/navigation.ts";
import { legalTexts } from "#tools/site/texts.ts";
import type { AnyPage } from "./define-page.ts";
import { ariaCurrent, type Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

const menuNames = ["header", "footer", "account", "own-listing", "team"] as const;
type MenuName = (typeof menuNames)[number];

export interface MenuEntry {
  in: MenuName;
  label: string;
  /** Lower numbers come first. */
  place: number;
}

interface MenuLink extends MenuEntry {
  path: string;
  /** The team scopes of which a person needs one to see the link. */
  scopes?: readonly TeamScope[];
  isShown(settings: SiteSettings): boolean;
}
export type Menus = Record<MenuName, readonly MenuLink[]>;

export function menusOf(pages: readonly AnyPage[], isProduction: boolean): Menus {
  const links = pages
    .flatMap(({ path, menu, isShown, ...page }): MenuLink[] =>
      menu
        ? [
            {
              ...menu,
              path,
              scopes: "scopes" in page ? page.scopes : undefined,
              isShown: (settings) => isShown?.(settings, isProduction) ?? true,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.place - b.place);
  const menu = (name: MenuName) => [name, links.filter((link) => link.in === name)];
  return Object.fromEntries(menuNames.map(menu));
}

const legalPaths = new Set(legalTexts.map(({ name }) => `/${name}`));

/**
 * The operator's links in the header or footer, or ours. Links to legal pages stay in the footer whatever the operator
 * writes, and a page that the site does not show has no link.
 */
export function siteLinks(
  { assets: { menus }, site: { settings } }: Pick<Frame, "assets" | "site">,
  name: "header" | "footer",
): readonly NavigationLink[] {
  const own = settings.navigation?.[name];
  const ours = menus[name].filter(({ isShown }) => isShown(settings));
  if (own === undefined) return ours;
  const isHidden = (path: string) => menus.footer.some((page) => page.path === path && !page.isShown(settings));
  const links = readNavigation(own).links.filter(({ path }) => !isHidden(path));
  return [...links, ...ours.filter(({ path }) => legalPaths.has(path) && !links.some((link) => link.path === path))];
}

/** A menu's links. A group's first link is the parent of the rest, so it is marked as current only on its own page. */
export const menuLinks = (links: readonly NavigationLink[], current: string, isGroup = false): Html[] =>
  links.map(
    ({ path, label }, i) =>
      html`<li><a href="${path}"${ariaCurrent(path, current, isGroup && i === 0)}>${label}</a></li>`,
  );
