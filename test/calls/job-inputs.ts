import type { Draft } from "../../db/queries/drafts.ts";
import { draftFor } from "../support/draft.ts";
import { testNow } from "../support/harness.ts";
import type { Inputs, World } from "./input.ts";

const draft = async ({ store, founder }: World, changes: Partial<Draft>) =>
  (await draftFor(store, founder.accountId, changes)).id;

const past = new Date(testNow.getTime() - 60 * 86_400_000).toISOString();
const url = "https://harbour-ledger.example/";

export const jobInputs: Inputs = {
  close_week: async () => ({ week: "2026-W47" }),
  close_month: async () => ({ month: "2026-11" }),
  finish_crawl: async (world) => ({
    id: await draft(world, { status: "crawling" }),
    url,
    warnings: [],
    logo: null,
  }),
  finish_draft: async (world) => ({
    id: await draft(world, { status: "drafting" }),
    fields: { name: "Harbour Ledger" },
    evidence: {},
    warnings: [{ code: "no_pricing", message: "No price was found." }],
    written_by: "extractive",
  }),
  fail_draft: async (world) => ({
    id: await draft(world, { status: "crawling" }),
    code: "timeout",
    message: "It was too slow.",
  }),
  settle_draft_logo: async (world) => ({ id: await draft(world, {}), outcome: { failure: "It is no image." } }),
  expire_drafts: async (world) => {
    await draft(world, { expiresAt: past });
    return {};
  },
  empty_drafts: async (world) => {
    await draft(world, { status: "expired", expiresAt: past });
    return {};
  },
};
