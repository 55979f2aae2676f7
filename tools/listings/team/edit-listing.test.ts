import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { operationCaller } from "#test/support/clients/operation-caller.ts";
import type { teamCaller } from "#test/support/clients/team.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import assignOwner from "../../claims/assign-owner.ts";
import createListing from "./create-listing.ts";
import editListing from "./edit-listing.ts";
import showListing from "./show-listing.ts";

let server: TestServer;
const by = { accountId: 0, role: "editor" } as const;
let site: SiteRow;
const call: ReturnType<typeof teamCaller> = (operation, input) => operationCaller(server)(by, site, operation, input);
beforeEach(async () => {
  server = await startTestServer();
  site = (await allSites(server.store.read))[0]!;
});
afterEach(() => server.stop());

const latestMail = async (email: string) =>
  (await server.mails()).find(({ recipient }) => recipient === email)!.textBody;
const listing = async (slug: string) => (await server.call("get_listing", { slug })).body;
const texts = {
  name: "Quay Planner",
  headline: "Plans for small quays",
  summary: "Plans the berths and the visitors of small quays.",
};
const create = (url: string, more: object = {}) => call(createListing, { url, fields: { ...texts, ...more } });

describe("create_listing", () => {
  test("goes live, is found, and its name gives the slug", async () => {
    expect(await create("quay-planner.example", { categories: ["media"], platforms: ["Web"] })).toEqual({
      slug: "quay-planner",
    });
    expect(await listing("quay-planner")).toMatchObject({ ...texts, url: "https://quay-planner.example/" });
    expect((await server.call("search_listings", { q: "quay planner" })).body.items[0].slug).toBe("quay-planner");
    expect((await create("https://another-planner.example")).slug).toBe("quay-planner-2");
  });

  test("refused: a URL that is listed, private or no URL, short texts, unknown categories", async () => {
    const { url } = await listing("tidepad");
    expect(create(`${url}?utm_source=x`)).rejects.toThrow("The listing tidepad on");
    for (const bad of ["javascript:alert(1)", "http://10.0.0.1/", "tidepad"])
      expect(create(bad)).rejects.toMatchObject({ code: "validation_failed" });
    expect(create("https://b.example", { summary: "Short." })).rejects.toThrow("at least 40 characters");
    expect(create("https://b.example", { categories: ["nothing"] })).rejects.toThrow(
      "not one of this site's categories",
    );
  });
});

describe("edit_listing", () => {
  test("without an owner: changes facts, name and URL, and keeps slug and votes", async () => {
    const { slug } = await create("https://quay-planner.example");
    const before = await listing(slug);
    const changed = { name: "Berth Planner", pricing: "paid" as const, faqs: [{ question: "Free?", answer: "No." }] };
    const { changes, version } = await call(editListing, { slug, url: "https://berths.example/app", fields: changed });
    expect(version).toBe(2);
    expect(changes).toEqual([
      { field: "url", before: "https://quay-planner.example/", after: "https://berths.example/app" },
      { field: "name", before: "Quay Planner", after: "Berth Planner" },
      { field: "pricing", before: "", after: "paid" },
      { field: "faqs", before: "", after: "Free?\nNo." },
    ]);
    const after = await listing(slug);
    expect(after).toMatchObject({ ...changed, url: "https://berths.example/app", slug, id: before.id });
    expect((await create("https://quay-planner.example")).slug).toBe("quay-planner-2");
    expect(create("https://berths.example/app/")).rejects.toThrow(`The listing ${slug} on`);
    const [entry] = await changesOf(server.store.read, `listing:${before.id}`, 1);
    expect(entry).toMatchObject({
      action: "edit_listing",
      before: { url: "https://quay-planner.example/", name: "Quay Planner" },
      after: { url: "https://berths.example/app", name: "Berth Planner" },
    });
  });

  test("only a URL, and the same values again", async () => {
    const { slug } = await create("https://quay-planner.example");
    expect(await call(editListing, { slug, url: "http://quay-planner.example/x" })).toMatchObject({
      changes: [{ field: "url" }],
    });
    expect((await listing(slug)).url).toBe("http://quay-planner.example/x");
    const same = { slug, url: "http://quay-planner.example/x", fields: { name: texts.name } };
    expect((await call(editListing, same)).changes).toEqual([]);
    expect(call(editListing, { slug })).rejects.toThrow("at least one field");
    expect(call(editListing, { slug: "no-such", fields: { name: "Xylo" } })).rejects.toThrow("no-such");
  });

  test("a landing URL must be on the product's domain, which may change in the same call", async () => {
    const [old, landing] = ["https://quay-planner.example", "https://start.berths.example/?utm_source=slipway"];
    expect(create(old, { landing_url: landing })).rejects.toThrow("must be an https URL on quay-planner.example");
    const { slug } = await create(old, { landing_url: "start.quay-planner.example" });
    const fields = { landing_url: landing };
    expect(call(editListing, { slug, fields })).rejects.toThrow("must be an https URL on quay-planner.example");
    const { changes } = await call(editListing, { slug, url: "https://berths.example/", fields });
    expect(changes[1]).toEqual({ field: "landing_url", before: "https://start.quay-planner.example/", after: landing });
  });

  test("if_version: 409 with what changed since; a dry run shows the differences and changes nothing", async () => {
    const { slug } = await create("https://quay-planner.example");
    const { key, account } = await keyFor(server.store, { email: "ed@example.test", scopes: ["team:content"] });
    await server.store.write((tx) => updateAccount(tx, account.id, { role: "editor" }, testNow));
    const send = async (input: object, query = "") => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const url = `${server.url}/api/v1/team/listings/${slug}${query}`;
      const response = await fetch(url, { method: "PATCH", headers, body: JSON.stringify(input) });
      return { status: response.status, body: (await response.json()) as any };
    };
    const [renamed, read] = [{ fields: { name: "Berths" }, if_version: 1 }, () => call(showListing, { slug })];
    const { body } = await send(renamed, "?dry_run=true");
    expect(body).toMatchObject({
      changes: [{ field: "name", before: "Quay Planner", after: "Berths" }],
      dry_run: true,
    });
    expect(await read()).toMatchObject({ version: 1, name: "Quay Planner" });
    expect((await send(renamed)).status).toBe(200);
    expect(await read()).toMatchObject({ version: 2, name: "Berths" });
    const late = await send({ fields: { pricing: "paid" }, if_version: 1 });
    expect([late.status, late.body.code]).toEqual([409, "version_conflict"]);
    expect(late.body.detail).toBe("The listing is at version 2, not 1. Fields changed since version 1: name.");
    expect(late.body.next_actions[0]).toMatchObject({ tool: "show_listing", arguments: { slug } });
  });

  test("refused: the URL of another listing", async () => {
    const { slug } = await create("https://quay-planner.example");
    const { url } = await listing("tidepad");
    expect(call(editListing, { slug, url })).rejects.toThrow("The listing tidepad on");
    expect((await listing(slug)).url).toBe("https://quay-planner.example/");
  });

  test("with an owner: only name and URL, with a reason that the owner gets", async () => {
    const { account } = await keyFor(server.store);
    const { slug } = await ownedProduct(server.store, account.id);
    expect(
      call(editListing, { slug, fields: { headline: "Ours is the best of all" }, reason: "Why." }),
    ).rejects.toThrow("has an owner");
    expect(call(editListing, { slug, fields: { name: "Kelp" } })).rejects.toThrow("owners of this listing");
    await call(editListing, { slug, fields: { name: "Kelp" }, reason: "It is its <b>name</b>." });
    expect((await listing(slug)).name).toBe("Kelp");
    expect(await latestMail(account.email)).toContain("Reason: It is its <b>name</b>.");
  });
});

