import { lookup } from "#db/values/lookup.ts";
import type { Region } from "../shared/crawled-page.ts";
import type { Attributes } from "./visibility.ts";

const regionsOfRoles: Record<string, Region> = {
  main: "main",
  banner: "header",
  navigation: "nav",
  menubar: "nav",
  contentinfo: "footer",
  complementary: "aside",
};

// Pages without landmarks use names like these for their parts.
const names: [RegExp, Region][] = [
  [/^(?:site|page|main|global)?[-_]?(?:nav|navi|navbar|navigation|menu|menubar|topnav|breadcrumbs?)$/i, "nav"],
  [/^(?:site|page|main|global)?[-_]?footer$/i, "footer"],
  [/^(?:left|right|main|page)?[-_]?side-?bar$/i, "aside"],
];

/** @param isInContent whether the element is inside `main`, `article` or `section`, whose headers are not the page's */
export function regionOf(tag: string, attributes: Attributes, around: Region, isInContent: boolean): Region {
  const region = landmark(tag, attributes, isInContent);
  if (region === null) return around;
  // A landmark inside a footer, such as a menu, still belongs to the footer.
  return around === "footer" || (around === "aside" && region !== "main") ? around : region;
}

function landmark(tag: string, attributes: Attributes, isInContent: boolean): Region | null {
  const role = attributes.get("role")?.trim().toLowerCase();
  const ofRole = role && lookup(regionsOfRoles, role);
  if (ofRole) return ofRole;
  if (tag === "main" || tag === "nav" || tag === "aside") return tag;
  if ((tag === "header" || tag === "footer") && !isInContent) return tag;
  if (tag !== "div" && tag !== "ul" && tag !== "table" && tag !== "td") return null;
  const words = `${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`.split(/\s+/, 20);
  for (const [name, region] of names) if (words.some((word) => name.test(word))) return region;
  return null;
}
