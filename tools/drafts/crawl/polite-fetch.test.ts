import { expect, test } from "bun:test";
import type { Outbound } from "../../core/ports/outbound.ts";
import { PoliteFetch } from "./polite-fetch.ts";

/** An outbound client that answers after some time and records when requests start. */
function outside(answerMs: number) {
  const starts: number[] = [];
  let running = 0;
  const seen = { most: 0, starts };
  const outbound: Outbound = {
    async fetch(url, options) {
      starts.push(performance.now());
      seen.most = Math.max(seen.most, ++running);
      await Bun.sleep(answerMs);
      running--;
      options?.signal?.throwIfAborted();
      return { status: 200, headers: new Headers(), url, bytes: new Uint8Array(), isTruncated: false, redirects: [] };
    },
    vet: (url) => new URL(url),
  };
  return { outbound, seen };
}

/** Requests that started before a pause after each earlier one. A busy machine only records starts later. */
const early = (starts: number[], begin: number, pauseMs: number) =>
  starts.filter((start, n) => start - begin < n * pauseMs - 5);
const { signal } = new AbortController();

test("one host: at most two concurrent requests with a pause; hosts are independent", async () => {
  const { outbound, seen } = outside(150);
  const polite = new PoliteFetch(outbound, { signal, pauseMs: 60 });
  const begin = performance.now();
  await Promise.all(Array.from({ length: 6 }, (_, n) => polite.fetch(`https://a.example/${n}`)));
  expect(seen.most).toBe(2);
  expect(early(seen.starts, begin, 60)).toEqual([]);
  seen.most = 0;
  await Promise.all(["a", "b", "c", "d"].map((host) => polite.fetch(`https://${host}.example/`)));
  expect(seen.most).toBeGreaterThan(2);
});

test("host with a crawl delay: one request at a time", async () => {
  const { outbound, seen } = outside(30);
  const polite = new PoliteFetch(outbound, { signal, pauseMs: 5 });
  polite.slowDown("https://a.example/robots.txt", 60);
  const begin = performance.now();
  await Promise.all(Array.from({ length: 4 }, (_, n) => polite.fetch(`https://a.example/${n}`)));
  expect(seen.most).toBe(1);
  expect(early(seen.starts, begin, 60)).toEqual([]);
});

test("abort while waiting: rejects with the signal's reason", async () => {
  const { outbound, seen } = outside(50);
  const controller = new AbortController();
  const polite = new PoliteFetch(outbound, { signal: controller.signal, pauseMs: 1000 });
  const all = Promise.allSettled(Array.from({ length: 4 }, (_, n) => polite.fetch(`https://a.example/${n}`)));
  setTimeout(() => controller.abort(new Error("enough")), 20);
  const reasons = (await all).map((one) => (one.status === "rejected" ? one.reason.message : "answered"));
  expect(reasons).toEqual(["enough", "enough", "enough", "enough"]);
  expect(seen.starts).toHaveLength(1);
});
