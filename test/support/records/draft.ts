import { createDraft, type Draft } from "#db/queries/drafts/drafts.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { draftNames, fieldOf } from "#db/schema/listing-fields.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { type DraftFields, emptyFields } from "#tools/listings/shared/fields.ts";
import { testNow } from "../server/harness.ts";

/** Examples of all fields that a draft writes, including new ones. */
const examples = Object.fromEntries(
  draftNames
    .filter((name) => fieldOf[name].kind !== "special" && fieldOf[name].example !== undefined)
    .map((name) => [name, fieldOf[name].example]),
) as Partial<DraftFields>;

/** Texts that make a draft complete. */
export const completeFields: DraftFields = {
  ...emptyFields,
  ...examples,
  name: "Harbour Ledger",
  headline: "Bookkeeping for small marinas",
  summary: "Harbour Ledger keeps the books of small marinas: berths, dues and the diesel pump, in one place.",
  description: "Every berth has an account.\n\nDues are billed by the night.",
  categories: ["invoicing"],
  pricing: "freemium",
  platforms: ["Web"],
  socials: { mastodon: "https://social.example/@harbourledger" },
  faqs: [{ question: "Does it print receipts?", answer: "Yes, on any printer." }],
  seo_title: "Harbour Ledger: bookkeeping for marinas",
  seo_description: "Berths, dues and diesel in one ledger.",
};

/** A draft on the default site, ready and complete by default. */
export async function draftFor(
  store: Store,
  accountId: number,
  changes: Partial<Draft> & { url?: string } = {},
): Promise<Draft> {
  const [site] = await allSites(store.read);
  const url = changes.url ?? "https://harbour-ledger.example/";
  const key = new URL(url).hostname;
  const time = testNow.toISOString();
  return store.write((tx) =>
    createDraft(tx, {
      siteId: site!.id,
      accountId,
      url,
      urlKey: key,
      arrivedKey: key,
      status: "ready",
      step: 10,
      steps: 10,
      note: "Ready to review.",
      fields: completeFields,
      evidence: { name: [{ url, quote: "Harbour Ledger", fetched_at: time }] },
      writtenBy: "extractive",
      createdAt: time,
      updatedAt: time,
      expiresAt: new Date(testNow.getTime() + 30 * dayMs).toISOString(),
      ...changes,
    }),
  );
}
