import * as z from "zod";
import { moveFollows } from "#db/queries/followers/follows.ts";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { changeStatus } from "#db/queries/listings/listing-status.ts";
import { lastPaidWeek, openOrderOf, redirectListing } from "#db/queries/listings/merge-listing.ts";
import { type JudgedListing, judgedListing } from "#db/queries/sites/team-lists.ts";
import { moveBallots } from "#db/queries/votes/ballots.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { invalid, notFound, Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs, slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOwners } from "../shared/notify-owners.ts";

/**
 * The merged listing is archived for good, and its company keeps its owners: they can read it, but they get no access
 * to the remaining listing. Closed weeks, orders and invoices keep its id, so they do not change.
 */
export default defineTeamTool({
  name: "merge_listings",
  command: {
    name: "listing merge <slug> <merged>",
    description: "Merge a listing into another one, which remains; this cannot be undone",
    site: "option",
    done: ({ slug, merged }) => `Merged the listing ${merged} into ${slug}.`,
  },
  description:
    "Merges a listing into another one. Its URLs then redirect, its followers and its votes of the open week move, and its owners can only read it. This cannot be undone.",
  rest: { method: "POST", path: "/team/listings/{slug}/merge" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
  input: z.strictObject({
    slug: slug.describe("slug of the listing that remains"),
    merged: slug.describe("slug of the listing that is merged into it"),
    reason: filled(paragraphs(2000)).describe("the reason (shown to the owners of the merged listing)"),
  }),
  output: z.strictObject({
    slug: z.string(),
    merged: z.string(),
    votes_moved: z.int().describe("Votes of the open week that now belong to the remaining listing"),
    votes_withdrawn: z.int().describe("Votes of accounts that have already voted for the remaining listing"),
    followers_moved: z.int(),
  }),
  async run(context, { slug, merged, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      if (slug === merged) invalid("merged", "same_listing", "must be another listing than slug");
      const to = await listingToMerge(tx, site.id, slug);
      const from = await listingToMerge(tx, site.id, merged);
      if (to.status !== "live")
        throw new Problem(
          "state_conflict",
          `${slug} has the status ${to.status}. The remaining listing must be live; publish or restore it first.`,
        );
      await requireMergeable(tx, from, weekOf(now));
      const subject = `${from.name} was merged into ${to.name}`;
      await notifyOwners(tx, context, from, {
        subject,
        paragraphs: [
          `The ${site.name} team has merged your listing ${from.name} (${merged}) into ${to.name} (${slug}), because both are about the same product.`,
          `Reason: ${reason}`,
          "Links to the merged listing now lead to the remaining one. You can still read the merged listing, but you can no longer edit it. To edit the remaining listing, claim it or ask the team for access.",
        ],
        closing: ["If you disagree, reply to this email. The team will read your reply."],
        isAnswerable: true,
      });
      const votes = await moveBallots(tx, from.id, to.id, weekOf(now));
      const followers = await moveFollows(tx, from.id, to.id);
      if (from.plan === "free" && from.launchedAt === null && from.status !== "live") await leaveFreeQueue(tx, from.id);
      if (from.status !== "archived") await changeStatus(tx, from, "archived", `Merged into ${slug}.`, now);
      await redirectListing(tx, from.id, to.id);
      const moved = { votes_moved: votes.moved, votes_withdrawn: votes.withdrawn, followers_moved: followers };
      record({
        subjects: [`listing:${from.id}`, `listing:${to.id}`],
        before: { status: from.status, plan: from.plan, launch_week: from.launchWeek },
        after: { status: "archived", merged_into: slug, reason, ...moved },
      });
      return { slug, merged, ...moved };
    };
  },
});

async function listingToMerge(tx: Tx, siteId: number, slug: string): Promise<JudgedListing> {
  const why = " Only two listings of the same site can be merged.";
  const listing = (await judgedListing(tx, siteId, slug)) ?? notFound("listing", slug, [], why);
  if (listing.mergedInto !== null)
    throw new Problem(
      "state_conflict",
      `${slug} is already merged into ${listing.mergedInto}. Use ${listing.mergedInto} instead.`,
    );
  return listing;
}

async function requireMergeable(tx: Tx, { id, slug, status }: JudgedListing, week: string): Promise<void> {
  if (status === "suspended")
    throw new Problem("state_conflict", `${slug} is suspended. Restore it before you merge it.`);
  const order = await openOrderOf(tx, id);
  if (order)
    throw new Problem(
      "state_conflict",
      `${slug} has the open order ${order.number}. Wait until it is paid or has expired, or cancel it first.`,
    );
  const paid = await lastPaidWeek(tx, id, week);
  if (paid !== null)
    throw new Problem(
      "state_conflict",
      `${slug} has paid for a launch or the billboard in ${paid}. Refund it first, or merge the listing after that week.`,
    );
}
