import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { type Html, html } from "../../frame/html.ts";

/** Whether the public page of a listing shows its updates or milestones, and else what it takes. */
export function shownNote({ status, plan }: OwnerListing, isUnlocked: boolean, what: string): Html {
  if (isUnlocked && status === "live")
    return html`The listing's page shows its ${what}${plan === "paid" ? ", as its launch is paid for" : ""}.`;
  if (isUnlocked) return html`The listing's page shows its ${what} once it is live.`;
  return html`The listing's own page does not show its ${what}: that takes a paid launch, or the sections unlocked.`;
}
