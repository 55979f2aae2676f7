import { expect, test } from "bun:test";
import { runOnNodes, testsOfOperations } from "./operations.ts";

/** A fixed half of those that `bun run test-nodes` runs: each change there is, and what owners, buyers and claimants ask. */
const half =
  /^(?:test\/calls\/one-entry|test\/rest\/callers|tools\/(?:account|claims|drafts|founders|launches|listings|moderation|orders|site|votes))/;

test("operations do on two nodes what they do on a file", async () => {
  const { failed, passed } = await runOnNodes(testsOfOperations().filter((file) => half.test(file)));
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(700);
}, 900_000);
