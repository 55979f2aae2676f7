import { expect, test } from "bun:test";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { addPublishedPosts, feedAfter, feedHead, newEpoch } from "./feed.ts";

const now = testNow.toISOString();

test("a record has one entry, with a later seq after each change, even after a deletion", async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const siteId = await addSite(tx);
    const entries = () => feedAfter(tx, siteId, now, 0, 10);
    const id = await addListing(tx, siteId, "kelp");
    await addListing(tx, siteId, "draft", { status: "draft" });
    const [first, ...others] = await entries();
    expect([first!.kind, first!.recordId, first!.slug, others]).toEqual(["listing", id, "kelp", []]);
    await tx.$client.run("INSERT INTO listing_tags (listing_id, tag) VALUES (?, 'sea')", [id]);
    const [second, ...more] = await entries();
    expect(more).toEqual([]);
    expect(second!.seq).toBeGreaterThan(first!.seq);
    await tx.$client.run("DELETE FROM listings WHERE id = ?", [id]);
    const [gone] = await entries();
    expect([gone!.seq > second!.seq, gone!.slug]).toEqual([true, null]);
    expect((await feedHead(tx))!.seq).toBe(gone!.seq);
  });
  await store.close();
});

test("a post gets a new entry when its date has come", async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const siteId = await addSite(tx);
    const tomorrow = new Date(testNow.getTime() + 86_400_000);
    await tx.$client.run("UPDATE feed_state SET posts_until = ?", [now]);
    await tx.$client.run(
      `INSERT INTO posts (site_id, slug, title, excerpt, body_markdown, author, search_text, published_at, updated_at)
      VALUES (?, 'p', 'P', '', '', '', '', ?, ?)`,
      [siteId, tomorrow.toISOString(), now],
    );
    const [waiting] = await feedAfter(tx, siteId, now, 0, 10);
    expect(waiting!.slug).toBeNull();
    expect(await addPublishedPosts(tx, testNow)).toEqual([]);
    expect(await addPublishedPosts(tx, tomorrow)).toEqual([waiting!.recordId]);
    const [published] = await feedAfter(tx, siteId, tomorrow.toISOString(), 0, 10);
    expect([published!.slug, published!.seq > waiting!.seq]).toEqual(["p", true]);
    expect(await addPublishedPosts(tx, tomorrow)).toEqual([]);
  });
  await store.close();
});

test("a new epoch differs from the former one and keeps the seq", async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const before = (await feedHead(tx))!;
    const epoch = await newEpoch(tx);
    expect(epoch).not.toBe(before.epoch);
    expect(await feedHead(tx)).toEqual({ epoch, seq: before.seq });
  });
  await store.close();
});
