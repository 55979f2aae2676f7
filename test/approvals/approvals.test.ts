import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { allScopes, type Scope } from "#auth/scopes.ts";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { setKeyApprovalPolicy } from "#db/queries/accounts/accounts.ts";
import { waitingApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { dayMs } from "#db/values/week.ts";
import { approvalCategoryOf } from "#tools/core/calls/approval-policy.ts";
import { buttonSentences, pageButtons } from "#tools/core/text/page-buttons.ts";
import { tools } from "#tools/registry.ts";
import { modernHeaders } from "../support/clients/mcp-wire.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { type Answer, modernMeta, transports } from "../support/clients/tool-caller.ts";
import { signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { consumer } from "../support/records/orders.ts";
import { oldAccount, ownedListing } from "../support/records/owned-listing.ts";
import { ownedProduct, sandboxListing } from "../support/records/owned-product.ts";
import { free, paid } from "../support/records/owner.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { temporary } from "../support/server/temporary.ts";

let now = testNow;
let server: TestServer;
let person: Visitor;
let email: string;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  const demo = (await demoSignIn(server.store, temporary, testNow))!;
  ({ email } = demo);
  person = visitor(server);
  await person.post("/sign-in", { email, password: demo.password });
});
afterAll(() => server.stop());
beforeEach(() => {
  now = testNow;
});

const asks: ApprovalPolicy = { allowed: [], listings: null, monthly: null, until: null };
const all: ApprovalPolicy = { ...asks, allowed: ["publish", "spend", "invite", "delete"] };

async function agent(approvalPolicy: ApprovalPolicy | null, scopes: Scope[] = allScopes) {
  await oldAccount(server.store, email);
  const { key, id, account } = await keyFor(server.store, { email, scopes });
  await server.store.write((tx) => setKeyApprovalPolicy(tx, id, approvalPolicy));
  return { ...server.as(key), key, keyId: id, accountId: account.id };
}

const edit = (words: string) => ({ listing_id: paid.listing_id, fields: { headline: said(words) } });
const said = (words: string) => `${words} for tide tables`;
const linkOf = ({ body }: Answer): string => new URL(body.next_actions[0].url).pathname;
const headline = async () => ((await (await server.get(`/listings/${paid.slug}`)).json()) as any).headline;

const plain = (html: string) => html.replace(/<\/?(?:ins|del)>/g, "");

async function decide(answer: Answer, decision: "approve" | "refuse", by = person) {
  const path = linkOf(answer);
  const page = await by.get(path);
  return by.post(path, { ...(await pageForm(page, path)), do: decision });
}

