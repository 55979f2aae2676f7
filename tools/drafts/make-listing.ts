import { invitesOfDraft, moveInvites } from "#db/queries/accounts/invites.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { type Draft, updateDraft } from "#db/queries/drafts/drafts.ts";
import { beginProfile } from "#db/queries/founders/founder-profile.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { planSource } from "#db/queries/listings/fact-sources.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { keepScreenshot } from "#db/queries/listings/screenshots.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { markSeen } from "#db/queries/listings/website-facts.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { type FactSource, type FactSources, factNames } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { checkCategories } from "../categories/shared/check-categories.ts";
import { columnsOf, type DraftFields, isEmpty } from "../listings/shared/fields.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { type CallerSite, productKey } from "../site/shared/caller-site.ts";
import { rewritten } from "./rewritten.ts";
import { fieldsOf } from "./shared/rules.ts";
import type { Quote, StoredEvidence } from "./shared/writing.ts";

/** Turns a draft into a listing. If the company is listed on another site, the draft also edits the company. */
export async function makeListing(
  tx: Tx,
  own: CallerSite,
  draft: Draft,
  now: Date,
): Promise<{ listingId: number; entry: AuditEntry }> {
  const fields = fieldsOf(draft);
  const time = now.toISOString();
  const categoryIds = await checkCategories(tx, own.siteId, fields.categories);
  const key = productKey(own, draft.url);
  const listed = await listedByKey(tx, key, own.siteId);
  const known = listed && (await companyWithListings(tx, listed.companyId));
  const companyId = await saveCompany(
    tx,
    {
      ...columnsOf("companies", withoutUnknown(fields, draft)),
      name: fields.name,
      by: "owner",
      sources: sourcesOf(draft),
      url: draft.url,
      key,
      ...(draft.logoHash !== null && { logoHash: draft.logoHash }),
    },
    time,
  );
  if (draft.screenshotHash !== null) await keepScreenshot(tx, companyId, draft.screenshotHash);
  // The crawl started when the draft was created.
  await markSeen(tx, companyId, draft.createdAt);
  const edit = known && rewritten(known, await companyWithListings(tx, companyId));
  const { id } = await saveListing(
    tx,
    {
      siteId: own.siteId,
      companyId,
      slug: slugify(fields.name, new URL(draft.url).hostname.replace(/[^a-z0-9]+/g, "-")),
      status: "draft",
      plan: "none",
      ...columnsOf("listings", fields),
      categoryIds,
      tags: [],
    },
    time,
  );
  // From now on, the screenshot belongs to the company, which can remove it.
  const ended = { status: "submitted", listingId: id, note: "Submitted as a listing.", screenshotHash: null } as const;
  await updateDraft(tx, draft.id, ended, now);
  await joinCompany(tx, { companyId, accountId: own.accountId, via: `draft:${draft.id}` }, now);
  const invites = await invitesOfDraft(tx, draft.id);
  if (invites.length > 0) await moveInvites(tx, draft.id, id);
  for (const invite of invites)
    if (invite.acceptedBy !== null)
      await joinCompany(
        tx,
        { companyId, accountId: invite.acceptedBy, via: `invite:${invite.id}`, invitedBy: own.accountId },
        now,
      );
  return { listingId: id, entry: entryOf(id, draft.id, companyId, edit) };
}

/** A fact that the website did not state is unknown. It replaces nothing that is known about the company. */
const withoutUnknown = (fields: DraftFields, { editedFields }: Draft): Partial<DraftFields> => {
  const unknown = factNames.filter((name) => isEmpty(fields[name]) && !editedFields.includes(name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !unknown.some((one) => one === name)));
};

/** The sources of the facts that the website states. The other facts are the owner's own. */
function sourcesOf(draft: Draft): FactSources {
  const { plans } = fieldsOf(draft);
  const evidence = draft.evidence as StoredEvidence;
  const known = factNames.filter((name) => evidence[name] && (name === "plans" || !draft.editedFields.includes(name)));
  const quotes = known.flatMap((name): [string, Quote | null | undefined][] =>
    name === "plans"
      ? plans.map((plan, i) => [planSource(plan.name), evidence.plans?.[i]])
      : [[name, evidence[name]?.[0]]],
  );
  return Object.fromEntries(
    quotes.flatMap(([key, quote]): [string, FactSource][] =>
      quote
        ? [[key, { url: quote.url, quote: quote.quote, checked_at: quote.fetched_at, by: "site", confirmed: true }]]
        : [],
    ),
  );
}

const entryOf = (
  listingId: number,
  draftId: number,
  companyId: number,
  edit: ReturnType<typeof rewritten>,
): AuditEntry => ({
  subjects: [
    `listing:${listingId}`,
    `draft:${draftId}`,
    ...Object.keys(edit?.versions ?? {}).map((id) => `listing:${id}` as const),
    ...(edit ? [`company:${companyId}` as const] : []),
  ],
  before: edit?.before,
  after: { status: "draft", ...edit?.after, ...(edit && { versions: edit.versions }) },
});

/** Makes a person an owner and resumes the listings that were waiting for this person's founder profile. */
export async function joinCompany(tx: Tx, owner: Parameters<typeof addOwner>[1], now: Date): Promise<void> {
  await beginProfile(tx, owner.accountId, now);
  await addOwner(tx, owner, now);
  await resumeWaitingListings(tx, owner.accountId, now);
}
