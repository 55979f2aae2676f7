import type { Owner } from "#db/queries/accounts/access.ts";
import { viaOf } from "#tools/claims/shared/records.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { timeOf } from "./time.ts";

const sources = {
  submitted: "Submitted the listing",
  claim: "Claimed the listing",
  invitation: "Accepted an invitation",
  team: "Added by the team",
};

const methods = { dns: "a DNS record", meta: "a meta tag", file: "a file", email: "an email link" };

/** A person with access to a listing, and the buttons that change that access. */
export const personRow = (owner: Owner, name: string, actions: HtmlValue): Html => html`<li>
<div><strong><bdi>${name}</bdi></strong> <span class="tag">${owner.readOnlySince === null ? "Can edit" : "Read-only"}</span>
<p class="hint">${sources[viaOf(owner)]} on ${timeOf(owner.since)}. ${
  owner.method === null ? "Has not verified ownership." : `Verified ownership with ${methods[owner.method]}.`
}${owner.isSuspended && " The account is suspended."}</p></div>
${actions}</li>
`;
