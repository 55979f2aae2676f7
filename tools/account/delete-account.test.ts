import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accountByEmail, accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { orderByNumber, updateOrder } from "#db/queries/orders/orders.ts";
import { personCaller } from "#test/support/clients/person-caller.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { type WholePerson, wholePassword, wholePerson } from "#test/support/clients/whole-person.ts";
import { keyFor } from "#test/support/records/account.ts";
import { payPath } from "#test/support/records/orders.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { payUrl } from "../orders/shared/pay-link.ts";
import deleteOwnAccount from "./delete-own-account.ts";

let server: TestServer;
let person: WholePerson;
beforeEach(async () => {
  server = await startTestServer();
  person = await wholePerson(server);
});
afterEach(() => server.stop());

const rows = (sql: string): any[] => server.store.read.$client.query(sql).all();
const erase = () => personCaller(server, person.account.id)(deleteOwnAccount, {});

/**
 * Returns the tables and columns that contain a text, except invoices and their orders, which the law requires us to
 * keep.
 */
function tablesThatSay(text: string): string[] {
  const { $client } = server.store.read;
  const tables = rows(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%' AND sql NOT LIKE '%VIRTUAL%'",
  );
  return tables.flatMap(({ name }) =>
    rows(`SELECT name FROM pragma_table_info('${name}') WHERE type IN ('TEXT', 'text')`).flatMap((column) => {
      const found = $client
        .query<{ n: number }, [string]>(
          `SELECT count(*) AS n FROM "${name}" WHERE instr(lower("${column.name}"), lower(?))`,
        )
        .get(text)!;
      return found.n > 0 ? [`${name}.${column.name}`] : [];
    }),
  );
}

describe("deleted account", () => {
  test("searches of the running week: deleted, and other callers' remain", async () => {
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
    for (const browser of [person.browser, visitor(server)])
      await browser.get("/search?q=harbour", { "user-agent": userAgent });
    await server.runtime.insights.flush();
    const callers = () => rows("SELECT caller FROM weekly_callers WHERE text = 'harbour'");
    const [own, other] = callers();
    expect([own.caller === other.caller, callers().length]).toEqual([false, 2]);
    await erase();
    expect(callers()).toHaveLength(1);
  });

  test("personal data: remains only in the last mail and in invoices", async () => {
    expect(tablesThatSay("wanda@example.org")).toEqual(
      expect.arrayContaining(["accounts.email", "listing_reports.email"]),
    );
    expect(tablesThatSay("Wanda Quill").length).toBeGreaterThan(2);
    await erase();
    expect(tablesThatSay("wanda@example.org")).toEqual(["mails.recipient"]);
    expect(rows("SELECT sentence FROM listing_reports")).toEqual([{ sentence: "Its logo is ours." }]);
    // The headline and the card that shows it are the product's own text and stay unchanged.
    expect(tablesThatSay("Wanda Quill")).toEqual(["listings.headline", "listing_cards.facts"]);
    expect(tablesThatSay("1 Rue du Port").sort()).toEqual(["invoices.document", "orders.billing"]);
    await server.drainJobs();
    expect(await accountByEmail(server.store.read, "wanda@example.org")).toBeUndefined();
    const [mail] = await server.mails();
    expect(mail!.recipient).toBe("wanda@example.org");
    expect(mail!.subject).toStartWith("Your account was deleted");
    expect(mail!.textBody).toContain("keep your invoices");
    expect(rows("PRAGMA foreign_key_check")).toEqual([]);
  });

  test("access: sessions, keys, apps and payment links no longer work", async () => {
    const row = (await orderByNumber(server.store.read, person.order))!;
    const link = payUrl(server.store.read, row, { base: server.url } as any)!;
    await erase();
    expect((await person.browser.get("/account")).location).toStartWith("/sign-in");
    for (const key of [person.key, person.testKey])
      expect((await server.as(key).over("REST", "get_account", {})).status).toBe(401);
    expect((await visitor(server).get(payPath(link))).status).toBe(404);
    for (const table of [
      "api_keys",
      "sessions",
      "oauth_grants",
      "email_links",
      "follows",
      "followed_searches",
      "drafts",
      "claims",
    ])
      expect([table, rows(`SELECT * FROM ${table} WHERE account_id = ${person.account.id}`)]).toEqual([table, []]);
  });

  test("public listing: stays unclaimed without its story; profile, interview and sandbox are deleted", async () => {
    expect((await server.get("/founders/ada")).status).toBe(200);
    expect(await erase()).toEqual({ email: "wanda@example.org", kept: ["wandas"], deleted: ["kelpworks"] });
    const listing = (await server.call("get_listing", { slug: "wandas" })) as any;
    expect(listing.body).toMatchObject({ headline: "Tools of Wanda Quill", verified: { method: null }, founders: [] });
    expect((await server.get("/founders/ada")).status).toBe(404);
    expect(rows(`SELECT * FROM stories WHERE listing_id = ${person.listing}`)).toEqual([]);
    expect(rows(`SELECT * FROM listings WHERE id = ${person.sandbox}`)).toEqual([]);
    expect(rows("SELECT * FROM interview_answers WHERE question_id = 'why'")).toEqual([]);
    const claim = await server
      .as((await otherKey()).key)
      .over("REST", "claim_listing", { slug: "wandas", method: "dns" });
    expect(claim.status).toBe(201);
  });

  test("shared listing: stays with its other owner", async () => {
    const other = await otherKey();
    const { companyId } = rows(`SELECT company_id AS companyId FROM listings WHERE id = ${person.listing}`)[0];
    await server.store.write((tx) => addOwner(tx, { companyId, accountId: other.account.id, via: "test" }, testNow));
    expect((await erase()).kept).toEqual([]);
    const own = (await server.as(other.key).over("REST", "get_my_listing", { listing_id: person.listing })) as any;
    expect(own.body.story.title).toBe("How I began");
  });

  test("listings that were never public: deleted", async () => {
    const draft = await ownedProduct(server.store, person.account.id, "draft");
    expect((await erase()).deleted.sort()).toEqual([draft.slug, draft.slug, "kelpworks"].sort());
    expect(rows(`SELECT * FROM companies WHERE id = ${draft.companyId}`)).toEqual([]);
  });

  test("running claim check and draft: end without dead jobs", async () => {
    await server.as(person.key).over("REST", "verify_claim", { claim_id: person.claim });
    await server.as(person.key).over("REST", "submit_listing", { url: "https://wanda.example" });
    await erase();
    await server.drainJobs();
    expect(rows("SELECT kind, last_error FROM jobs WHERE state = 'dead'")).toEqual([]);
    expect(rows(`SELECT * FROM drafts WHERE account_id = ${person.account.id}`)).toEqual([]);
  });
});

