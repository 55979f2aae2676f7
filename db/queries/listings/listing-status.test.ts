import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { demoStore, testNow } from "#test/support/server/harness.ts";
import { type ListingStatus, listingStatuses } from "../../schema/vocabulary.ts";
import type { Store } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import { searchListings } from "../search/search.ts";
import { siteByHost } from "../sites/sites.ts";
import { canTransition, changeStatus, statusBySlug, statusTransitions } from "./listing-status.ts";

describe("allowed changes of status", () => {
  test("every status can be reached from draft and left again", () => {
    const reached = new Set<ListingStatus>(["draft"]);
    for (const status of reached) for (const next of statusTransitions[status]) reached.add(next);
    expect([...reached].sort()).toEqual([...listingStatuses].sort());
    for (const status of listingStatuses) expect(statusTransitions[status].length).toBeGreaterThan(0);
  });

  test("no status changes to itself", () => {
    for (const status of listingStatuses) expect(canTransition(status, status)).toBe(false);
  });

  test("only a live or waiting listing can be suspended; a suspended one returns to its former status or becomes a draft", () => {
    expect(listingStatuses.filter((status) => canTransition(status, "suspended"))).toEqual([
      "awaiting_badge",
      "scheduled",
      "live",
    ]);
    expect(listingStatuses.filter((status) => canTransition("suspended", status))).toEqual([
      "draft",
      "awaiting_badge",
      "scheduled",
      "live",
    ]);
  });

  test("a rejected listing goes live only through draft", () => {
    expect(canTransition("rejected", "live")).toBe(false);
    expect(canTransition("rejected", "draft")).toBe(true);
  });

  test("every status that can be archived can be restored; suspended cannot be archived", () => {
    const archivable = listingStatuses.filter((status) => canTransition(status, "archived"));
    expect(archivable).toEqual(listingStatuses.filter((status) => canTransition("archived", status)));
    expect(listingStatuses.filter((status) => !archivable.includes(status))).toEqual(["suspended", "archived"]);
  });
});

describe("changeStatus", () => {
  let store: Store;
  let siteId: number;
  beforeAll(async () => {
    store = await demoStore();
    siteId = (await siteByHost(store.read, ""))!.id;
  });
  afterAll(() => store.close());

  const found = async (name: string) =>
    (await searchListings(store.read, { siteId, q: name, sort: "relevance", limit: 5, offset: 0, now: testNow })).ids;
  const move = (slug: string, to: ListingStatus, message: string | null) =>
    store.write(async (tx) => changeStatus(tx, (await statusBySlug(tx, siteId, slug))!, to, message, testNow));

  test("suspension: the listing leaves the search and returns when it is restored", async () => {
    const { id } = (await statusBySlug(store.read, siteId, "tallyglass"))!;
    expect(await found("tallyglass")).toContain(id);
    await move("tallyglass", "suspended", "The address is for sale.");
    expect(await found("tallyglass")).not.toContain(id);
    await move("tallyglass", "live", null);
    expect(await found("tallyglass")).toContain(id);
  });

  test("suspension in the running week: the listings below move up", async () => {
    const week = weekOf(testNow);
    const ranked = () =>
      store.read.$client
        .query<[string, number], [number, string]>(
          "SELECT slug, week_rank FROM listings WHERE site_id = ? AND launch_week = ? AND status = 'live' AND week_rank IS NOT NULL ORDER BY week_rank",
        )
        .values(siteId, week);
    const [[first], [second]] = ranked() as [[string, number], [string, number]];
    await move(first, "suspended", "Spam.");
    expect(ranked()[0]).toEqual([second, 1]);
    await move(first, "live", null);
    expect(ranked()[0]).toEqual([first, 1]);
  });

  test("change of status that is not allowed: throws, nothing changes", async () => {
    await expect(move("tallyglass", "scheduled", null)).rejects.toThrow(
      "tallyglass is live and cannot become scheduled",
    );
    expect((await statusBySlug(store.read, siteId, "tallyglass"))!.status).toBe("live");
  });
});
