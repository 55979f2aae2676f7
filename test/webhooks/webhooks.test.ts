import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { otherAccess } from "#auth/people.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { deleteListing } from "#db/queries/listings/delete-listing.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { siteByHost } from "#db/queries/sites/sites.ts";
import { webhookEvents } from "#db/schema/vocabulary.ts";
import { deliveryDelaysMs } from "#db/schema/webhooks.ts";
import endAccess from "#tools/account/end-access.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import archive from "#tools/listings/owner/archive-listing.ts";
import unarchive from "#tools/listings/owner/unarchive-listing.ts";
import createWebhook from "#tools/webhooks/create-webhook.ts";
import deleteWebhook from "#tools/webhooks/delete-webhook.ts";
import { pruneWebhooks } from "#tools/webhooks/jobs.ts";
import listDeliveries from "#tools/webhooks/list-deliveries.ts";
import listWebhooks from "#tools/webhooks/list-webhooks.ts";
import resendDelivery from "#tools/webhooks/resend-delivery.ts";
import rotateWebhookSecret from "#tools/webhooks/rotate-webhook-secret.ts";
import { maxPerHour } from "#tools/webhooks/run-jobs.ts";
import testWebhook from "#tools/webhooks/test-webhook.ts";
import updateWebhook from "#tools/webhooks/update-webhook.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { teamCaller } from "../support/clients/team.ts";
import { startNameServer } from "../support/fakes/peers.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { startReceiver, verify } from "./receiver.ts";