for (const transport of transports)
  describe(transport, () => {
    test("key without an approval policy: its calls run immediately", async () => {
      const { status } = await (await agent(null)).over(transport, "update_my_listing", edit(`Plain ${transport}`));
      expect([status, await headline()]).toEqual([200, said(`Plain ${transport}`)]);
    });

    test("call that needs approval: waits, runs once approved, and a repeat returns the result", async () => {
      const { keyId, over } = await agent(asks);
      const before = await headline();
      const input = edit(`Approved ${transport}`);
      const first = await over(transport, "update_my_listing", input);
      expect([first.status, first.body.code, await headline()]).toEqual([403, "approval_required", before]);
      expect(first.body.next_actions).toEqual([
        {
          who: "human",
          why: buttonSentences.decide("25 Nov 2026, 12:00 UTC"),
          url: expect.stringContaining("/account/approvals/"),
        },
        { who: "agent", tool: "update_my_listing", arguments: input, why: expect.any(String) },
      ]);
      expect(first.body).not.toHaveProperty("retry_after");
      expect(first.body.detail).toMatch(/The user decides about request \d+ by 25 Nov 2026, 12:00 UTC\.$/);
      const { body: account } = await over(transport, "get_account", {});
      expect(account.unfinished).toContainEqual({
        kind: "approval",
        id: Number(linkOf(first).split("/")[3]),
        next_action: {
          who: "human",
          why: "update_my_listing is waiting for your approval. Approve or refuse it by 25 Nov 2026, 12:00 UTC, then tell the assistant.",
          url: first.body.next_actions[0].url,
        },
      });
      const again = await over(transport, "update_my_listing", input);
      expect([again.body.code, linkOf(again)]).toEqual(["approval_required", linkOf(first)]);

      const page = await person.get(linkOf(first));
      expect(page.html).toContain("<del>");
      expect(page.html).toMatch(/<h1 dir="auto">[^<]+ wants to edit [^<]+<\/h1>/);
      expect(page.html).toMatch(/<details class="folded"><summary>Original request/);
      for (const label of [pageButtons.approve, pageButtons.refuse]) expect(page.html).toContain(`>${label}</button>`);
      expect(page.html).toContain(`Approved`);
      expect((await decide(first, "approve")).location).toBe(`${linkOf(first)}?done=approved`);
      expect(await headline()).toBe(said(`Approved ${transport}`));
      const [change] = await changesOf(server.store.read, `approval_request:${Number(linkOf(first).split("/")[3])}`, 1);
      expect(change).toMatchObject({ action: "update_my_listing", via: `key:${keyId}`, approvedBy: change!.accountId });

      const learnt = await over(transport, "update_my_listing", input);
      expect([learnt.status, learnt.body.changed]).toEqual([200, [expect.objectContaining({ fields: ["headline"] })]]);
    });

    test("refused request: nothing changes, and a repeat reports the refusal", async () => {
      const { over } = await agent(asks);
      const before = await headline();
      const first = await over(transport, "update_my_listing", edit(`Refused ${transport}`));
      await decide(first, "refuse");
      const told = await over(transport, "update_my_listing", edit(`Refused ${transport}`));
      expect([told.status, told.body.code, await headline()]).toEqual([403, "approval_refused", before]);
    });
  });

test("several waiting requests: only the first sends a mail", async () => {
  now = new Date(testNow.getTime() + 100 * dayMs);
  const told = async () =>
    (await server.mails()).filter(({ subject }) => subject.startsWith("Approve a request from one of your apps"));
  const before = (await told()).length;
  const { over } = await agent(asks);
  const first = await over("REST", "update_my_listing", edit("Told"));
  await over("REST", "update_my_listing", edit("Told"));
  const second = await over("REST", "update_my_listing", edit("Not told"));
  const mails = (await told()).slice(0, -before || undefined);
  expect(mails.map(({ recipient }) => recipient)).toEqual([email]);
  expect(mails[0]!.textBody).toContain(linkOf(first));
  expect(mails[0]!.textBody).toContain("test wants to change the headline of Tidepad. Review it within 7 days.");
  for (const one of [first, second]) await decide(one, "refuse");
});

test("the mail names the app or key, the action and the listing; a name with a link is left out", async () => {
  const nameKey = (id: number, name: string) =>
    server.store.write(async (tx) => void tx.$client.run("UPDATE api_keys SET name = ? WHERE id = ?", [name, id]));
  const told = async () => (await server.mails())[0]!;
  const update = { listing_id: paid.listing_id, title: "Named", body: "Once is enough." };
  for (const [i, [name, who]] of [
    ["Asker", "Asker"],
    [`<b>${"long ".repeat(30)}\r\nBcc: x`, `<b>${"long ".repeat(30)}`.slice(0, 60)],
    ["Pay at https://evil.example", "One of your API keys"],
  ].entries()) {
    now = new Date(testNow.getTime() + (200 + 10 * i) * dayMs);
    const { over, keyId } = await agent(asks);
    await nameKey(keyId, name!);
    const answer = await over("REST", "post_listing_update", update);
    const { textBody, htmlBody } = await told();
    expect(textBody).toContain(
      `\n\n${who}${who!.length === 60 ? "…" : ""} wants to post an update for Tidepad. Review it`,
    );
    expect(htmlBody).not.toMatch(/<b>|evil/);
    await decide(answer, "refuse");
  }
});

