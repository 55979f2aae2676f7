import { expect, test } from "bun:test";
import fc from "fast-check";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { canTransition } from "#db/queries/listings/listing-status.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import archiveListing from "#tools/listings/owner/archive-listing.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import rejectListing from "#tools/moderation/decisions/reject-listing.ts";
import restoreListing from "#tools/moderation/decisions/restore-listing.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import { isNightly } from "../support/server/nightly.ts";
import { startLaunches } from "./launch-directory.ts";
import { byWeek } from "./launch-model.ts";

/** Whatever three owners, their websites, the team and the calendar do, the launches of two sites are the model's. */

const someRules = fc.record({
  placesPerWeek: fc.constantFrom(1, 2),
  firstWeekOffset: fc.constant(1),
  weeksAhead: fc.constant(2),
});
const listing = fc.nat({ max: 5 });
const owner = fc.nat({ max: 2 });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind("choose"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("all choose") }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("show"), listing, isShown: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("profile"), owner, isComplete: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("suspend"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("reject"), listing }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("restore"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("archive"), listing }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("bring back"), listing }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("edit"), listing, isContested: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("days"), days: fc.constantFrom(1, 2, 7, 16) }) },
);
type Directory = Awaited<ReturnType<typeof startLaunches>>;

test("weeks stay within their places, live listings meet all conditions, statuses and edits follow the rules", async () => {
  await fc.assert(
    fc.asyncProperty(someRules, fc.array(step, { minLength: 6, maxLength: 24 }), async (rules, steps) => {
      const directory = await startLaunches(rules);
      const headlines = new Map<number, string>();
      try {
        for (const one of steps) {
          await take(directory, one, headlines);
          await compare(directory, headlines);
        }
        await requireAllowedMoves(directory);
      } finally {
        await directory.stop();
      }
    }),
    { numRuns: isNightly ? 12 : 6 },
  );
}, 300_000);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(directory: Directory, one: Step, headlines: Map<number, string>): Promise<void> {
  const { model, server } = directory;
  if (one.kind === "days") {
    for (let day = 0; day < one.days; day++) await directory.passDay();
  } else if (one.kind === "profile") {
    const who = directory.owners[one.owner]!;
    await directory.saveProfile(who, one.isComplete);
    model.setProfile(who.name, one.isComplete, directory.now);
  } else if (one.kind === "all choose") {
    await allChoose(directory);
  } else {
    const target = model.listings[one.listing]!;
    const { slug } = directory.productOf(target);
    const listing_id = target.id;
    if (one.kind === "show") target.isShown = one.isShown;
    if (one.kind === "choose") {
      const isAllowed = model.canChoose(target) || model.isWaiting(target);
      const { status } = await directory.asOwner(target).over("MCP", "choose_free_listing", { listing_id });
      expect(status).toBe(isAllowed ? 200 : 409);
      await server.drainJobs();
      if (model.isWaiting(target)) model.lookAgain(target, directory.now);
      else if (isAllowed) model.choose(target, directory.now);
    }
    if (one.kind === "suspend" && target.status === "live") {
      await directory.asTeam(target)(suspendListing, { slug, ground: "not_as_said", reason: "Not what it says." });
      model.move(target, "suspended");
    }
    if (one.kind === "reject" && ["draft", "awaiting_badge", "scheduled"].includes(target.status)) {
      await directory.asTeam(target)(rejectListing, { slug, ground: "not_as_said", reason: "Not what it says." });
      model.reject(target);
    }
    if (one.kind === "restore" && ["suspended", "rejected"].includes(target.status)) {
      await directory.asTeam(target)(restoreListing, { slug });
      model.restore(target);
    }
    if (one.kind === "archive" && !["archived", "suspended"].includes(target.status)) {
      await directory.asPerson(target)(archiveListing, { listing_id });
      model.archive(target);
    }
    if (one.kind === "bring back" && target.status === "archived") {
      await directory.asPerson(target)(unarchiveListing, { listing_id });
      await server.drainJobs();
      model.bringBack(target, directory.now);
    }
    if (one.kind === "edit" && target.status !== "archived") await edit(directory, listing_id, one, headlines);
  }
}

