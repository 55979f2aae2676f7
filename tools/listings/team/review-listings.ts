import * as z from "zod";
import { latestJob } from "#db/queries/common/jobs.ts";
import { type BadgeCheck, checkedListing } from "#db/queries/listings/badge-checks.ts";
import { type OwnListing, ownListing, ownListings } from "#db/queries/listings/owner-listings.ts";
import { badgeFaults } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { offsetOf, pageFrom, pageInput, pageOf } from "../../core/lists/pagination.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { badgeChecksOf } from "../../launches/jobs.ts";
import { blockersOf, broughtBackUntil, faultSentence, graceEnd } from "../../launches/shared/free-rules.ts";
import { blockerFacts, queuePlaceOf } from "../../launches/shared/launch-state.ts";
import { type ListingSite, listingId, siteOfListing, whyReadOnly } from "../shared/own-listing.ts";
import { blocker, ownerLine, queuePlace, toOwnerLine } from "../shared/owner-records.ts";
import { siteBadgeCode } from "../shared/rules.ts";
import { lackingProfile } from "../view/owner-view.ts";

const badgeCheck = z.strictObject({
  is_found: z.boolean(),
  fault: z.enum(badgeFaults).nullable(),
  sentence: z.string(),
  checked_at: time.nullable(),
  is_pending: z.boolean(),
  grace_until: time.nullable(),
  code: z.string(),
});

const listingSummary = z.strictObject({
  ...ownerLine.shape,
  page_url: z.string().describe("Public page, available while the listing is live"),
  status_message: z.string().nullable(),
  status_changed_at: time,
  is_launched: z.boolean(),
  queue: queuePlace,
  blockers: z.array(blocker),
  badge: badgeCheck.nullable(),
  archived_until: time.nullable(),
  read_only: z.string().nullable(),
});

export type ListingSummary = z.output<typeof listingSummary>;

export default defineOperation({
  name: "review_listings",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject({ listing_id: listingId.optional(), ...pageInput }),
  output: pageOf(listingSummary),
  async run(context, { listing_id, ...page }) {
    const { read } = context;
    const owner = accountOf(context);
    const cut = listing_id === undefined ? { limit: page.per_page, offset: offsetOf(page) } : { limit: 1, offset: 0 };
    const { rows, total } = await ownListings(read, owner, { id: listing_id }, cut);
    const items: ListingSummary[] = [];
    for (const row of rows) {
      const own = (await ownListing(read, owner, row.id))!;
      items.push({ ...toOwnerLine(row), ...(await summaryOf(context, own)) });
    }
    return pageFrom(items, total, page);
  },
});

async function summaryOf(context: CallContext, listing: OwnListing) {
  const { read, now } = context;
  const { id, status, statusMessage, statusChangedAt, launchedAt } = listing;
  const home = await siteOfListing(read, context, listing);
  const facts = await blockerFacts(read, id, now);
  const lacking = await lackingProfile(read, context, listing);
  return {
    page_url: `${home.urls.base}/listings/${listing.slug}`,
    status_message: statusMessage,
    status_changed_at: statusChangedAt,
    is_launched: launchedAt !== null || status === "live",
    queue: await queuePlaceOf(read, listing, now),
    blockers: blockersOf({ ...listing, ...facts }, lacking, home),
    badge: (await checkedListing(read, id)) && (await badgeCheckResult(context, listing, facts.badge, home)),
    archived_until: status === "archived" ? broughtBackUntil(statusChangedAt).toISOString() : null,
    read_only: await whyReadOnly(read, context, listing),
  };
}

async function badgeCheckResult(
  { read }: CallContext,
  { id, slug }: OwnListing,
  check: BadgeCheck | null,
  home: ListingSite,
): Promise<z.output<typeof badgeCheck>> {
  const { isFound = false, fault = null, checkedAt = null, warnedAt = null, detail = null } = check ?? {};
  return {
    is_found: isFound,
    fault,
    sentence: faultSentence({ fault, detail }),
    checked_at: checkedAt,
    is_pending: (await latestJob(read, badgeChecksOf(id)))?.isPending ?? false,
    grace_until: warnedAt && graceEnd(warnedAt).toISOString(),
    code: siteBadgeCode(home, slug),
  };
}
