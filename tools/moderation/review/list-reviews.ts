import * as z from "zod";
import { type ReviewCase, reviewCases } from "#db/queries/moderation/reviews.ts";
import { listingStatuses, plans } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { emailFor } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { expectedBy } from "../../launches/shared/launch-state.ts";
import { mediaUrl } from "../../listings/shared/records.ts";
import { siteRules } from "../../site/shared/rules.ts";

const openStates = ["waiting", "change_requested"] as const;
const count = z.int();

const reviewRecord = z.strictObject({
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  headline: z.string(),
  summary: z.string(),
  status: z.enum(listingStatuses),
  plan: z.enum(plans),
  launch_week: z.string().nullable(),
  state: z.enum(openStates),
  requested_at: time,
  expected_by: time,
  change_text: z.string().nullable(),
  owner: z
    .strictObject({
      account_id: z.int(),
      name: z.string(),
      email: z.string().nullable().describe("For admins only"),
      created_at: time,
      is_confirmed: z.boolean().describe("Whether the email is confirmed"),
      listings: count,
      live: count,
      rejected: count.describe("Decisions that were not reversed"),
      suspended: count.describe("Decisions that were not reversed"),
    })
    .nullable(),
  draft_error: z.string().nullable().describe("Why the website could not be read"),
  evidence: z.array(z.strictObject({ field: z.string(), url: z.string(), quote: z.string() })),
  screenshot_url: z.string().nullable(),
  similar: z
    .array(z.strictObject({ slug: z.string(), name: z.string(), url: z.string(), status: z.enum(listingStatuses) }))
    .describe("Listings with the same or a look-alike name"),
});
export type ReviewRecord = z.output<typeof reviewRecord>;

export default defineTeamTool({
  name: "list_reviews",
  description: "Lists listings that wait for the team's review before launch, oldest first.",
  rest: { method: "GET", path: "/team/reviews" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({ state: z.enum(openStates).default("waiting"), ...openPageInput }),
  output: openPageOf(reviewRecord),
  async run(context, { state, ...page }) {
    const { read, site } = context;
    const rows = await reviewCases(read, site.id, { state, ...openWindowOf(page) });
    return openPageFrom(
      rows.map((row) => toRecord(context, row)),
      page,
    );
  },
});

function toRecord({ actor, urls, site }: CallContext, row: ReviewCase): ReviewRecord {
  const { owner, draft } = row;
  return {
    slug: row.slug,
    name: row.name,
    url: row.url,
    headline: row.headline,
    summary: row.summary,
    status: row.status,
    plan: row.plan,
    launch_week: row.launchWeek,
    state: row.state as ReviewRecord["state"],
    requested_at: row.requestedAt,
    expected_by: expectedBy(row.since, siteRules(site.settings).review.hours),
    change_text: row.changeText,
    owner: owner && {
      account_id: owner.id,
      name: owner.name,
      email: emailFor(actor, owner.email),
      created_at: owner.createdAt,
      is_confirmed: owner.isConfirmed === 1,
      listings: owner.listings,
      live: owner.live,
      rejected: owner.rejected,
      suspended: owner.suspended,
    },
    draft_error: draft?.error ?? null,
    evidence: Object.entries(draft?.evidence ?? {}).flatMap(([field, sources]) =>
      sources.slice(0, 2).map(({ url, quote }) => ({ field, url, quote })),
    ),
    screenshot_url: mediaUrl(urls, row.screenshot),
    similar: row.similar,
  };
}