/** Every listing that may choose does so at the same moment; who gets which place is theirs to win. */
async function allChoose({ model, server, asOwner, now }: Directory): Promise<void> {
  const choosing = model.listings.filter(model.canChoose);
  const answers = await Promise.all(
    choosing.map((one) => asOwner(one).over("REST", "choose_free_listing", { listing_id: one.id })),
  );
  expect(answers.map(({ status }) => status)).toEqual(choosing.map(() => 200));
  await server.drainJobs();
  const won = new Map(choosing.map((one, i) => [one, answers[i]!.body.launch_week as string | null]));
  // A launched one keeps its week, so the order among those is nobody's.
  const order = [...choosing].sort((a, b) => byWeek(won.get(a)!, won.get(b)!) || a.id - b.id);
  for (const one of order) model.choose(one, now);
}

/** An edit by the owner; a contested one meets another that has read the same version. */
async function edit(
  { asOwner, model }: Directory,
  listing_id: number,
  { isContested }: { isContested: boolean },
  headlines: Map<number, string>,
): Promise<void> {
  const as = asOwner(model.listings.find(({ id }) => id === listing_id)!);
  const { version } = (await as.over("REST", "get_my_listing", { listing_id })).body;
  const texts = [`Edit of version ${version}, the first`, `Edit of version ${version}, the second`];
  const sent = isContested ? texts : texts.slice(0, 1);
  const answers = await Promise.all(
    sent.map((headline) =>
      as.over("REST", "update_my_listing", { listing_id, fields: { headline }, if_version: version }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(isContested ? [200, 409] : [200]);
  headlines.set(listing_id, sent[answers.findIndex(({ status }) => status === 200)]!);
}

/** What each owner is told of each listing is what the model says of it. */
async function compare({ model, asOwner, server, siteOf }: Directory, headlines: Map<number, string>): Promise<void> {
  const seen = new Map<number, any>();
  for (const one of model.listings)
    seen.set(one.id, (await asOwner(one).over("REST", "get_my_listing", { listing_id: one.id })).body);
  // Listings that become complete at the same moment take the places before incomplete ones in either order.
  for (const site of new Set(model.listings.map((one) => one.site))) {
    const waiting = model.queue(site);
    const given = waiting.map(({ id }) => seen.get(id).launch_week);
    expect(given.toSorted(byWeek)).toEqual(waiting.map(({ week }) => week));
    for (const [i, one] of waiting.entries()) one.week = given[i];
  }
  for (const one of model.listings) {
    const body = seen.get(one.id);
    const place = model.queue(one.site).indexOf(one) + 1;
    expect([one.id, body.status, body.launch_week, body.queue?.position ?? 0]).toEqual([
      one.id,
      one.status,
      one.week,
      place,
    ]);
    if (headlines.has(one.id)) expect(body.headline).toBe(headlines.get(one.id));
    const isPublic = server.get(`/listings/${body.slug}`, { headers: { host: siteOf(one).host ?? "localhost" } });
    expect([one.id, (await isPublic).status]).toEqual([one.id, one.status === "live" ? 200 : 404]);
    if (one.week !== null) expect(model.taken(one.site, one.week)).toBeLessThanOrEqual(model.rules.placesPerWeek);
  }
}

/** Every change of a status that the log knows is one of the table. */
async function requireAllowedMoves({ model, server }: Directory): Promise<void> {
  for (const { id } of model.listings)
    for (const { before, after } of await changesOf(server.store.read, `listing:${id}`, 200)) {
      const [from, to] = [before.status, after.status] as (ListingStatus | undefined)[];
      if (from !== undefined && to !== undefined && from !== to)
        expect([from, to, canTransition(from, to)]).toEqual([from, to, true]);
    }
}
