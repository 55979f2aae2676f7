import * as z from "zod";
import { type ReviewMark, reviewCases, reviewMarks } from "#db/queries/moderation/reviews.ts";
import { duplicateReasons, listingStatuses, plans } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { expectedBy } from "../../launches/shared/launch-state.ts";
import { mediaUrl } from "../../listings/shared/records.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { defineCaseList, networkOf } from "../shared/case-list.ts";

const openStates = ["waiting", "change_requested"] as const;
const count = z.int();

export default defineCaseList({
  name: "list_reviews",
  description:
    "Lists listings that wait for the team's review before launch, oldest first, or those whose owners must change something. The kind is a mark, or none.",
  path: "/team/reviews",
  kinds: ["none", ...reviewMarks],
  sort: "oldest",
  filters: { network_of: networkOf },
  item: {
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
    case_id: count.describe("Id of the listing"),
    marks: z.array(z.enum(reviewMarks)).describe("Why the listing should be read before it is approved"),
  },
  find: reviewCases,
  toItem(row, { actor, urls, site }) {
    const { slug, name, url, headline, summary, status, plan, similar, owner, draft } = row;
    return {
      ...{ slug, name, url, headline, summary, status, plan, similar },
      case_id: row.itemId,
      launch_week: row.launchWeek,
      state: row.state as (typeof openStates)[number],
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
      marks: row.kinds === "none" ? [] : (row.kinds.split(",") as ReviewMark[]),
    };
  },
});
