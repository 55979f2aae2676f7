import * as z from "zod";
import { ownersWithAccess, restoreAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { accessRemovedMail, accessRestoredMail } from "./mails.ts";
import { removeAccess } from "./shared/end-proof.ts";

export default defineTeamTool({
  name: "change_access",
  description: "Removes or restores the access of a person to a listing. The person gets the reason by email.",
  rest: { method: "POST", path: "/team/listings/{slug}/people/{account_id}" },
  scopes: ["team:review", "team:content"],
  effect: "write",
  input: z.strictObject({
    slug,
    account_id: z.int().min(1),
    access: z.enum(["edit", "none"]),
    reason: z.string().trim().min(1).max(2000),
  }),
  output: z.strictObject({ slug: z.string(), access: z.enum(["edit", "none"]) }),
  async run(context, { slug, account_id: accountId, access, reason }) {
    const { site, mail, now } = context;
    return async (tx, record) => {
      const listing = (await listingToClaim(tx, site.id, slug)) ?? notFound("listing", slug);
      const { id, companyId, name } = listing;
      const owners = await ownersWithAccess(tx, companyId);
      const owner = owners.find((one) => one.accountId === accountId) ?? notFound("person", accountId);
      if (access === "edit") {
        if (owner.readOnlySince === null)
          throw new Problem("state_conflict", `${owner.email} can already edit ${name}.`);
        await restoreAccess(tx, { companyId, accountId, via: "team" });
        await resumeWaitingListings(tx, accountId, now);
      } else await removeAccess(tx, context, { companyId, accountId, listing }, { code: "removed", message: reason });
      const content = access === "edit" ? accessRestoredMail(name, reason) : accessRemovedMail(name, reason);
      await mail(tx, owner.email, { greeting: owner.name, ...content });
      record({
        subjects: [`listing:${id}`, `company:${companyId}`, `account:${accountId}`],
        before: { access: owner.readOnlySince === null ? "edit" : "read" },
        after: { access, reason },
      });
      return { slug, access };
    };
  },
});