const otherKey = () => keyFor(server.store, { email: "otto@example.org", scopes: ["account:read", "listings:write"] });

describe("open orders", () => {
  const open = async () => {
    const items = [{ product: "billboard", listing_id: person.listing }];
    const made = (await server.as(person.key).over("REST", "create_checkout", { items })) as any;
    return made.body.number as string;
  };

  test("unconfirmed order: canceled, and its billing details are removed", async () => {
    const number = await open();
    await erase();
    const order = (await orderByNumber(server.store.read, number))!;
    expect(order).toMatchObject({ status: "canceled", accountId: null, email: "", billing: null, evidence: [] });
  });

  test("order being paid: the deletion is refused and nothing changes", async () => {
    const number = await open();
    const { id } = (await orderByNumber(server.store.read, number))!;
    await server.store.write((tx) => updateOrder(tx, id, { confirmedAt: testNow.toISOString() }));
    await expect(erase()).rejects.toThrow(
      `The payment for order ${number} is in progress. Cancel the order at /account/orders/${number}`,
    );
    expect(await accountById(server.store.read, person.account.id)).toBeDefined();
  });
});

describe("team member", () => {
  test("deletion: refused with instructions, also for the last team member", async () => {
    await server.store.write((tx) => updateAccount(tx, person.account.id, { role: "admin" }, testNow));
    await expect(erase()).rejects.toThrow("is the last admin account. Give the role to another account first");
    await expect(erase()).rejects.toThrow("An admin must remove its role before");
    await signUpAs(server, "tess@example.org");
    const tess = (await accountByEmail(server.store.read, "tess@example.org"))!;
    await server.store.write((tx) => updateAccount(tx, tess.id, { role: "admin" }, testNow));
    await expect(erase()).rejects.toThrow(/^wanda@example.org is a team account. An admin must remove its role/);
  });
});

describe("account deletion page", () => {
  const page = "/account/delete";

  test("shows what is deleted and what stays, and requires the password", async () => {
    const { html } = await person.browser.get(page);
    for (const text of ["(wandas)", "1 vote from this week", "1 invoice with your billing details"])
      expect(html).toContain(text);
    for (const password of ["", "wrong"]) expect((await person.browser.post(page, { password })).status).toBe(422);
    expect(await accountById(server.store.read, person.account.id)).toBeDefined();
    const done = await person.browser.post(page, { password: wholePassword });
    expect(done.location).toBe("/sign-in?done=erased");
    expect(person.browser.cookies.has("slipway")).toBe(false);
    expect((await person.browser.get(done.location!)).html).toContain("Your account has been deleted.");
  });

  test("submitted twice concurrently: deletes once", async () => {
    const form_token = await person.browser.token();
    const send = () => person.browser.post(page, { password: wholePassword, form_token });
    const answers = await Promise.all([send(), send()]);
    for (const { status, location } of answers) {
      expect(status).toBe(303);
      expect(location).toMatch(/^\/sign-in/);
    }
    expect(rows("SELECT * FROM changes WHERE action = 'delete_own_account'")).toHaveLength(1);
    expect((await server.mails()).filter(({ subject }) => subject.startsWith("Your account was deleted"))).toHaveLength(
      1,
    );
  });

  test("no password: sends a link that works only for this account", async () => {
    const { store } = server;
    await store.write((tx) => updateAccount(tx, person.account.id, { passwordHash: null }, testNow));
    expect((await person.browser.post(page, { password: "" })).status).toBe(422);
    expect((await person.browser.post(page, { do: "mail" })).location).toBe("/check-mail");
    const [mail] = await server.mails();
    const token = /token=(\S+)/.exec(mail!.textBody)![1]!;
    const otto = await signUpAs(server, "otto@example.org");
    expect((await otto.post(page, { token })).status).toBe(422);
    expect((await visitor(server).post("/link", { token })).location).toBe(`${page}?token=${token}`);
    expect(await accountById(store.read, person.account.id)).toBeDefined();
    expect((await person.browser.get(`${page}?token=${token}`)).html).toContain("Delete account wanda@example.org");
    expect((await person.browser.post(page, { token })).location).toBe("/sign-in?done=erased");
    expect((await visitor(server).get(`/link?token=${token}`)).status).toBe(410);
    expect(await accountByEmail(store.read, "otto@example.org")).toBeDefined();
  });
});
