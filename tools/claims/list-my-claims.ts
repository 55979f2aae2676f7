import * as z from "zod";
import { claimsOfAccount } from "#db/queries/claims/claims.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { claimantOf } from "./own-claim.ts";
import { claimLines, claimRecord, readClaim } from "./shared/records.ts";

export default defineTool({
  name: "list_my_claims",
  title: "List my claims",
  description:
    "Returns the account's claims, newest first, with status, what to publish and the last check. Use it to find a claim_id, or to see why a claim is not verified.",
  family: "Claims",
  rest: { method: "GET", path: "/claims" },
  page: "/account/claims",
  scopes: ["account:read"],
  effect: "read",
  errors: [],
  input: z.strictObject(pageInput),
  output: pageOf(claimRecord).meta({ id: "ClaimPage" }),
  examples: [{}],
  async run(context, page) {
    const slice = { limit: page.per_page, offset: offsetOf(page) };
    const found = await claimsOfAccount(context.read, claimantOf(context), slice);
    const items = [];
    for (const claim of found.rows) items.push(await readClaim(context.read, claim, context));
    return pageFrom(items, found.total, page);
  },
  text: (found) =>
    lines(pageLine(found, "The account has no claims. Start one with claim_listing."), found.items.flatMap(claimLines)),
});
