import { type CompanyWithListings, companyWithListings } from "#db/queries/listings/company-listings.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { ListingValues } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { checkCategories } from "../../categories/shared/check-categories.ts";
import { vetUrl } from "../../core/calls/vet-url.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { stillPossible } from "../../launches/shared/still-possible.ts";
import { copyTargets, editInput, requireEditable, sentFields } from "../edits/edit-input.ts";
import { compactEdit, editedListing, editText } from "../edits/edit-result.ts";
import { requestLogo, withLogo } from "../edits/logo.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { maxVersions, newVersion, requireVersion, valuesAt } from "../edits/versions.ts";
import { fieldNamesIn, isOfCompany } from "../shared/listing-values.ts";
import { listingOf, siteOfListing } from "../shared/own-listing.ts";
import { mediaUrl } from "../shared/records.ts";
import { readOwnerView } from "../view/owner-view.ts";

export default defineTool({
  name: "update_my_listing",
  title: "Update my listing",
  description:
    "Updates and publishes a listing immediately. Use it when the user agrees. Only sent fields change; lists are replaced. Returns what changed.",
  family: "My listings",
  rest: { method: "PATCH", path: "/me/listings/{listing_id}" },
  page: "/account/listings/{listing_id}/edit",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  isIdempotent: true,
  openWorld: "Changes a public page immediately, and fetches the image at the given logo URL.",
  notTried: ({ fields }) => (fields?.logo_url ? ["Fetching the logo."] : []),
  errors: ["not_found", "state_conflict", "version_conflict"],
  input: editInput,
  output: editedListing,
  examples: [
    { listing_id: 3, fields: { headline: "Tide tables and berth notes in one pad" } },
    { listing_id: 3, faqs: [{ question: "Does it work offline?", answer: "Yes, for a week." }], apply_to: ["all"] },
  ],
  async listings(context, input) {
    const { listing_id, apply_to = [], revert_to } = input;
    // A company field changes on every site, and reverting to an older version may change such a field.
    const isShared = revert_to !== undefined || fieldNamesIn(sentFields(input)).some(isOfCompany);
    if (apply_to.length === 0 && !isShared) return [listing_id];
    const own = await listingOf(context.read, context, listing_id);
    const company = await companyWithListings(context.read, own.companyId);
    return isShared ? company.listings.map(({ id }) => id) : [own.id, ...copyTargets(company, own, apply_to)];
  },
  async run(context, input) {
    const { listing_id, apply_to = [], if_version, revert_to } = input;
    const { now } = context;
    const { logo_url, ...texts } = sentFields(input);
    // A new logo is saved once it has been fetched; removing the logo needs no fetch.
    const sent: Partial<ListingValues> = logo_url === undefined || logo_url ? texts : { ...texts, logo_url: null };
    return async (tx, record) => {
      const own = await listingOf(tx, context, listing_id);
      await requireVersion(tx, own, if_version);
      const company = await companyWithListings(tx, own.companyId);
      const logo = logo_url ? await newLogo(tx, context, own, company, logo_url) : null;
      const fields =
        revert_to === undefined ? sent : await stillPossible(tx, own.siteId, await valuesAt(tx, own, revert_to));
      requireEditable(own, { ...fields, ...(logo && { logo_url }) });
      if (sent.categories) await checkCategories(tx, own.siteId, sent.categories);
      const request = { listingId: own.id, fields, copyTo: copyTargets(company, own, apply_to) };
      const { changed, entry } = await makeEdit(tx, company, request, now);
      const isFetching = {
        field: "logo_url",
        why: "We are fetching the logo. get_my_listing will show the result.",
      } as const;
      if (logo) changed[0]!.skipped.push(isFetching);
      const isRequested = (logo || "logo_url" in fields) && (await requestLogo(tx, own, logo, now));
      if (isRequested) record(withLogo(entry, own, logo));
      else if (entry) record(entry);
      const view = await readOwnerView(tx, context, own);
      const made = entry ? [await newVersion(tx, context, own, entry)] : [];
      return { ...view, versions: [...made, ...view.versions].slice(0, maxVersions), changed };
    };
  },
  brief: compactEdit,
  text: editText,
});

/** Returns the URL of the new logo, or null if the caller sent the URL that responses give for the current logo. */
async function newLogo(
  tx: Tx,
  context: CallContext,
  own: OwnListing,
  { facts }: CompanyWithListings,
  url: string,
): Promise<URL | null> {
  const { urls } = await siteOfListing(tx, context, own);
  return url === mediaUrl(urls, facts.logoHash ?? null) ? null : vetUrl(context, "fields.logo_url", url);
}
