import { afterAll, expect, test } from "bun:test";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import { saveCompany } from "./save-company.ts";

const store = emptyStore();
afterAll(() => store.close());
const at = "2026-11-19T00:00:00.000Z";
await store.write(async (tx) => addListing(tx, await addSite(tx), "quill"));
const quill = { name: "quill", url: "https://quill.example" };
const save = (changes: object) => store.write((tx) => saveCompany(tx, { ...quill, ...changes }, at));
const row = (sql: string) => store.read.$client.query(sql).get() as Record<string, unknown>;
const listing = () => row("SELECT version, updated_at FROM listings");
const company = () => row("SELECT name, description, socials FROM companies");

test("equal facts: nothing is written", async () => {
  const before = listing();
  await save({ platforms: [], socials: {}, pricing: null });
  expect(listing()).toEqual(before);
});

test("missing facts keep their value, and the order of social profiles makes no difference", async () => {
  await save({ description: "Paper.", socials: { x: "https://x.com/q", github: "https://github.com/q" } });
  await save({ name: "Quill" });
  const before = listing();
  await save({ name: "Quill", socials: { github: "https://github.com/q", x: "https://x.com/q" } });
  expect(company()).toMatchObject({ name: "Quill", description: "Paper." });
  expect(listing()).toEqual(before);
});
