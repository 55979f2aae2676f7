import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { boards } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { resultJson, resultOf } from "#tools/core/mcp/server.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { jsonOf } from "#tools/core/operations/serialized-output.ts";
import { tools } from "#tools/registry.ts";
import { contextFor } from "../support/server/call.ts";
import { demoFounder, type Founder } from "../support/server/demo.ts";
import { demoStore } from "../support/server/harness.ts";
import { callOperation, writing } from "./call-operation.ts";
import { internalInputs } from "./internal-inputs.ts";

// After every kind of write, a stored response must equal the response of a new run, byte for byte.

const inputsOf: Record<string, () => Record<string, unknown>[]> = {
  get_listing: () => [...new Set([...listed, ...liveSlugs()])].map((slug) => ({ slug })),
  get_leaderboard: () => boards.map((board) => ({ board, period: "current", page: 1, per_page: 20 })),
  search_listings: () => [{ sort: "newest", facets: true, page: 1, per_page: 100 }],
};
const stored = tools.filter((tool) => tool.effect === "read" && tool.isStored);

let store: Store;
let founder: Founder;
/** The listings that are live before the write. */
let listed: string[];
beforeEach(async () => {
  store = await demoStore();
  founder = await demoFounder(store);
  listed = liveSlugs();
});
afterEach(() => store.close());

const liveSlugs = () =>
  store.read.$client
    .query<{ slug: string }, [number]>("SELECT slug FROM listings WHERE site_id = ? AND status = 'live'")
    .all(founder.site.id)
    .map(({ slug }) => slug);

const cited = { base: "https://slipway.example", name: "Slipway" };
const context = () => contextFor(store, { kind: "anonymous" }, founder.site);

async function called(tool: AnyTool, input: Record<string, unknown>) {
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  const { output } = await callTool(tool, context(), () => input, policy);
  return [jsonOf(output), resultJson(tool, { output }, null, cited)];
}

async function run(tool: AnyTool, input: Record<string, unknown>) {
  if (tool.effect !== "read") throw new Error(`${tool.name} is not stored`);
  const output = await tool.run(context(), input);
  return [JSON.stringify(output), JSON.stringify(resultOf(tool, { output }, null, cited))];
}

const codeOf = (error: unknown) => {
  if (error instanceof Problem) return [error.code];
  throw error;
};

/** The responses of all stored tools, by the tool's name and its input. */
async function responses(how: typeof called): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const tool of stored)
    for (const input of inputsOf[tool.name]!())
      found.set(`${tool.name} ${JSON.stringify(input)}`, await how(tool, input).catch(codeOf));
  return found;
}

test("inputs exist for exactly the tools whose responses are stored", () => {
  expect(stored.map(({ name }) => name).sort()).toEqual(Object.keys(inputsOf).sort());
});

// The kinds of write that these responses show. For example, the billing address is in none of them.
const changesCards = [
  ...[
    "add_milestone",
    "apply_proof_result",
    "cast_vote",
    "confirm_claim",
    "count_waiting_votes",
    "delete_account",
    "delete_own_account",
  ],
  ...["delete_category", "delete_listing", "delete_milestone", "exclude_vote", "import_ratings", "include_vote"],
  ...["play_payment", "post_listing_update", "receive_payment_news", "renew_claim", "restore_listing", "revert_edit"],
  ...["set_founder_story", "set_listing_logo", "settle_payment", "suspend_listing", "take_vote_back"],
  ...["update_category", "update_my_listing"],
];
const changesProfiles = [
  ...["choose_appearance", "decide_answer", "delete_founder", "import_listings", "save_founder_profile"],
  ...["suspend_account", "add_picture"],
];

function changedBy(operation: string): string[] {
  if (changesCards.includes(operation)) return ["get_leaderboard", "get_listing", "search_listings"];
  if (operation === "archive_listing") return ["search_listings"];
  if (operation === "upload_logo") return ["get_listing", "search_listings"];
  return changesProfiles.includes(operation) ? ["get_listing"] : [];
}

describe("every write shows at once", () => {
  for (const operation of writing)
    for (const example of (operation as Partial<AnyTool>).examples ?? [null])
      test(`${operation.name} ${example ? JSON.stringify(example) : ""}`, async () => {
        const input = example ?? (await internalInputs[operation.name]?.({ store, founder })) ?? {};
        // The second call stores the response, and the third call gets it.
        for (let i = 0; i < 2; i++) await responses(called);
        const before = await responses(called);
        expect(before).toEqual(await responses(run));
        await callOperation({ store, founder }, operation, input);
        const after = await responses(called);
        expect(after).toEqual(await responses(run));
        const changed = [...after].filter(([call, response]) => !Bun.deepEquals(response, before.get(call)));
        expect([...new Set(changed.map(([call]) => call.split(" ")[0]!))].sort()).toEqual(changedBy(operation.name));
      }, 60_000);
});
