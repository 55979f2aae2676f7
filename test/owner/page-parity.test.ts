import { afterAll, beforeAll, expect, test } from "bun:test";
import { pageForm } from "../support/clients/page-form.ts";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

/** What a person's form leaves in the database is what the API leaves there: each is done to a listing of its own. */

let server: TestServer;
let browser: Visitor;
let key: string;
let accountId: number;
beforeAll(async () => {
  server = await startTestServer();
  const email = "parity@example.test";
  browser = await signUpAs(server, email);
  const made = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  key = made.key;
  accountId = made.account.id;
});
afterAll(() => server.stop());

const all = (sql: string, ...values: number[]) =>
  server.store.read.$client.query<Record<string, unknown>, number[]>(sql).all(...values);

/** All rows that hang on a listing, without what differs between any two: ids, slug, address. */
function rowsOf(id: number, companyId: number) {
  const without = (rows: Record<string, unknown>[], ...names: string[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))));
  return {
    listing: without(
      all("SELECT * FROM listings WHERE id = ?", id),
      "id",
      "slug",
      "company_id",
      "search_key",
      "queued_domain",
    ),
    others: without(
      all("SELECT * FROM listings WHERE company_id = ? AND id <> ?", companyId, id),
      ...["id", "slug", "company_id", "search_key", "queued_domain"],
    ),
    company: without(all("SELECT * FROM companies WHERE id = ?", companyId), "id", "url", "url_key", "domain"),
    categories: all("SELECT category_id, position FROM listing_categories WHERE listing_id = ?", id),
    updates: without(all("SELECT * FROM listing_updates WHERE listing_id = ?", id), "id", "listing_id"),
    milestones: without(all("SELECT * FROM milestones WHERE listing_id = ?", id), "id", "listing_id"),
    story: without(all("SELECT * FROM stories WHERE listing_id = ?", id), "listing_id"),
    badge: without(all("SELECT * FROM badge_checks WHERE listing_id = ?", id), "listing_id"),
    changes: all(
      "SELECT action, account_id FROM changes JOIN change_subjects ON change_id = changes.id WHERE subject = 'listing:' || ?",
      id,
    ),
  };
}

type Product = Awaited<ReturnType<typeof ownedProduct>>;
type Fields = Record<string, string | string[]>;

interface Case {
  operation: string;
  status?: "draft";
  /** What is there before, by the API for both. */
  prepare?: (product: Product) => Promise<unknown>;
  api(product: Product): Record<string, unknown>;
  page(product: Product): { path: string; fields: Fields; isWhole?: true };
}

const headline = "Kelp farming by the numbers";
const faq = { question: "Does it float?", answer: "Yes.\n\nMostly." };
const update = { title: "It floats", body: "Since today.\n\nReally." };
const milestone = {
  date: "2026-05-04",
  title: "A hundred lines",
  description: "In Bergen.",
  url: "https://a.example/",
};
const story = { title: "Of kelp", how_started: "On a jetty.", whats_next: "More kelp." };
const post = (operation: string, input: Record<string, unknown>) => server.as(key).over("REST", operation, input);
const milestoneOf = ({ main }: Product) => all("SELECT id FROM milestones WHERE listing_id = ?", main)[0]!.id as number;

const cases: Case[] = [
  {
    operation: "update_my_listing",
    api: () => ({ fields: { headline, platforms: ["Web"], pricing: "paid" }, faqs: [faq], apply_to: ["dev"] }),
    page: () => ({
      path: "/edit",
      isWhole: true,
      fields: {
        ...{ headline, platforms: "Web", pricing: "paid", apply_to: "dev", do: "save" },
        "faqs.0.question": faq.question,
        "faqs.0.answer": faq.answer,
      },
    }),
  },
  {
    operation: "update_my_listing",
    prepare: ({ main }) => post("update_my_listing", { listing_id: main, fields: { headline } }),
    api: () => ({ revert_to: 1, if_version: 2 }),
    page: () => ({ path: "/versions", fields: { revert_to: "1", if_version: "2" } }),
  },
  {
    operation: "post_listing_update",
    api: () => update,
    page: () => ({ path: "/updates", fields: update }),
  },
  {
    operation: "add_milestone",
    api: () => milestone,
    page: () => ({ path: "/milestones", fields: { ...milestone, do: "add" } }),
  },
  {
    operation: "delete_milestone",
    prepare: ({ main }) => post("add_milestone", { listing_id: main, ...milestone }),
    api: (product) => ({ milestone_id: milestoneOf(product) }),
    page: (product) => ({ path: "/milestones", fields: { id: String(milestoneOf(product)), do: "delete" } }),
  },
  {
    operation: "set_founder_story",
    api: () => story,
    page: () => ({
      path: "/story",
      fields: { problem: "", what_built: "", hard_parts: "", milestones: "", ...story, do: "save" },
    }),
  },
  {
    operation: "choose_free_listing",
    status: "draft",
    api: () => ({}),
    page: () => ({ path: "/launch", fields: { do: "free" } }),
  },
];

for (const { operation, status, prepare, api, page } of cases)
  test(`${operation} by page, REST and MCP leaves the same rows`, async () => {
    const left = [];
    for (const face of ["page", "REST", "MCP"] as const) {
      const product = await ownedProduct(server.store, accountId, status);
      await prepare?.(product);
      const before = rowsOf(product.main, product.companyId);
      if (face === "page") {
        const { path, fields, isWhole } = page(product);
        const at = `/account/listings/${product.main}${path}`;
        const shown = isWhole ? await pageForm(await browser.get(at), at) : {};
        expect((await browser.post(at, { ...shown, ...fields })).status).toBeLessThan(400);
      } else {
        const { status } = await server.as(key).over(face, operation, { listing_id: product.main, ...api(product) });
        expect(status).toBeLessThan(300);
      }
      const after = rowsOf(product.main, product.companyId);
      expect(after).not.toEqual(before);
      left.push(after);
    }
    expect(left[0]).toEqual(left[1]!);
    expect(left[2]).toEqual(left[1]!);
  });

test("a form that is sent twice runs once", async () => {
  const { main } = await ownedProduct(server.store, accountId);
  const path = `/account/listings/${main}/updates`;
  const shown = { ...(await pageForm(await browser.get(path), path)), ...update };
  for (let i = 0; i < 2; i++) expect((await browser.post(path, shown)).location).toBe(`${path}?done=posted`);
  expect(all("SELECT created_at FROM listing_updates WHERE listing_id = ?", main)).toEqual([
    { created_at: testNow.toISOString() },
  ]);
});

test("errors appear at the fields, with the typed values", async () => {
  const { main } = await ownedProduct(server.store, accountId);
  const base = `/account/listings/${main}`;
  const late = await browser.post(`${base}/milestones`, {
    ...milestone,
    date: "2026-02-30",
    url: "http://a.example/",
    do: "add",
  });
  expect(late.status).toBe(422);
  for (const text of ['href="#field-date"', 'href="#field-url"', 'value="A hundred lines"', "In Bergen."])
    expect(late.html).toContain(text);
  const empty = await browser.post(`${base}/updates`, { title: "", body: "Kept <b>text</b>" });
  expect([empty.status, empty.html]).toEqual([422, expect.stringContaining("Kept &lt;b&gt;text&lt;/b&gt;")]);
  expect(empty.html).toContain('href="#field-title"');
});
