import { categoryIdsBySlugs } from "../../db/queries/categories.ts";
import { type CompanyWithListings, companyWithListings } from "../../db/queries/company-listings.ts";
import type { OwnListing } from "../../db/queries/owner-listings.ts";
import { saveEdit } from "../../db/queries/save-edit.ts";
import type { Tx } from "../../db/store.ts";
import { checkCategories } from "../core/check-categories.ts";
import { defineTool } from "../core/define.ts";
import { columnsOf } from "../listings/fields.ts";
import { editedBrief, editedListing, editText } from "./edit-answer.ts";
import { copiedTo, editInput, requireOpen, sentFields } from "./edit-input.ts";
import { listingOf } from "./own-listing.ts";
import { readOwnerView } from "./owner-view.ts";
import { type PlannedEdit, planEdit } from "./plan-edit.ts";
import type { Said } from "./said.ts";
import { requireVersion, saidAt } from "./versions.ts";

export default defineTool({
  name: "update_my_listing",
  title: "Update my listing",
  description:
    "Changes a listing of the account at once, in any status; only what is sent changes. Facts of the company change on all its sites. Each edit is a version that revert_to takes back. Send if_version so that nothing is overwritten unseen.",
  family: "My listings",
  rest: { method: "PATCH", path: "/me/listings/{listing_id}" },
  scopes: ["listings:write"],
  effect: "write",
  isIdempotent: true,
  errors: ["not_found", "state_conflict", "version_conflict"],
  input: editInput,
  output: editedListing,
  examples: [
    { listing_id: 3, fields: { headline: "Tide tables and berth notes in one pad" } },
    { listing_id: 3, faqs: [{ question: "Does it work offline?", answer: "Yes, for a week." }], apply_to: ["all"] },
  ],
  async run(context, input) {
    const { listing_id, apply_to = [], if_version, revert_to } = input;
    const sent = sentFields(input);
    return async (tx, record) => {
      const own = await listingOf(tx, context, listing_id);
      await requireVersion(tx, own, if_version);
      const fields = revert_to === undefined ? sent : await stillPossible(tx, own, await saidAt(tx, own, revert_to));
      requireOpen(own, fields);
      if (sent.categories) await checkCategories(tx, own.siteId, sent.categories);
      const company = await companyWithListings(tx, own.companyId);
      const plan = planEdit(company, { listingId: own.id, fields, copyTo: copiedTo(company, own, apply_to) });
      const versions = await save(tx, company, plan, context.now.toISOString());
      if (versions.size > 0)
        record({
          subjects: [
            `listing:${own.id}`,
            ...[...versions.keys()].filter((id) => id !== own.id).map((id) => `listing:${id}` as const),
            `company:${own.companyId}`,
          ],
          before: plan.before,
          after: { ...plan.after, versions: Object.fromEntries(versions) },
        });
      return { ...(await readOwnerView(tx, context, own.id)), changed: plan.changed };
    };
  },
  brief: editedBrief,
  text: editText,
});

/** Categories of an earlier version that the site no longer has stay away; without any the present ones stay. */
async function stillPossible(tx: Tx, { siteId }: OwnListing, fields: Partial<Said>): Promise<Partial<Said>> {
  if (!fields.categories) return fields;
  const { categories, ...others } = fields;
  const known = await categoryIdsBySlugs(tx, siteId, categories);
  const left = categories.filter((slug) => known.has(slug));
  return left.length > 0 || categories.length === 0 ? { ...others, categories: left } : others;
}

/** Writes what differs, and answers the new versions of the listings it shows on. */
async function save(
  tx: Tx,
  { facts, listings }: CompanyWithListings,
  { company, listings: edits }: PlannedEdit,
  now: string,
): Promise<Map<number, number>> {
  const hasFacts = Object.keys(company).length > 0;
  if (!hasFacts && edits.size === 0) return new Map();
  const { name, url, key } = facts;
  const { logo_url: logoHash, ...written } = company;
  const given = {
    name,
    url,
    key,
    ...columnsOf("company", written),
    ...(logoHash !== undefined && { logoHash }),
  };
  const changes = [...edits].map(async ([id, said]) => {
    const { siteId } = listings.find((listing) => listing.id === id)!;
    const known = said.categories && (await categoryIdsBySlugs(tx, siteId, said.categories));
    return {
      id,
      texts: columnsOf("listing", said),
      categoryIds: said.categories?.map((slug) => known!.get(slug)!),
    };
  });
  return saveEdit(tx, hasFacts ? given : null, await Promise.all(changes), now);
}