test("show_listing: the owners with their roles; only admins see emails", async () => {
  const { account } = await keyFor(server.store);
  const { slug, companyId } = await ownedProduct(server.store, account.id);
  const owner = { account_id: account.id, name: account.name, email: null, role: "owner" as const };
  expect((await call(showListing, { slug })).owners).toEqual([owner]);
  const demote = "UPDATE company_owners SET read_only_since = '2026-11-01T00:00:00.000Z' WHERE company_id = ?";
  await server.store.write(async (tx) => void tx.$client.run(demote, [companyId]));
  const asAdmin = operationCaller(server)({ accountId: 0, role: "admin" }, site, showListing, { slug });
  expect((await asAdmin).owners).toEqual([{ ...owner, email: account.email, role: "reader" }]);
});

describe("assign_owner", () => {
  const owners = async (slug: string) => {
    const { body } = await server.call("get_listing", { slug });
    const [row] = server.store.read.$client
      .query<{ id: number }, [number]>("SELECT company_id AS id FROM listings WHERE id = ?")
      .all(body.id);
    return (await ownersWithAccess(server.store.read, row!.id)).map(({ accountId, readOnlySince }) => [
      accountId,
      readOnlySince,
    ]);
  };

  test("by email and by ID; again, to a suspended or unknown account: refused", async () => {
    const { account } = await keyFor(server.store);
    const { slug } = await create("https://quay-planner.example");
    await call(assignOwner, { slug, email: account.email.toUpperCase(), reason: "They asked." });
    expect(await owners(slug)).toEqual([[account.id, null]]);
    expect(await latestMail(account.email)).toContain("Reason: They asked.");
    expect(call(assignOwner, { slug, account_id: account.id, reason: "Again." })).rejects.toThrow("can already edit");
    expect(call(assignOwner, { slug, account_id: 999_999, reason: "?" })).rejects.toThrow("999999");
    expect(call(assignOwner, { slug, reason: "?" })).rejects.toThrow("is missing");
  });

  test("transfer: everyone else loses access and gets the reason", async () => {
    const { account: first } = await keyFor(server.store, { email: "first@example.test" });
    const { account: second } = await keyFor(server.store, { email: "second@example.test" });
    const { slug } = await ownedProduct(server.store, first.id);
    const moved = { slug, account_id: second.id, transfer: true, reason: "They sold it." };
    expect((await call(assignOwner, moved)).removed).toEqual([first.id]);
    expect(await owners(slug)).toEqual([[second.id, null]]);
    expect(await latestMail(first.email)).toContain("Reason: They sold it.");
    expect(call(assignOwner, moved)).rejects.toThrow("nothing changes");
  });
});
