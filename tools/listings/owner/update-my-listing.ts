import { type CompanyWithListings, companyWithListings } from "#db/queries/listings/company-listings.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import type { EditName, EditValues } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { requireAdmitted } from "../../abuse/shared/admit.ts";
import { checkCategories } from "../../categories/shared/check-categories.ts";
import { vetUrl } from "../../core/calls/vet-url.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { stillPossible } from "../../launches/shared/still-possible.ts";
import { copyTargets, editInput, requireEditable, sentFields } from "../edits/edit-input.ts";
import { compactEdit, editedListing, editText } from "../edits/edit-result.ts";
import { requestLogo, withLogo } from "../edits/logo.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { fileDeleted, keptPictures } from "../edits/pictures.ts";
import { removedEntries, textChanges } from "../edits/text-changes.ts";
import { maxVersions, newVersion, requireVersion, valuesAt } from "../edits/versions.ts";
import { checkFacts } from "../shared/check-facts.ts";
import { withLandingUrl } from "../shared/landing-url.ts";
import { currentValues, fieldNamesIn, isOfCompany } from "../shared/listing-values.ts";
import { listingOf, siteOfListing } from "../shared/own-listing.ts";
import { mediaUrl } from "../shared/records.ts";
import { readOwnerView } from "../view/owner-view.ts";

export default defineTool({
  name: "update_my_listing",
  title: "Update my listing",
  description:
    "Updates and publishes a listing immediately. Use it when the user agrees. Only sent fields change; lists replace all. Returns what changed; dry_run shows old and new texts.",
  family: "My listings",
  rest: { method: "PATCH", path: "/me/listings/{listing_id}" },
  page: "/account/listings/{listing_id}/edit",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  isIdempotent: true,
  openWorld: "Changes a public page immediately, and fetches the image at the given logo URL.",
  destructive: "Replaces or removes texts, questions, links and pictures. revert_to restores them.",
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
    sentFields(input);
    return async (tx, record) => {
      const own = await listingOf(tx, context, listing_id);
      await requireVersion(tx, own, if_version);
      const company = await companyWithListings(tx, own.companyId);
      const listing = company.listings.find(({ id }) => id === own.id)!;
      const { urls, site } = await siteOfListing(tx, context, own);
      const current = currentValues(company, listing);
      const { logo_url, pictures, ...texts } = sentFields(input, current);
      checkFacts(context, texts, current.name);
      const sent: Partial<EditValues> = {
        ...withLandingUrl(context, texts, company.facts.url),
        // A new logo is saved once it has been fetched; removing the logo needs no fetch.
        ...(logo_url !== undefined && !logo_url && { logo_url: null }),
        ...(pictures && { pictures: keptPictures(current.pictures, pictures, { listingId: own.id, urls }) }),
      };
      const logo = logo_url ? await newLogo(tx, context, own, company, logo_url) : null;
      const copyTo = copyTargets(company, own, apply_to);
      const lost: EditName[] = [];
      const { [own.id]: fields = sent, ...elsewhere } =
        revert_to === undefined ? {} : await restoredValues(tx, company, own, copyTo, revert_to, lost);
      requireEditable(own, { ...fields, ...(logo && { logo_url }) });
      if (sent.categories) await checkCategories(tx, own.siteId, sent.categories);
      const { changed: plan, entry } = await makeEdit(
        tx,
        company,
        { listingId: own.id, fields, copyTo, elsewhere },
        now,
      );
      for (const { site: key, after: fields } of plan) {
        const { siteId } = company.listings.find((one) => one.site === key)!;
        const at = { ...context, site: siteId === own.siteId ? site : { id: siteId } };
        await requireAdmitted(context.read, at, { fields }, (path) =>
          path.startsWith("faqs.") ? path : `fields.${path}`,
        );
      }
      const changed = plan.map(({ before, after, ...one }) => ({
        ...one,
        changes: textChanges(before, after, urls).map((change) => ({
          ...change,
          lost: removedEntries(lookup(before, change.field), lookup(after, change.field)),
        })),
      }));
      const isFetching = {
        field: "logo_url",
        why: "We are fetching the logo. get_my_listing will show the result.",
      } as const;
      if (logo) changed[0]!.skipped.push(isFetching);
      changed[0]!.skipped.push(...lost.map((field) => ({ field, why: fileDeleted })));
      const isRequested = (logo || "logo_url" in fields) && (await requestLogo(tx, own, logo, now));
      if (isRequested) record(withLogo(entry, own, logo));
      else if (entry) record(entry);
      const view = await readOwnerView(tx, context, own);
      const made = entry ? await newVersion(tx, { ...context, urls }, own, entry) : [];
      return { ...view, versions: [...made, ...view.versions].slice(0, maxVersions), changed };
    };
  },
  brief: compactEdit,
  text: editText,
});

/**
 * Returns the values to restore by listing ID: those of a version of `own`, and what the other listings had then. Adds
 * the fields of `own` whose files are gone to `lost`.
 */
async function restoredValues(
  tx: Tx,
  { listings }: CompanyWithListings,
  own: OwnListing,
  copyTo: ReadonlySet<number>,
  version: number,
  lost: EditName[],
): Promise<Record<number, Partial<EditValues>>> {
  const valuesOf = await valuesAt(tx, own, version);
  const restored = listings.filter(({ id }) => id === own.id || copyTo.has(id));
  const values: Record<number, Partial<EditValues>> = {};
  for (const { id, siteId } of restored) values[id] = await stillPossible(tx, siteId, valuesOf(id));
  const wanted = valuesOf(own.id);
  for (const field of ["logo_url", "pictures"] as const)
    if (!Bun.deepEquals(wanted[field], values[own.id]![field])) lost.push(field);
  return values;
}

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