let now = testNow;
let server: TestServer;
let names: Awaited<ReturnType<typeof startNameServer>>;
let receiver: ReturnType<typeof startReceiver>;
let made = 0;
beforeAll(async () => {
  receiver = startReceiver();
  names = await startNameServer();
  for (const name of ["hooks.slack.com", "discord.com"]) names.records.set(name, ["127.0.0.1"]);
  names.records.set("public.example", ["203.0.114.1"]);
  server = await startTestServer({
    now: () => now,
    teamEmail: "desk@example.test",
    outbound: { allowNetworks: ["127.0.0.0/8"], dnsServers: [names.address] },
    periodic: scheduled(pruneWebhooks.kind),
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  await names.stop();
});
beforeEach(() => {
  now = new Date(Math.max(now.getTime(), Date.now()));
  receiver.respondWith(() => new Response("thanks"));
  receiver.take();
});
afterEach(async () => {
  await server.store.write(async (tx) => void tx.$client.run("DELETE FROM webhooks"));
});

const run = (sql: string, ...values: (string | number)[]) =>
  server.store.write(async (tx) => void tx.$client.run(sql, values));
const as = (accountId: number) => personCaller(server, accountId);
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const mailsAbout = async (subject: string) =>
  (await server.mails()).filter((mail) => mail.subject.startsWith(subject)).map(({ recipient }) => recipient);
const refusal = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (problem: Problem) => problem,
  );

/** A live listing with its owner and the owner's webhook. */
async function owned(options: { events?: typeof webhookEvents; path?: string } = {}) {
  const { events = webhookEvents, path = "/hook/s3cret" } = options;
  const slug = `hooked-${++made}`;
  const listing = await ownedListing(server.store, slug, { status: "live" });
  const call = as(listing.account.id);
  const webhook = await call(createWebhook, { url: receiver.url + path, events: [...events] });
  return { ...listing, slug, call, webhook, owner: server.as(listing.key) };
}
type Owned = Awaited<ReturnType<typeof owned>>;
const deliveries = async ({ call, webhook }: Pick<Owned, "call" | "webhook">) =>
  (await call(listDeliveries, { webhook_id: webhook.id })).items;
const edit = async ({ id, owner }: Owned, headline: string) =>
  expect((await owner.over("REST", "update_my_listing", { listing_id: id, fields: { headline } })).status).toBe(200);
const types = () => receiver.take().map(({ event }) => event.type);

describe("events", () => {
  test("an edit: the signed card with the names of the changed fields, verified with the receiver's package", async () => {
    const one = await owned();
    await edit(one, "Invoices that write themselves every week");
    await server.drainJobs();
    const [request, ...others] = receiver.take();
    expect(others).toEqual([]);
    verify(request!, one.webhook.secret!, now);
    expect(() => verify({ ...request!, body: `${request!.body} ` }, one.webhook.secret!, now)).toThrow();
    expect(request!.headers.get("content-type")).toBe("application/json");
    expect(request!.event).toMatchObject({
      type: "listing.changed",
      timestamp: now.toISOString(),
      data: {
        kind: "listing",
        id: one.id,
        slug: one.slug,
        status: "live",
        version: 2,
        changed: ["headline"],
        page_url: `${server.url}/listings/${one.slug}`,
        card: { slug: one.slug, headline: "Invoices that write themselves every week" },
      },
    });
    expect(await deliveries(one)).toMatchObject([
      { event: "listing.changed", state: "delivered", attempts: 1, http_status: 200, response: "thanks" },
    ]);
  });

  test("each change of a listing, a claim, an order, an approval and a week is one event", async () => {
    const one = await owned();
    const { id, account } = one;
    const happens: Record<string, () => Promise<unknown>> = {
      "update.posted": () =>
        one.owner.over("REST", "post_listing_update", {
          listing_id: id,
          title: "Two",
          body: "Version two is out today.",
        }),
      "listing.removed": () => one.call(archive, { listing_id: id }),
      "listing.live": () => one.call(unarchive, { listing_id: id }),
      "claim.verified": async () => {
        await run(
          `INSERT INTO claims (id, site_id, account_id, listing_id, company_id, slug, url, method, token, created_at, expires_at)
          SELECT 900, 1, ?, id, company_id, slug, 'https://x.example', 'dns', 'token-900', ?, ? FROM listings WHERE id = ?`,
          account.id,
          now.toISOString(),
          now.toISOString(),
          id,
        );
        await run("UPDATE claims SET status = 'verified', checked_at = ? WHERE id = 900", now.toISOString());
      },
      "claim.revoked": () => run("UPDATE claims SET status = 'revoked' WHERE id = 900"),
      "order.paid": async () => {
        await run(
          `INSERT INTO orders (id, number, year, sequence, site_id, account_id, email, currency, net, vat, gross, billing,
            link_secret, provider, created_at, expires_at)
          VALUES (900, 'SW-2026-000900', 2026, 900, 1, ?, 'buyer@example.test', 'EUR', 9900, 1881, 11780 + 1, '{"name":"Secret Buyer"}', 'x', 'sandbox', ?, ?)`,
          account.id,
          now.toISOString(),
          now.toISOString(),
        );
        await run("UPDATE orders SET status = 'paid', paid_at = ? WHERE id = 900", now.toISOString());
      },
      "order.refunded": () =>
        run("UPDATE orders SET status = 'refunded', ended_at = ? WHERE id = 900", now.toISOString()),
      "week.closed": async () => {
        await run("UPDATE listings SET launch_week = '2026-W40', week_rank = 1 WHERE id = ?", id);
        await run("INSERT INTO ballot_snapshots VALUES (1, '2026-W40', '{}', 'key', ?)", now.toISOString());
      },
      "approval.requested": () =>
        run(
          `INSERT INTO approval_requests (id, account_id, site_id, credential_kind, credential_id, operation, input,
            input_hash, reason, before, after, created_at, expires_at)
          VALUES (900, ?, 1, 'key', 1, 'update_my_listing', '{"note":"private"}', 'hash', 'publish', '{}', '{}', ?, ?)`,
          account.id,
          now.toISOString(),
          now.toISOString(),
        ),
    };
    for (const [type, happen] of Object.entries(happens)) {
      await happen();
      await server.drainJobs();
      const requests = receiver.take();
      expect([type, requests.map(({ event }) => event.type)]).toEqual([type, [type]]);
      const { data } = requests[0]!.event;
      expect(data).toMatchObject({ kind: expect.any(String), status: expect.any(String) });
      expect(data).toHaveProperty("id");
      expect(requests[0]!.body).not.toMatch(/buyer@|Secret Buyer|private|@example/);
    }
  });

  test("a suspended listing is blocked and no longer public; the event has no card", async () => {
    const one = await owned();
    await run(
      "UPDATE listings SET status = 'suspended', status_changed_at = ? WHERE id = ?",
      now.toISOString(),
      one.id,
    );
    await server.drainJobs();
    const requests = receiver.take();
    expect(requests.map(({ event }) => event.type).sort()).toEqual(["listing.blocked", "listing.removed"]);
    for (const { event } of requests) {
      expect(event.data).toMatchObject({ id: one.id, slug: one.slug, status: "suspended" });
      expect(event.data.card).toBeUndefined();
    }
  });

  test("a new listing: its owner, who gets access in the same transaction, gets listing.submitted", async () => {
    const one = await owned();
    const slug = `hooked-new-${made}`;
    await ownedListing(server.store, slug, { email: one.email, status: "draft", hasProfile: false });
    await server.drainJobs();
    expect(receiver.take().map(({ event }) => [event.type, event.data.slug, event.data.status])).toEqual([
      ["listing.submitted", slug, "draft"],
    ]);
  });

  test("only the chosen events; without webhooks, nothing is stored", async () => {
    const one = await owned({ events: ["listing.live"] as never });
    await edit(one, "Invoices that write themselves at night");
    await server.drainJobs();
    expect(types()).toEqual([]);
    await one.call(deleteWebhook, { id: one.webhook.id });
    const count = () =>
      server.store.read.$client.query<{ n: number }, []>("SELECT count(*) AS n FROM webhook_events").get()!.n;
    const before = count();
    await edit(one, "Invoices that write themselves at noon");
    expect(count()).toBe(before);
  });
});

describe("who gets an event", () => {
  test("only owners and the site; a stranger gets none", async () => {
    const one = await owned({ path: "/owner" });
    const stranger = await owned({ path: "/stranger" });
    const main = (await siteByHost(server.store.read, ""))!;
    const site = await teamCaller(server.store, main)(createWebhook, {
      of_site: true,
      url: `${receiver.url}/site`,
      events: [...webhookEvents],
    });
    await edit(one, "Invoices that write themselves in June");
    await server.drainJobs();
    const requests = receiver.take();
    expect(requests.map(({ path }) => path).sort()).toEqual(["/owner", "/site"]);
    verify(requests.find(({ path }) => path === "/site")!, site.secret!, now);
    expect(await deliveries(stranger)).toEqual([]);
  });

  test("a read-only owner gets public events only; a removed one gets none, and waiting deliveries are dropped", async () => {
    const one = await owned();
    const company = await companyOfListing(server.store.read, one.id);
    receiver.respondWith(() => new Response(null, { status: 503 }));
    await run(
      "UPDATE listings SET status = 'suspended', status_changed_at = ? WHERE id = ?",
      now.toISOString(),
      one.id,
    );
    await server.drainJobs();
    expect(types()).toHaveLength(2);
    receiver.respondWith(() => new Response());
    await run("UPDATE company_owners SET read_only_since = ? WHERE company_id = ?", now.toISOString(), company!);
    later(deliveryDelaysMs[0] + 1000);
    await server.drainJobs();
    expect(types()).toEqual(["listing.removed"]);
    expect((await deliveries(one)).map(({ event, state }) => [event, state]).sort()).toEqual([
      ["listing.blocked", "dropped"],
      ["listing.removed", "delivered"],
    ]);
    await run("UPDATE listings SET status = 'live', status_changed_at = ? WHERE id = ?", now.toISOString(), one.id);
    await run("DELETE FROM company_owners WHERE company_id = ?", company!);
    await server.drainJobs();
    expect(types()).toEqual([]);
  });

  test("a suspended account gets nothing", async () => {
    const one = await owned();
    await edit(one, "Invoices that write themselves in May");
    await run("UPDATE accounts SET suspended_at = ? WHERE id = ?", now.toISOString(), one.account.id);
    await server.drainJobs();
    expect(types()).toEqual([]);
    await run("UPDATE accounts SET suspended_at = NULL WHERE id = ?", one.account.id);
  });

  test("a deleted listing: its former owners get the event", async () => {
    const one = await owned();
    await server.store.write(async (tx) => deleteListing(tx, (await statusById(tx, one.id))!, now));
    later(60_000);
    await server.drainJobs();
    const [request] = receiver.take();
    expect(request!.event).toMatchObject({
      type: "listing.removed",
      data: { id: one.id, slug: one.slug, status: "deleted" },
    });
  });

  test("order events go to the account that ordered, not to other owners of the listing", async () => {
    const one = await owned();
    const other = await owned();
    await server.store.write(async (tx) => {
      const companyId = (await companyOfListing(tx, one.id))!;
      await addOwner(tx, { companyId, accountId: other.account.id, via: "test" }, now);
    });
    await run(
      `INSERT INTO orders (id, number, year, sequence, site_id, account_id, email, currency, net, link_secret, provider, created_at, expires_at)
      VALUES (901, 'SW-2026-000901', 2026, 901, 1, ?, 'b@example.test', 'EUR', 1, 'x', 'sandbox', ?, ?)`,
      one.account.id,
      now.toISOString(),
      now.toISOString(),
    );
    await run("UPDATE orders SET status = 'paid', paid_at = ? WHERE id = 901", now.toISOString());
    await server.drainJobs();
    expect(types()).toEqual(["order.paid"]);
    expect(await deliveries(other)).toEqual([]);
  });

  test("the owner gets an email about a new webhook, which ends with all other access to the account", async () => {
    const one = await owned();
    const [mail] = (await server.mails()).filter(({ recipient }) => recipient === one.email);
    expect([mail!.subject, mail!.textBody.includes("…cret"), mail!.textBody.includes("s3cret")]).toEqual([
      "New webhook (Slipway)",
      true,
      false,
    ]);
    expect((await otherAccess(server.store.read, one.account.id, now)).others).toContain(
      `the webhook ${one.webhook.url}`,
    );
    expect(await one.call(endAccess, {})).toMatchObject({ webhooks: 1 });
    expect((await one.call(listWebhooks, {})).items).toEqual([]);
  });

  test("webhooks of others: 404; the site's without the role: 403 and 404", async () => {
    const one = await owned();
    const stranger = as((await keyFor(server.store, { email: "eve@example.test" })).account.id);
    await run("UPDATE webhooks SET account_id = NULL WHERE id = ?", one.webhook.id);
    const { id } = one.webhook;
    for (const call of [one.call, stranger]) {
      const calls = [
        call(updateWebhook, { id, events: ["listing.live"], is_enabled: true }),
        call(deleteWebhook, { id }),
        call(testWebhook, { id }),
        call(rotateWebhookSecret, { id }),
        call(listDeliveries, { webhook_id: id }),
      ];
      for (const one of calls) expect((await refusal(one)).code).toBe("not_found");
      expect((await refusal(call(listWebhooks, { of_site: true }))).code).toBe("forbidden");
    }
    expect((await refusal(one.call(resendDelivery, { id: 4711 }))).code).toBe("not_found");
  });
});

describe("delivery", () => {
  test("a new secret: both sign for 24 hours, then only the new one", async () => {
    const one = await owned();
    const { secret } = await one.call(rotateWebhookSecret, { id: one.webhook.id });
    await one.call(testWebhook, { id: one.webhook.id });
    await server.drainJobs();
    const [both] = receiver.take();
    for (const valid of [secret, one.webhook.secret!]) verify(both!, valid, now);
    later(86_400_000);
    await one.call(testWebhook, { id: one.webhook.id });
    await server.drainJobs();
    const [after] = receiver.take();
    verify(after!, secret, now);
    expect(() => verify(after!, one.webhook.secret!, now)).toThrow("No matching signature");
  });

  test("failures: seven attempts with the same id, then the webhook fails, its owner gets one email, and the job is done", async () => {
    const one = await owned();
    receiver.respondWith(() => new Response("down", { status: 500 }));
    for (const headline of ["Invoices that write themselves, one", "Invoices that write themselves, two"])
      await edit(one, headline);
    await server.drainJobs();
    expect(receiver.received).toHaveLength(2);
    for (const delay of deliveryDelaysMs) {
      later(delay - 1000);
      await server.drainJobs();
      later(2000);
      await server.drainJobs();
    }
    const ids = Map.groupBy(receiver.take(), ({ headers }) => headers.get("webhook-id"));
    expect([...ids.values()].map(({ length }) => length)).toEqual([7, 7]);
    expect((await one.call(listWebhooks, {})).items).toMatchObject([{ status: "failing" }]);
    expect(await mailsAbout("A webhook does not work")).toEqual([one.email]);
    expect(await deliveries(one)).toMatchObject(
      [1, 2].map(() => ({ state: "failed", attempts: 7, http_status: 500, response: "down" })),
    );
    const dead = "SELECT count(*) AS n FROM jobs WHERE state = 'dead'";
    expect(server.store.read.$client.query<{ n: number }, []>(dead).get()!.n).toBe(0);

    receiver.respondWith(() => new Response());
    const [{ id, event_id } = { id: 0, event_id: "" }] = await deliveries(one);
    await one.call(resendDelivery, { id });
    expect((await refusal(one.call(resendDelivery, { id }))).code).toBe("state_conflict");
    await server.drainJobs();
    expect(receiver.take().map(({ headers }) => headers.get("webhook-id"))).toEqual([event_id]);
    expect((await one.call(listWebhooks, {})).items).toMatchObject([{ status: "active" }]);
  });

  test("410: switched off at once, with an email; waiting deliveries are dropped until it is switched on", async () => {
    const one = await owned();
    receiver.respondWith(() => new Response(null, { status: 410 }));
    await edit(one, "Invoices that write themselves in Rome");
    await edit(one, "Invoices that write themselves in Oslo");
    await server.drainJobs();
    expect(types()).toHaveLength(1);
    expect(await mailsAbout("A webhook is switched off")).toEqual([one.email]);
    expect((await deliveries(one)).map(({ state }) => state).sort()).toEqual(["dropped", "failed"]);
    expect((await refusal(one.call(testWebhook, { id: one.webhook.id }))).code).toBe("state_conflict");
    receiver.respondWith(() => new Response());
    const { events } = one.webhook;
    expect(await one.call(updateWebhook, { id: one.webhook.id, events, is_enabled: true })).toMatchObject({
      status: "active",
    });
    await edit(one, "Invoices that write themselves in Bern");
    await server.drainJobs();
    expect(types()).toEqual(["listing.changed"]);
  });

  test("a redirect is not followed, and only the first kilobyte of a response is kept", async () => {
    const one = await owned();
    const elsewhere = { status: 302, headers: { location: `${receiver.url}/elsewhere` } };
    receiver.respondWith(() => new Response("x".repeat(10_000_000), elsewhere));
    await one.call(testWebhook, { id: one.webhook.id });
    await server.drainJobs();
    expect(receiver.take().map(({ path }) => path)).toEqual(["/hook/s3cret"]);
    const [{ http_status, response } = { http_status: 0, response: "" }] = await deliveries(one);
    expect([http_status, response]).toEqual([302, "x".repeat(1024)]);
  });

  test("an endpoint that never answers: given up after 10 seconds, and other endpoints do not wait for it", async () => {
    const one = await owned({ path: "/silent" });
    const other = await owned({ path: "/other" });
    receiver.respondWith(({ path }) => (path === "/silent" ? new Promise<Response>(() => {}) : new Response()));
    await one.call(testWebhook, { id: one.webhook.id });
    await other.call(testWebhook, { id: other.webhook.id });
    const drained = server.drainJobs();
    while ((await deliveries(other))[0]!.state !== "delivered") await Bun.sleep(20);
    expect((await deliveries(one))[0]!.attempts).toBe(0);
    await drained;
    expect(await deliveries(one)).toMatchObject([{ state: "waiting", attempts: 1, http_status: null }]);
    expect((await deliveries(one))[0]!.response).toContain("10 s");
  });

  test("more than a thousand deliveries within an hour: the next one waits until the hour is over", async () => {
    const one = await owned();
    const since = new Date(now.getTime() - 600_000).toISOString();
    await run(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2)
      INSERT INTO webhook_events (key, at, type, site_id, status)
      SELECT 'msg_' || value, ?1, 'webhook.test', 1, 'test' FROM n`,
      since,
      maxPerHour,
    );
    await run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, state, attempts, sent_at)
      SELECT ?1, id, 'delivered', 1, ?2 FROM webhook_events WHERE type = 'webhook.test' AND at = ?2`,
      one.webhook.id,
      since,
    );
    await one.call(testWebhook, { id: one.webhook.id });
    await server.drainJobs();
    expect(types()).toEqual([]);
    later(49 * 60_000);
    await server.drainJobs();
    expect(types()).toEqual([]);
    later(2 * 60_000);
    await server.drainJobs();
    expect(types()).toEqual(["webhook.test"]);
    expect(await deliveries(one)).toMatchObject([{ state: "delivered", attempts: 1 }, ...Array(24).fill({})]);
  });

  test("Slack and Discord get their own format, without a signature", async () => {
    const one = await owned();
    const { port } = receiver;
    const urls = {
      slack: `http://hooks.slack.com:${port}/services/T/B/x`,
      discord: `http://discord.com:${port}/api/webhooks/1/x`,
    };
    for (const [format, url] of Object.entries(urls))
      expect(await one.call(createWebhook, { url, events: ["listing.changed"] })).toMatchObject({
        format,
        secret: null,
      });
    await one.call(deleteWebhook, { id: one.webhook.id });
    await edit(one, "Invoices that write themselves in Nice");
    await server.drainJobs();
    const text = `${one.slug} has changed. ${server.url}/listings/${one.slug}`;
    const requests = receiver.take().sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(requests.map(({ event }) => event as unknown)).toEqual([
      { content: text, allowed_mentions: { parse: [] } },
      { text },
    ]);
    for (const { headers } of requests) expect(headers.get("webhook-signature")).toBeNull();
    const [slack] = (await one.call(listWebhooks, {})).items;
    expect((await refusal(one.call(rotateWebhookSecret, { id: slack!.id }))).code).toBe("state_conflict");
  });

  test("the log is kept for 30 days", async () => {
    const one = await owned();
    await one.call(testWebhook, { id: one.webhook.id });
    await server.drainJobs();
    later(29 * 86_400_000);
    await server.drainJobs();
    expect(await deliveries(one)).toHaveLength(1);
    later(2 * 86_400_000);
    await server.drainJobs();
    expect(await deliveries(one)).toEqual([]);
  });
});

