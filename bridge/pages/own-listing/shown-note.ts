import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { type Html, html } from "../frame/html.ts";

export function shownNote({ status, plan }: OwnerListing, isUnlocked: boolean, section: string): Html {
  if (!isUnlocked)
    return html`The listing's page does not show ${section} at the moment. To show them, buy a paid launch or unlock the profile sections.`;
  if (status !== "live") return html`The listing's page will show ${section} once the listing is live.`;
  return html`The listing's page shows ${section}${plan === "paid" ? ", because the launch was paid" : ""}.`;
}
