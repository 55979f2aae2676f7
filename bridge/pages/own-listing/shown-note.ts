import type { PaidSection } from "#db/schema/vocabulary.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { showsSection } from "#tools/listings/shared/rules.ts";
import { type Html, html } from "../frame/html.ts";

export function shownNote({ status, plan, unlocked_sections }: OwnerListing, section: PaidSection): Html {
  if (!showsSection({ plan, unlockedSections: unlocked_sections }, section))
    return html`The listing's page does not show ${section} at the moment. To show them, buy a paid launch or unlock the profile sections.`;
  if (status !== "live") return html`The listing's page will show ${section} once the listing is live.`;
  return html`The listing's page shows ${section}${plan === "paid" ? ", because the listing has a paid launch" : ""}.`;
}
