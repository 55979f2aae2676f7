import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { type WholePerson, wholePerson } from "#test/support/clients/whole-person.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let person: WholePerson;
let text: string;
let data: any;
beforeAll(async () => {
  server = await startTestServer();
  person = await wholePerson(server);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  await person.browser.get("/search?q=kelp+drying", { "user-agent": userAgent });
  await (await signUpAs(server, "eve@example.org")).get("/search?q=of+another", { "user-agent": userAgent });
  await server.runtime.insights.flush();
  text = (await person.browser.get("/account/data.json")).html;
  data = JSON.parse(text);
});
afterAll(() => server.stop());

describe("account export", () => {
  test("JSON file linked from /account", async () => {
    expect((await person.browser.get("/account")).html).toContain('href="/account/data.json"');
    const { headers, status } = await person.browser.get("/account/data.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toStartWith("application/json");
    expect(headers.get("content-disposition")).toBe('attachment; filename="main-account-2026-11-18.json"');
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("contains every kind of stored personal data", () => {
    expect(data.account).toMatchObject({ email: "wanda@example.org", name: "Wanda Quill", has_password: true });
    expect(data.account.billing).toMatchObject({ street: "1 Rue du Port" });
    expect(data.account.browsers).toHaveLength(1);
    expect(data.founder).toMatchObject({ slug: "ada", interview: [{ question_id: "why", answer: "Because." }] });
    expect(data.listings.map(({ id, sandbox }: any) => ({ id, sandbox }))).toEqual([
      { id: person.listing, sandbox: false },
      { id: person.sandbox, sandbox: true },
    ]);
    expect(data.listings[0].story).toMatchObject({ title: "How I began", sections: { problem: "Mine." } });
    expect(data.drafts).toMatchObject([{ id: person.draft }]);
    expect(data.votes).toMatchObject([{ listing_id: 3, week: "2026-W47" }]);
    expect(data.follows).toMatchObject([{ listing_id: 3 }]);
    expect(data.followed_searches).toMatchObject([{ query: "q=photos" }]);
    expect(data.searches).toMatchObject([{ kind: "query", text: "kelp drying", site: "Slipway", uses: 1 }]);
    expect(data.orders).toMatchObject([{ number: person.order, status: "fulfilled", invoices: [{}] }]);
    expect(data.claims).toMatchObject([{ claim_id: person.claim, slug: "lumenroll", status: "pending" }]);
    expect(data.api_keys.map(({ is_test }: any) => is_test).sort()).toContain(true);
    expect(data.apps).toMatchObject([{ client_id: "wanda-app", name: "Wanda's app" }]);
    const actions = data.changes.items.map(({ action }: any) => action);
    for (const action of ["cast_vote", "create_checkout", "update_my_listing"]) expect(actions).toContain(action);
    expect(data.changes.total).toBe(data.changes.items.length);
  });

  test("contains no secrets", () => {
    const rows = server.store.read.$client
      .query<{ secret: string }, []>(`
        SELECT key_hash AS secret FROM api_keys UNION ALL SELECT token_hash FROM sessions
        UNION ALL SELECT password_hash FROM accounts WHERE password_hash IS NOT NULL
        UNION ALL SELECT token FROM claims UNION ALL SELECT token_hash FROM email_links
        UNION ALL SELECT link_secret FROM orders UNION ALL SELECT token_hash FROM draft_invites`)
      .all();
    expect(rows.length).toBeGreaterThan(7);
    for (const { secret } of rows) expect(text).not.toContain(secret);
    for (const secret of [person.key, person.testKey, "checkout_url", "?key="]) expect(text).not.toContain(secret);
  });

  test("contains no data of other people, such as invited email addresses", async () => {
    expect(text).not.toContain("other@example.org");
    await server.as(person.key).over("REST", "invite_cofounder", { id: person.draft, email: "third@example.org" });
    const { html } = await person.browser.get("/account/data.json");
    expect(html).toContain("invite_cofounder");
    expect(html).not.toContain("third@example.org");
  });

  test("other account: gets only its own data; not signed in: redirected to sign-in", async () => {
    const other = await signUpAs(server, "otto@example.org", "Otto");
    const { html } = await other.get("/account/data.json");
    expect(html).not.toContain("wanda@example.org");
    expect(JSON.parse(html)).toMatchObject({ founder: null, listings: [], votes: [], orders: [] });
    const stranger = await visitor(server).get("/account/data.json");
    expect(stranger.location).toBe("/sign-in?return_to=%2Faccount%2Fdata.json");
  });
});
