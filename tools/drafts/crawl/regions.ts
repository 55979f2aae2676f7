import { lookup } from "#db/values/lookup.ts";
import type { Region } from "../shared/crawled-page.ts";
import type { Attributes } from "./visibility.ts";

/** The regions of menu bars and of the landmark roles in WAI-ARIA 1.2, section 5.3.4. */
const regionsOfRoles: Record<string, Region> = {
  main: "main",
  banner: "header",
  navigation: "nav",
  menubar: "nav",
  contentinfo: "footer",
  complementary: "aside",
};

/** @param isInContent whether the element is inside `main`, `article` or `section`, which may have their own headers */
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
  return null;
}
