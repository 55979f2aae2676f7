import type { PaidSection } from "#db/schema/vocabulary.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { showsSection } from "#tools/listings/shared/rules.ts";
import { type Html, html } from "../frame/html.ts";
import { listingPath } from "./status.ts";

/** Says whether the listing's page shows a section, and if not, how to show it. */
export function shownNote({ id, status, plan, unlocked_sections }: OwnerListing, section: PaidSection): Html {
  if (!showsSection({ plan, unlockedSections: unlocked_sections }, section))
    return html`The listing's page does not show ${section} at the moment. <a href="${listingPath(id, "/launch")}">${status === "live" ? "Unlock the profile sections" : "Choose a paid launch"}</a> to show them.`;
  if (status !== "live") return html`The listing's page will show ${section} once the listing is live.`;
  return html`The listing's page shows ${section}${plan === "paid" ? ", because the listing has a paid launch" : ""}.`;
}
