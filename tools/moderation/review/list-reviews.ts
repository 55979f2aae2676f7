import * as z from "zod";
import { type ReviewCase, type ReviewMark, reviewCases, reviewMarks } from "#db/queries/moderation/reviews.ts";
import { duplicateReasons, listingStatuses, plans } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../../core/lists/pagination.ts";
import { emailFor } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { expectedBy, newSince } from "../../launches/shared/launch-state.ts";
import { mediaUrl } from "../../listings/shared/records.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { casePageOf } from "../shared/case-input.ts";

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
      network: z.string().nullable().describe("For admins only: the shortened network of the sign-up"),
    })
    .nullable(),
  draft_error: z.string().nullable().describe("Why the website could not be read"),
  evidence: z.array(z.strictObject({ field: z.string(), url: z.string(), quote: z.string() })),
  screenshot_url: z.string().nullable(),
  similar: z
    .array(
      z.strictObject({
        slug: z.string(),
        name: z.string(),
        url: z.string(),
        status: z.enum(listingStatuses),
        reason: z.enum(duplicateReasons),
        score: z.int().describe("Similarity from 0 to 100"),
      }),
    )
    .describe("Older listings that are probably about the same product"),
  marks: z.array(z.enum(reviewMarks)).describe("Why the listing should be read before it is approved"),
});
export type ReviewRecord = z.output<typeof reviewRecord>;

export default defineTeamTool({
  name: "list_reviews",
  description: "Lists listings that wait for the team's review before launch, oldest first.",
  rest: { method: "GET", path: "/team/reviews" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    state: z.enum(openStates).default("waiting"),
    mark: z
      .enum(["none", ...reviewMarks])
      .optional()
      .describe("Only listings with this mark, or without marks"),
    ...openPageInput,
  }),
  output: casePageOf(reviewRecord),
  async run(context, { state, mark, ...page }) {
    const { read, site, now } = context;
    const rows = await reviewCases(read, site.id, { state, mark, newSince: newSince(now), ...openWindowOf(page) });
    const items = rows.map((row) => toRecord(context, row));
    return { ...openPageFrom(items, page), total: rows[0]?.matches ?? 0 };
  },
});

function toRecord({ actor, urls, site }: CallContext, row: ReviewCase): ReviewRecord {
  const { slug, name, url, headline, summary, status, plan, similar, owner, draft } = row;
  return {
    ...{ slug, name, url, headline, summary, status, plan, similar },
    launch_week: row.launchWeek,
    state: row.state as ReviewRecord["state"],
    requested_at: row.requestedAt,
    expected_by: expectedBy(row.since, siteRules(site.settings).review.hours),
    change_text: row.changeText,
    owner: owner && {
      ...owner,
      email: emailFor(actor, owner.email),
      network: owner.network && emailFor(actor, owner.network),
    },
    draft_error: draft?.error ?? null,
    evidence: Object.entries(draft?.evidence ?? {}).flatMap(([field, sources]) =>
      sources.slice(0, 2).map(({ url, quote }) => ({ field, url, quote })),
    ),
    screenshot_url: mediaUrl(urls, row.screenshot),
    marks: row.marks === "" ? [] : (row.marks.split(",") as ReviewMark[]),
  };
}
