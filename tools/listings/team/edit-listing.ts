import * as z from "zod";
import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { copyRatings } from "#db/queries/listings/write-listing.ts";
import { checkCategories } from "../../categories/shared/check-categories.ts";
import { invalid, notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs, slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { sentFields } from "../edits/edit-input.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { textChange, textChanges } from "../edits/text-changes.ts";
import { requireVersion } from "../edits/versions.ts";
import { checkFacts } from "../shared/check-facts.ts";
import { fieldChanges } from "../shared/fields.ts";
import { withLandingUrl } from "../shared/landing-url.ts";
import { notifyOfDecision } from "../shared/notify-owners.ts";
import { addressOf, requireFree } from "./listing-address.ts";

export default defineTeamTool({
  name: "edit_listing",
  command: {
    name: "listing update <slug>",
    description: "Update the given fields of a listing; if it has an owner, only its name and URL",
    site: "option",
    done: ({ slug, changes }) =>
      changes.length > 0
        ? `Updated ${slug}: ${changes.map(({ field }) => field).join(", ")}.`
        : `${slug} is unchanged.`,
  },
  description:
    "Changes the given fields or the URL of a listing. It keeps its slug, votes and followers. If it has an owner, only the name and the URL can be changed, and the owners get the reason by email. dry_run shows the differences.",
  rest: { method: "PATCH", path: "/team/listings/{slug}" },
  scopes: ["team:content"],
  effect: "write",
  errors: ["not_found", "conflict", "state_conflict", "version_conflict"],
  input: z.strictObject({
    slug,
    url: z.string().min(1).max(2000).optional().describe("new URL of the product"),
    fields: fieldChanges.omit({ logo_url: true }).optional().describe("changed fields"),
    reason: filled(paragraphs(2000))
      .optional()
      .describe("reason that is sent to the owners; required if there are any"),
    if_version: z.int().min(1).optional().describe("version that you read; protects newer edits"),
  }),
  output: z.strictObject({ slug: z.string(), version: z.int(), changes: z.array(textChange) }),
  async run(context, { slug, url, fields: sent = {}, reason, if_version }) {
    const { site, urls, now } = context;
    const address = url === undefined ? undefined : addressOf(context, url);
    if (!address && Object.keys(sent).length === 0) invalid("fields", "required", "must contain at least one field");
    const given = Object.keys(sent).length > 0 ? sentFields({ listing_id: 1, fields: sent }) : {};
    const { pictures: _, ...fields } = given;
    return async (tx, record) => {
      const { id, companyId, name } = (await listingToClaim(tx, site.id, slug)) ?? notFound("listing", slug);
      const company = await companyWithListings(tx, companyId);
      const { version } = company.listings.find((one) => one.id === id)!;
      const readAgain = { tool: "show_listing", arguments: { slug }, why: "See its version.", who: "agent" } as const;
      await requireVersion(tx, { id, version }, if_version, readAgain);
      const isOwned = (await ownersWithAccess(tx, companyId)).length > 0;
      const locked = Object.keys(fields).filter((field) => field !== "name");
      if (isOwned && locked.length > 0)
        throw new Problem(
          "state_conflict",
          `${name} has an owner, who edits its texts. You can change only its name and its URL.`,
        );
      if (isOwned && reason === undefined)
        invalid("reason", "required", "is missing. The owners of this listing receive it by email");
      const moved = address && address.url !== company.facts.url ? address : undefined;
      if (moved) await requireFree(tx, context, moved.key, companyId);
      if (fields.categories) await checkCategories(tx, site.id, fields.categories);
      checkFacts(context, fields, name);
      const request = {
        listingId: id,
        fields: withLandingUrl(context, fields, (moved ?? company.facts).url),
        copyTo: new Set<number>(),
        address: moved,
        by: "team" as const,
      };
      const { changed, entry } = await makeEdit(tx, company, request, now);
      const { before, after } = changed[0]!;
      const changes = textChanges(before, after, urls);
      if (moved) changes.unshift({ field: "url", before: company.facts.url, after: moved.url });
      if (!entry) return { slug, version, changes };
      if (moved)
        await copyRatings(
          tx,
          company.listings.map((one) => one.id),
        );
      record({ ...entry, after: { ...entry.after, ...(reason && { reason }) } });
      if (isOwned)
        await notifyOfDecision(
          tx,
          context,
          { id, name },
          {
            subject: `The team changed ${name}`,
            what: `changed the ${changes.map(({ field }) => (field === "url" ? "URL" : field)).join(" and the ")} of your listing ${name}.`,
            reason: reason!,
            whatNow: `The listing now has the name ${fields.name ?? name} and the URL ${(moved ?? company.facts).url}. Its page, votes and followers are the same as before.`,
          },
        );
      return { slug, version: (entry.after!.versions as Record<number, number>)[id] ?? version, changes };
    };
  },
});
