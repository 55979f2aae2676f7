import { afterAll, expect, test } from "bun:test";
import { emptyStore } from "../../test/support/harness.ts";
import { addListing, addSite } from "../../test/support/records.ts";
import { saveCompany, VersionConflict } from "./save-company.ts";

const store = emptyStore();
afterAll(() => store.close());
const at = "2026-11-19T00:00:00.000Z";
const listingId = await store.write(async (tx) => addListing(tx, await addSite(tx), "quill"));
const quill = { name: "quill", url: "https://quill.example" };
const save = (changes: object, version?: number) =>
  store.write((tx) =>
    saveCompany(tx, { ...quill, ...changes }, at, version === undefined ? {} : { ifVersion: { listingId, version } }),
  );
const row = (sql: string) => store.read.$client.query(sql).get() as Record<string, unknown>;
const listing = () => row("SELECT version, updated_at FROM listings");
const company = () => row("SELECT name, description, socials FROM companies");

test("where nothing differs, nothing is written", async () => {
  const before = listing();
  await save({ platforms: [], socials: {}, pricing: null });
  expect(listing()).toEqual(before);
});

test("what is not given stays, and the order of profiles says nothing", async () => {
  await save({ description: "Paper.", socials: { x: "https://x.com/q", github: "https://github.com/q" } });
  await save({ name: "Quill" });
  const before = listing();
  await save({ name: "Quill", socials: { github: "https://github.com/q", x: "https://x.com/q" } });
  expect(company()).toMatchObject({ name: "Quill", description: "Paper." });
  expect(listing()).toEqual(before);
});

test("a version that is no longer the present one is refused, and nothing is written", async () => {
  const { version } = listing() as { version: number };
  await save({ name: "Plume" }, version);
  const conflict = await save({ name: "Ink" }, version).catch((error: unknown) => error);
  expect(conflict).toBeInstanceOf(VersionConflict);
  expect(conflict).toMatchObject({ present: version + 1 });
  expect(company().name).toBe("Plume");
});
