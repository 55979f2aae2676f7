import { expect, test } from "bun:test";
import { callTool } from "#tools/core/calls/call.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import { contextFor } from "../support/server/call.ts";
import { demoFounder } from "../support/server/demo.ts";
import { demoStore } from "../support/server/harness.ts";

// The actual test is that this compiles.
test("call of a known tool: the output is typed without a cast", async () => {
  const store = await demoStore();
  const { site } = await demoFounder(store);
  const context = contextFor(store, { kind: "anonymous" }, site);
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;

  const { output: launches } = await callTool(listLaunches, context, () => ({}), policy);
  const [first] = launches.sections.flatMap(({ items }) => items);
  const slug: string = first!.slug;
  const { output: listing } = await callTool(getListing, context, () => ({ slug }), policy);
  const votes: number = listing.votes;
  expect(votes).toBe(first!.votes);
  // @ts-expect-error: a field that the output does not have
  expect(listing.vote_count).toBeUndefined();
  await store.close();
});