describe("a new webhook", () => {
  test("422 for an invalid, public http or private URL; 409 for an eleventh one; 422 without events", async () => {
    const one = await owned();
    const add = (url: string) => refusal(one.call(createWebhook, { url, events: ["listing.live"] }));
    for (const [url, code] of [
      ["nonsense", "bad_url"],
      ["ftp://public.example/", "forbidden_scheme"],
      ["http://203.0.114.1/", "forbidden_scheme"],
      ["https://10.0.0.1/", "forbidden_address"],
      ["https://user:pass@public.example/", "has_credentials"],
    ] as const) {
      const { errors } = await add(url);
      expect([url, errors[0]?.code]).toEqual([url, code]);
    }
    const none = await refusal(one.call(createWebhook, { url: "https://public.example/", events: [] }));
    expect(none.errors[0]?.field).toBe("events");
    for (let i = 0; i < 9; i++)
      await one.call(createWebhook, { url: `https://public.example/${i}`, events: ["listing.live"] });
    expect((await add("https://public.example/10")).code).toBe("conflict");
  });

  test("http to a public address that only DNS reveals: refused when it is sent", async () => {
    const one = await owned({ events: ["listing.live"] as never });
    const webhook = await one.call(createWebhook, { url: "http://public.example/", events: ["listing.live"] });
    await one.call(testWebhook, { id: webhook.id });
    await server.drainJobs();
    const [log] = await deliveries({ call: one.call, webhook });
    expect(log).toMatchObject({ http_status: null, response: "The URL must start with https://." });
  });

  test("the database contains neither the URL nor the secret, and records show only the end of the URL", async () => {
    const one = await owned({ path: "/hook/topsecretpath" });
    await one.call(rotateWebhookSecret, { id: one.webhook.id });
    expect(one.webhook.url).toBe(`${receiver.url}/…path`);
    server.store.emptyLog();
    const file = readFileSync(server.store.read.path, "latin1");
    expect(file).toContain("…path".slice(1));
    for (const text of ["topsecretpath", one.webhook.secret!, one.webhook.secret!.slice(6)])
      expect(file.includes(text)).toBe(false);
  });
});
