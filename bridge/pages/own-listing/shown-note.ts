import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { type Html, html } from "../frame/html.ts";

export function shownNote({ status, plan }: OwnerListing, isUnlocked: boolean, section: string): Html {
  if (!isUnlocked)
    return html`The listing's page does not show its ${section}. To show them, buy a paid launch or unlock the profile sections.`;
  if (status !== "live") return html`The listing's page will show its ${section} once it is live.`;
  return html`The listing's page shows its ${section}${plan === "paid" ? ", because its launch was paid" : ""}.`;
}