test("two simultaneous approvals: the call runs once", async () => {
  const { over } = await agent(asks);
  const update = { listing_id: paid.listing_id, title: "Twice", body: "Once is enough." };
  const first = await over("REST", "post_listing_update", update);
  const path = linkOf(first);
  const form = { ...(await pageForm(await person.get(path), path)), do: "approve" };
  const answers = await Promise.all([person.post(path, form), person.post(path, form), person.post(path, form)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const { updates } = (await (await server.get(`/listings/${paid.slug}`)).json()) as any;
  expect(updates.filter(({ title }: { title: string }) => title === "Twice")).toHaveLength(1);
});

test("idempotency key: a repeat is the same request, another key creates a new one", async () => {
  const { over } = await agent(asks);
  const update = { listing_id: paid.listing_id, title: "Keyed", body: "With a key." };
  const first = await over("MCP", "post_listing_update", { ...update, idempotency_key: "a" });
  expect(first.body.next_actions[1].arguments).toEqual({ ...update, idempotency_key: "a" });
  const other = await over("MCP", "post_listing_update", { ...update, idempotency_key: "b" });
  expect(linkOf(other)).not.toBe(linkOf(first));
  await decide(first, "approve");
  const learnt = await over("MCP", "post_listing_update", { ...update, idempotency_key: "a" });
  expect(learnt.body).toMatchObject({ title: "Keyed", listing_id: paid.listing_id });
  const waiting = await over("MCP", "post_listing_update", { ...update, idempotency_key: "b" });
  expect(waiting.body.code).toBe("approval_required");
});

test("listing changed after the request: an approval of the old preview is rejected", async () => {
  const { over } = await agent(asks);
  const first = await over("REST", "update_my_listing", edit("On an old page"));
  const path = linkOf(first);
  const stale = await pageForm(await person.get(path), path);
  await (await agent(null)).over("REST", "update_my_listing", edit("Meanwhile"));
  const answer = await person.post(path, { ...stale, do: "approve" });
  expect([answer.status, await headline()]).toEqual([409, said("Meanwhile")]);
  expect((await person.get(path)).html).toContain("Changed since the request.");
  await decide(first, "approve");
  expect(await headline()).toBe(said("On an old page"));
});

test("draft to approve: its texts are shown, and only these texts are published", async () => {
  const { over, accountId } = await agent(asks);
  const { id } = await draftFor(server.store, accountId, { url: "https://seen-first.example/" });
  const wanted: [string, Record<string, unknown>][] = [
    ["invite_cofounder", { id, email: "sam@seen-first.example" }],
    ["submit_draft", { id }],
  ];
  for (const [name, input] of wanted) {
    const first = await over("REST", name, input);
    const path = linkOf(first);
    const page = await person.get(path);
    expect(page.html).toContain(name === "submit_draft" ? completeFields.description : completeFields.name);
    const stale = await pageForm(page, path);
    const swapped = { name: `Swapped before ${name}`, summary: "Something that nobody has read before it went out." };
    expect((await over("REST", "update_draft", { id, fields: swapped })).status).toBe(200);
    const answer = await person.post(path, { ...stale, do: "approve" });
    expect([answer.status, answer.html.includes(swapped.name)]).toEqual([409, true]);
    expect((await decide(first, "approve")).location).toBe(`${path}?done=approved`);
  }
});

for (const transport of transports)
  test(`over ${transport}: order with a changed price, week or availability: the approval is rejected`, async () => {
    const slug = `approved-order-${transport.toLowerCase()}`;
    const buying = { email: `${slug}@example.test`, scopes: ["account:read", "orders:write"] as Scope[] };
    const buyer = await signUpAs(server, buying.email);
    const { key, id: keyId } = await keyFor(server.store, buying);
    await server.store.write((tx) => setKeyApprovalPolicy(tx, keyId, asks));
    const { id } = await ownedListing(server.store, slug, { email: buying.email, hasProfile: false });
    const sql = (text: string) => server.store.write(async (tx) => void (await tx.$client.run(text)));
    const ask = () =>
      server.as(key).over(transport, "create_checkout", { items: [{ product: "launch", listing_id: id }] });
    const waiting = await ask();
    expect([waiting.status, waiting.body.code]).toEqual([403, "approval_required"]);
    const path = linkOf(waiting);
    const look = async () => ({ ...(await pageForm(await buyer.get(path), path)), do: "approve" });
    const orders = async () => (await server.as(key).call("list_my_orders")).body.total;

    const cheap = await look();
    await sql("UPDATE products SET price = 14900 WHERE site_id = 1 AND product = 'launch'");
    const dearer = await buyer.post(path, cheap);
    expect([dearer.status, await orders()]).toEqual([409, 0]);
    for (const words of ["has changed since your review", "€99.00", "€149.00"])
      expect(plain(dearer.html)).toContain(words);
    await sql("UPDATE products SET price = 9900 WHERE site_id = 1 AND product = 'launch'");

    const thisWeek = await look();
    now = new Date("2026-11-23T08:00:00.000Z");
    const nextWeek = await buyer.post(path, thisWeek);
    expect([nextWeek.status, await orders()]).toEqual([409, 0]);
    for (const words of ["2026-W47", "2026-W48"]) expect(plain(nextWeek.html)).toContain(words);

    const withPlace = await look();
    await sql(`UPDATE sites SET settings = json_set(settings, '$.freeQueue.paidPlacesPerWeek', 0) WHERE id = 1`);
    const full = await buyer.post(path, withPlace);
    expect([full.status, full.html.includes("2026-W48 has no paid places left"), await orders()]).toEqual([
      409,
      true,
      0,
    ]);
    await sql("UPDATE sites SET settings = json_remove(settings, '$.freeQueue') WHERE id = 1");

    // After a second review, it is approved in its current state.
    expect((await buyer.post(path, await look())).location).toBe(`${path}?done=approved`);
    expect((await ask()).body).toMatchObject({ status: "pending", net: 9900 });
  });

test("order to approve: the VAT rate mentions the VAT ID only if it affects the rate", async () => {
  for (const [country, vatId, rate] of [
    ["US", "12-3456789", "0%"],
    ["FR", "FR40303265045", "20% unless the VAT ID is confirmed"],
    ["FR", null, "20%"],
  ] as const) {
    const slug = `approved-rate-${country}-${vatId}`.toLowerCase();
    const buying = { email: `${slug}@example.test`, scopes: ["orders:write"] as Scope[] };
    const buyer = await signUpAs(server, buying.email);
    const { key, id: keyId } = await keyFor(server.store, buying);
    await server.store.write((tx) => setKeyApprovalPolicy(tx, keyId, asks));
    const { id, account } = await ownedListing(server.store, slug, { email: buying.email, hasProfile: false });
    const billing = { ...consumer, country, vatId, company: vatId && "Quill" };
    await server.store.write((tx) => saveBillingDetails(tx, account.id, billing, testNow));
    const waiting = await server.as(key).call("create_checkout", { items: [{ product: "launch", listing_id: id }] });
    expect((await buyer.get(linkOf(waiting))).html).toContain(`<dd class="said">${rate}</dd>`);
  }
});

test("other accounts: cannot see or decide the request; signed-out visitors must sign in", async () => {
  const { over } = await agent(asks);
  const first = await over("REST", "update_my_listing", edit("Not yours"));
  const stranger = await signUpAs(server, "eve@example.test");
  expect((await stranger.get(linkOf(first))).status).toBe(404);
  expect((await stranger.post(linkOf(first), { do: "approve", seen: "" })).status).toBe(404);
  expect((await visitor(server).get(linkOf(first))).location).toStartWith("/sign-in");
  expect(await headline()).not.toBe(said("Not yours"));
});

test("revoked key or expired request: cannot be approved", async () => {
  const { over, keyId } = await agent(asks);
  const revoked = await over("REST", "update_my_listing", edit("Too late"));
  const kept = await (await agent(asks)).over("REST", "update_my_listing", edit("Too late"));
  const path = linkOf(revoked);
  const form = { ...(await pageForm(await person.get(path), path)), do: "approve" };
  await person.post("/account/keys", { do: "revoke", id: String(keyId) });
  const answer = await person.post(path, form);
  expect([answer.status, answer.html.includes("no longer has access")]).toEqual([200, true]);
  const open = { ...(await pageForm(await person.get(linkOf(kept)), linkOf(kept))), do: "approve" };
  now = new Date(testNow.getTime() + 8 * dayMs);
  expect((await person.post(linkOf(kept), open)).status).toBe(409);
  expect((await person.get(linkOf(kept))).html).toContain("This request has expired.");
  expect(await headline()).not.toBe(said("Too late"));
});

test("policy with listings, categories and an end date: other calls need approval", async () => {
  const added = { listing_id: paid.listing_id, date: "2026-11-01", title: "Ten thousand tables" };
  const { body } = await (await agent(null)).over("REST", "add_milestone", added);
  const milestone = body.id;
  const only: ApprovalPolicy = {
    ...all,
    listings: [paid.listing_id],
    allowed: ["publish"],
    until: "2026-11-20T00:00:00.000Z",
  };
  const { over } = await agent(only);
  const codes = async () => [
    (await over("REST", "update_my_listing", edit(`Within ${now.getTime()}`))).status,
    (await over("REST", "update_my_listing", { listing_id: free.listing_id, fields: { headline: said("Beyond it") } }))
      .body.code,
    (await over("REST", "update_my_listing", { ...edit("Everywhere"), apply_to: ["all"] })).status,
    (await over("REST", "delete_milestone", { listing_id: paid.listing_id, milestone_id: milestone })).body.code,
  ];
  expect(await codes()).toEqual([200, "approval_required", 200, "approval_required"]);
  now = new Date("2026-11-20T00:00:00.000Z");
  expect((await codes())[0]).toBe(403);
});

test("policy with listings: an edit of company fields counts for every site", async () => {
  const { account } = await keyFor(server.store, { email });
  const { main, dev } = await ownedProduct(server.store, account.id);
  const { over } = await agent({ ...all, listings: [main] });
  const codeOf = async (change: object) => {
    const { status, body } = await over("REST", "update_my_listing", { listing_id: main, ...change });
    return status === 200 ? status : [body.code, body.detail.includes(`listing ${dev}.`)];
  };
  expect(await codeOf({ fields: { headline: "Kelp lines, planned by the tide" } })).toBe(200);
  const shared = [{ fields: { pricing: "paid" } }, { socials: { x: "https://x.com/kelpworks" } }, { revert_to: 1 }];
  for (const change of shared) expect(await codeOf(change)).toEqual(["approval_required", true]);
});

test("page of a waiting order: times are shown in readable form", async () => {
  const { over } = await agent(asks);
  const waiting = await over("REST", "create_checkout", {
    items: [{ product: "billboard", listing_id: paid.listing_id }],
  });
  const { html } = await person.get(linkOf(waiting));
  const said = /<p class="said">([\s\S]*?)<\/p>/.exec(html)![1]!;
  expect(said).toMatch(/<time datetime="[^"]+Z">\d+ Nov 2026, \d\d:\d\d UTC<\/time>/);
  expect(said.replace(/<[^>]*>/g, "")).not.toMatch(/\dT\d/);
});

test("policy with a monthly limit: also limits simultaneous orders", async () => {
  const { over } = await agent({ ...all, monthly: { amount: 20_000, currency: "EUR" } });
  const wanted = [
    { product: "billboard", listing_id: paid.listing_id },
    { product: "billboard", listing_id: free.listing_id },
    { product: "launch", listing_id: free.listing_id },
    { product: "launch", listing_id: 95 },
  ];
  const answers = await Promise.all(wanted.map((item) => over("REST", "create_checkout", { items: [item] })));
  const made = answers.filter(({ status }) => status === 201);
  const sum = made.reduce((total, { body }) => total + (body.gross ?? body.net), 0);
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThan(wanted.length);
  expect(sum).toBeLessThanOrEqual(20_000);
  for (const { status, body } of answers)
    if (status !== 201) expect(body.detail).toContain("exceed 200.00 EUR, the monthly limit without approval");
});

test("dry run: reports the needed approval; an invalid call creates no request", async () => {
  const { over, accountId } = await agent(asks);
  const trial = await over("MCP", "update_my_listing", { ...edit("Only tried"), dry_run: true });
  expect(trial.body.not_tried.join()).toContain("Requesting approval");
  const waiting = async () => (await waitingApprovalRequests(server.store.read, accountId, now)).length;
  const before = await waiting();
  expect((await over("REST", "update_my_listing", { ...edit("Nowhere"), listing_id: 999_999 })).status).toBe(404);
  expect((await over("REST", "update_my_listing", { ...edit(""), fields: { headline: "x" } })).status).toBe(422);
  expect((await over("REST", "delete_milestone", { listing_id: paid.listing_id, milestone_id: 999_999 })).status).toBe(
    404,
  );
  expect(await waiting()).toBe(before);
});

test("policy form: sets and removes limits, and shows errors", async () => {
  const { keyId, over } = await agent(null);
  const limits = { do: "policy", holder: String(keyId), leave: "limits", may: ["publish", "delete"] };
  const set = (fields: Record<string, string | string[]>) => person.post("/account/keys", { ...limits, ...fields });
  expect((await set({ monthly: "many", until: "2020-01-01" })).html).toMatch(
    /amount in EUR[\s\S]*today or a later date/,
  );
  expect((await set({ listing: String(free.listing_id) })).location).toBe("/account/keys?done=policy");
  expect((await person.get("/account/keys")).html).toContain("Can publish and delete for Harbourlist without asking");
  expect((await over("REST", "update_my_listing", edit("Limited"))).body.code).toBe("approval_required");
  // A listing that the person no longer owns stays in the policy, whatever else is saved.
  await server.store.write((tx) => setKeyApprovalPolicy(tx, keyId, { ...all, listings: [999_999] }));
  const { html } = await person.get("/account/keys");
  const [kept] = new RegExp(`value="${keyId}">(?:(?!</form>)[\\s\\S])*`).exec(html)!;
  const named = [...kept.matchAll(/name="listing" value="(\d+)"[^>]* checked/g)].map(([, id]) => id!);
  await set({ listing: named, monthly: "50" });
  expect((await over("REST", "update_my_listing", edit("Of a lost listing"))).body.code).toBe("approval_required");
  await set({ leave: "all" });
  expect((await over("REST", "update_my_listing", edit("Not limited"))).status).toBe(200);
  const stranger = await signUpAs(server, "mallory@example.test");
  expect((await stranger.post("/account/keys", { ...limits, leave: "ask" })).location).toBe("/account/keys");
});

describe("MCP client", () => {
  /** A 2026-07-28 call by a client with these capabilities. `more` is added by a retry. */
  async function callBy(key: string, words: string, elicitation: unknown, more: Record<string, unknown> = {}) {
    const capabilities = { "io.modelcontextprotocol/clientCapabilities": elicitation === null ? {} : { elicitation } };
    const params = {
      name: "update_my_listing",
      arguments: edit(words),
      ...more,
      _meta: { ...modernMeta, ...capabilities },
    };
    const answer = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...modernHeaders("tools/call", "update_my_listing"), authorization: `Bearer ${key}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    return ((await answer.json()) as any).result;
  }

  test("with URL mode elicitation: the user is sent to the page, and a retry returns the state", async () => {
    const { key } = await agent(asks);
    const asked = await callBy(key, "Asked by address", { form: {}, url: {} });
    expect(asked).toMatchObject({
      resultType: "input_required",
      inputRequests: { approval: { params: { mode: "url" } } },
    });
    const { url, message } = asked.inputRequests.approval.params;
    expect(message).toContain("Nothing has been changed");
    const retry = (action: string) =>
      callBy(key, "Asked by address", { url: {} }, { inputResponses: { approval: { action } } });
    for (const action of ["accept", "decline", "cancel"])
      expect((await retry(action)).structuredContent).toMatchObject({ code: "approval_required" });
    const path = new URL(url).pathname;
    await person.post(path, { ...(await pageForm(await person.get(path), path)), do: "approve" });
    expect([(await retry("accept")).isError, await headline()]).toEqual([undefined, said("Asked by address")]);
  });

  test("without URL mode: the response contains the link, and no form is used", async () => {
    const { key } = await agent(asks);
    for (const elicitation of [null, {}, { form: {} }]) {
      const answer = await callBy(key, "Asked by link", elicitation);
      expect(answer.structuredContent.next_actions[0].url).toContain("/account/approvals/");
      expect(answer.content[0].text).toContain("/account/approvals/");
    }
    const forged = { inputResponses: { approval: { action: "accept", content: { approved: true } } } };
    expect((await callBy(key, "Asked by link", {}, forged)).structuredContent.code).toBe("approval_required");
  });
});

test("call allowed in the meantime: runs, and its waiting request cannot be approved again", async () => {
  const { over, keyId } = await agent(asks);
  const titled = (title: string) => ({ listing_id: paid.listing_id, title, body: "It is done once." });
  const widened = await over("REST", "post_listing_update", titled("Widened"));
  const lifted = await over("REST", "post_listing_update", titled("Lifted"));
  const form = async (answer: Answer) => ({
    ...(await pageForm(await person.get(linkOf(answer)), linkOf(answer))),
    do: "approve",
  });
  const forms = [await form(widened), await form(lifted)];
  await server.store.write((tx) => setKeyApprovalPolicy(tx, keyId, all));
  expect((await over("REST", "post_listing_update", titled("Widened"))).status).toBe(201);
  expect((await person.post(linkOf(widened), forms[0]!)).location).toBe(linkOf(widened));
  await person.post("/account/keys", { do: "policy", holder: String(keyId), leave: "all" });
  expect((await over("REST", "post_listing_update", titled("Lifted"))).status).toBe(201);
  expect((await person.post(linkOf(lifted), forms[1]!)).status).toBe(409);
  const { updates } = (await (await server.get(`/listings/${paid.slug}`)).json()) as any;
  const titles = updates.map(({ title }: { title: string }) => title);
  expect(titles.filter((title: string) => title === "Widened" || title === "Lifted").sort()).toEqual([
    "Lifted",
    "Widened",
  ]);
});

test("sandbox key: needs approval too, and approved calls stay in the sandbox", async () => {
  const { key, id } = await keyFor(server.store, { email, scopes: allScopes, isTest: true });
  await server.store.write((tx) => setKeyApprovalPolicy(tx, id, asks));
  const before = (await server.mails()).length;
  const listing_id = await sandboxListing(server.store, (await agent(null)).accountId);
  const input = { listing_id, title: "In the sandbox", body: "Nobody sees it." };
  const first = await server.as(key).over("REST", "post_listing_update", input);
  expect((await decide(first, "approve")).status).toBe(303);
  expect((await server.as(key).over("REST", "post_listing_update", input)).status).toBe(201);
  expect((await server.mails()).length).toBe(before);
});

test("every operation that publishes, spends, invites or deletes has an approval category, no other has one", () => {
  const known = tools.flatMap((tool) => {
    const approvalCategory = approvalCategoryOf(tool);
    return approvalCategory ? [[tool.name, approvalCategory]] : [];
  });
  expect(Object.fromEntries(known)).toEqual({
    ...{ invite_cofounder: "invite", submit_draft: "publish", update_my_listing: "publish" },
    ...{ post_listing_update: "publish", add_milestone: "publish", delete_milestone: "delete" },
    ...{ set_founder_story: "publish", answer_interview: "publish", choose_free_listing: "publish" },
    create_checkout: "spend",
  });
});
