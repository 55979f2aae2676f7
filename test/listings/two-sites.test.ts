import { afterEach, beforeEach, expect, test } from "bun:test";
import { listedByKey } from "../../db/queries/listed.ts";
import { changeStatus, statusById } from "../../db/queries/listing-status.ts";
import { addOwner } from "../../db/queries/owners.ts";
import { allSites } from "../../db/queries/sites.ts";
import listEdits from "../../tools/owner/list-edits.ts";
import revertEdit from "../../tools/owner/revert-edit.ts";
import { keyFor } from "../support/account.ts";
import { ndjson, newAdmin, type TestAdmin } from "../support/admin.ts";
import { completeFields, draftFor } from "../support/draft.ts";
import { latestChangeId } from "../support/edits.ts";
import { startTestServer, type TestServer, testNow } from "../support/harness.ts";
import { teamCaller } from "../support/team.ts";

/** One product on two sites of a network, each reached by its host. */

const quill = {
  name: "Quill",
  url: "https://quill.example/",
  headline: "Write by hand, keep it for ever.",
  summary: "A notebook that reads handwriting.",
  platforms: ["Web"],
  categories: ["Invoicing"],
};
const later = new Date(testNow.getTime() + 60_000);
let admin: TestAdmin;
let server: TestServer;

beforeEach(async () => {
  admin = newAdmin();
  for (const site of ["first", "second"]) {
    await admin.run("site", "create", site, "--name", site, "--host", `${site}.localhost`);
  }
  await importOn("first");
  server = await startTestServer({ store: admin.openStore(), now: () => later });
});
afterEach(() => server.stop());

async function importOn(site: string, changes: object = {}): Promise<void> {
  const file = await admin.file(`${site}.ndjson`, ndjson([{ ...quill, ...changes }]));
  const { exitCode, err } = await admin.run("import", "listings", file, "--site", site);
  expect([exitCode, err]).toEqual([0, ""]);
}

const get = (site: string, path: string) => server.get(path, { headers: { host: `${site}.localhost` } });

/** What a visitor of a site sees of the product, and its version. */
async function seenOn(site: string) {
  const response = await get(site, "/listings/quill");
  const { id, name, pricing, updated_at } = (await response.json()) as any;
  const found = async (query: string) => ((await (await get(site, `/listings?q=${query}`)).json()) as any).items.length;
  const row = server.store.read.$client.query("SELECT version FROM listings WHERE id = ?").get(id) as any;
  return {
    ...{ name, pricing, updated_at, version: row.version as number },
    etag: response.headers.get("etag"),
    found: { old: await found("quill"), new: await found("plume") },
  };
}

/** The first site shows the new facts wherever it shows the product. */
function expectFresh(now: Awaited<ReturnType<typeof seenOn>>, before: typeof now): void {
  expect(now).toMatchObject({ name: "Plume", pricing: "paid", found: { old: 0, new: 1 } });
  expect(now.version).toBeGreaterThan(before.version);
  expect(now.updated_at).toBe(later.toISOString());
  expect(now.etag).not.toBe(before.etag);
}

test("importing it on one leaves nothing stale on the other", async () => {
  await importOn("second");
  const before = await seenOn("first");
  expect(before).toMatchObject({ name: "Quill", updated_at: testNow.toISOString(), found: { old: 1, new: 0 } });

  admin.setNow(later);
  await importOn("second", { name: "Plume", pricing: "paid" });
  expectFresh(await seenOn("first"), before);
  expect(await seenOn("second")).toMatchObject({ name: "Plume", found: { old: 0, new: 1 } });
});

test("submitting it on one leaves nothing stale on the other", async () => {
  const { store } = server;
  const { key, account } = await keyFor(store, { scopes: ["listings:write"] });
  const [first, second] = await allSites(store.read);
  const { companyId } = (await listedByKey(store.read, "quill.example", first!.id))!;
  await store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "admin" }, testNow));
  const before = await seenOn("first");

  await importOn("second", { name: "Ink", url: "https://ink.example/" });
  const fields = { ...completeFields, name: "Plume", pricing: "paid" };
  const draft = await draftFor(store, account.id, { siteId: second!.id, url: quill.url, fields });
  const submitted = await server.get(`/drafts/${draft.id}/submit`, {
    method: "POST",
    headers: { host: "second.localhost", authorization: `Bearer ${key}` },
  });
  expect(submitted.status).toBe(201);
  const { listing_id } = (await submitted.json()) as any;
  expectFresh(await seenOn("first"), before);

  // For the team of the first it is an edit like any other, and can be taken back.
  const [edit] = (await teamCaller(store, first!)(listEdits, {})).items;
  expect(edit).toMatchObject({ action: "submit_draft", by: { email: account.email } });
  expect(edit!.fields).toContainEqual({ field: "name", before: "Quill", after: "Plume" });
  const taken = { change_id: edit!.change_id, reason: "It has another name." };
  await teamCaller(store, first!)(revertEdit, taken);
  expect((await seenOn("first")).name).toBe("Quill");
  await teamCaller(store, first!)(revertEdit, { ...taken, change_id: latestChangeId(store) });

  await store.write(async (tx) => changeStatus(tx, (await statusById(tx, listing_id))!, "live", null, later));
  const { items } = (await (await get("second", "/listings?q=plume")).json()) as any;
  expect(items).toMatchObject([{ id: listing_id, name: "Plume", pricing: "paid" }]);
});
