import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { createClaim } from "#db/queries/claims/claims.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { addDecision, saveDecisionOutcome } from "#db/queries/moderation/decisions.ts";
import { addReport, closeReports } from "#db/queries/moderation/reports.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import { addCounts, daysAgo } from "#test/support/records/insights.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { contextFor } from "#test/support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import applyProofResult from "../../claims/apply-proof-result.ts";
import { callTool } from "../../core/calls/call.ts";

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ id } = await ownedListing(server.store, "kelpy", { status: "live", plan: "free" }));
});
afterAll(() => server.stop());

const shown = async () => {
  const html = await (await fetch(`${server.url}/listings/kelpy`)).text();
  return /<dt>Last seen<\/dt><dd><time datetime="(\d{4}-\d\d-\d\d)/.exec(html)?.[1] ?? null;
};
const days = (count: number) => new Date(testNow.getTime() + count * dayMs);
const look = (at: Date, fault: "absent" | "unreachable" | "robots" | null) =>
  server.store.write((tx) =>
    saveBadgeCheck(tx, id, { isFound: fault === null, fault, detail: null, isMiss: false }, at),
  );

test("the page says when the site last answered to a look for its badge, with or without one", async () => {
  expect(await shown()).toBeNull();
  await look(days(0), null);
  expect(await shown()).toBe("2026-11-18");
  await look(days(1), "unreachable");
  await look(days(2), "robots");
  expect(await shown()).toBe("2026-11-18");
  await look(days(3), "absent");
  expect(await shown()).toBe("2026-11-21");
});

test("so does a proof that is found on the site, and none in the DNS", async () => {
  const [site] = await allSites(server.store.read);
  const companyId = await companyOfListing(server.store.read, id);
  const settle = async (method: "dns" | "file", at: Date) => {
    const stamp = at.toISOString();
    const claim = await server.store.write((tx) =>
      createClaim(tx, {
        ...{ siteId: site!.id, accountId: 1, listingId: id, companyId, slug: "kelpy", url: "https://kelpy.example" },
        ...{ method, token: `token-${method}`, createdAt: stamp, expiresAt: days(30).toISOString() },
      }),
    );
    const context = { ...contextFor(server.store, { kind: "job", via: "job:test" }, site!), now: at };
    const input = { claim_id: claim.id, outcome: { isFound: true } };
    await callTool(applyProofResult, context, () => input, {
      limiter: null,
      checkOutput: "always",
      write: server.store.write,
    });
  };
  await settle("dns", days(5));
  expect(await shown()).toBe("2026-11-21");
  await settle("file", days(6));
  expect(await shown()).toBe("2026-11-24");
});

describe("the link to the website", () => {
  const slug = "wrasse";
  let listingId: number;
  const rel = async () => {
    const html = await (await fetch(`${server.url}/listings/${slug}`)).text();
    return /class="button primary" href="[^"]*" rel="([^"]*)"/.exec(html)?.[1];
  };
  const write = (sql: string, ...values: (string | number | null)[]) =>
    server.store.write(async (tx) => void tx.$client.run(sql, values));
  const since = (count: number) =>
    write("UPDATE listings SET status_changed_at = ? WHERE id = ?", days(-count).toISOString(), listingId);
  const verify = (method: string | null) =>
    write(
      "UPDATE companies SET verified_method = ? WHERE id = (SELECT company_id FROM listings WHERE id = ?)",
      ...[method, listingId],
    );
  const closeReport = (outcome: "decided" | "told" | "dismissed", at: Date) =>
    server.store.write(async (tx) => {
      await addReport(tx, { listingId, kind: "dead", sentence: "" }, at);
      await closeReports(tx, { listingId, outcome, reason: "So it is.", decidedBy: null }, at);
    });
  const forgetReports = () => write("DELETE FROM listing_reports WHERE listing_id = ?", listingId);

  beforeAll(async () => {
    ({ id: listingId } = await ownedListing(server.store, slug, { status: "live", plan: "free" }));
  });
  beforeEach(async () => {
    await since(30);
    await verify("dns");
    await forgetReports();
    await write("UPDATE listings SET plan = 'free' WHERE id = ?", listingId);
  });

  test("is followed if the owner is verified and the listing has been live for 30 days", async () => {
    expect(await rel()).toBe("noopener");
    await since(29.9);
    expect(await rel()).toBe("nofollow noopener");
    await since(400);
    expect(await rel()).toBe("noopener");
    await verify(null);
    expect(await rel()).toBe("nofollow noopener");
  });

  test("of a paid listing is sponsored, whatever else is true", async () => {
    await write("UPDATE listings SET plan = 'paid' WHERE id = ?", listingId);
    expect(await rel()).toBe("sponsored nofollow noopener");
    await verify(null);
    expect(await rel()).toBe("sponsored nofollow noopener");
  });

  test("is not followed for a year after an upheld report", async () => {
    for (const outcome of ["told", "decided"] as const) {
      await closeReport(outcome, days(-364.9));
      expect([outcome, await rel()]).toEqual([outcome, "nofollow noopener"]);
      await forgetReports();
      await closeReport(outcome, days(-365));
      expect([outcome, await rel()]).toEqual([outcome, "noopener"]);
    }
  });

  test("is followed despite open and dismissed reports, so that nobody can take it away by reporting", async () => {
    await closeReport("dismissed", days(-1));
    await server.store.write((tx) => addReport(tx, { listingId, kind: "other", sentence: "Bad." }, days(0)));
    expect(await rel()).toBe("noopener");
  });

  test("is followed again if the owners' answer reversed the decision, but not if the listing was only restored", async () => {
    const decidedBy = null;
    const facts = {
      status: "suspended",
      ground: "dead",
      clause: null,
      facts: "It is gone.",
      origin: "reports",
    } as const;
    await closeReport("decided", days(-50));
    const id = await server.store.write(async (tx) => {
      await addDecision(tx, { ...facts, listingId, decidedBy }, days(-50));
      return tx.$client.query<{ id: number }, []>("SELECT max(id) AS id FROM decisions").get()!.id;
    });
    const reverse = (reason: string | null) =>
      server.store.write((tx) => saveDecisionOutcome(tx, id, { outcome: "reversed", reason, by: null }, days(-40)));
    await reverse(null);
    expect(await rel()).toBe("nofollow noopener");
    await reverse("We were wrong.");
    expect(await rel()).toBe("noopener");
  });

  test("is not followed if the site turns this off, and /rules says which applies", async () => {
    const rules = async () => (await fetch(`${server.url}/rules`)).text();
    expect(await rules()).toContain("Search engines may follow the “Visit” link");
    await write("UPDATE sites SET settings = json_set(settings, '$.links.followed', 0) WHERE id = 1");
    expect(await rel()).toBe("nofollow noopener");
    expect(await rules()).not.toContain("Search engines may follow");
    await write("UPDATE sites SET settings = json_remove(settings, '$.links') WHERE id = 1");
    expect(await rel()).toBe("noopener");
  });

  test("how often a listing was seen this month appears only if the site shows it", async () => {
    const page = async () => (await fetch(`${server.url}/listings/${slug}`)).text();
    const today = daysAgo(0);
    await addCounts(server.store, listingId, [
      [today, "search_impressions", "page", 1200],
      [today - testNow.getUTCDate() + 1, "profile_reads", "mcp", 34],
      [today, "outbound_clicks", "page", 5000],
      [today - testNow.getUTCDate(), "page_views", "page", 90000],
    ]);
    expect(await page()).not.toContain("this month");
    await write("UPDATE sites SET settings = json_set(settings, '$.insights.shown', 1) WHERE id = 1");
    // The requests of these tests count, too.
    expect(await page()).toMatch(/1,2\d\d times this month/);
    await write("UPDATE sites SET settings = json_remove(settings, '$.insights') WHERE id = 1");
  });

  test("is the only link that is followed: links in texts, socials and milestones are not", async () => {
    await write(
      "UPDATE companies SET socials = json_object('github', 'https://github.com/wrasse') WHERE name = ?",
      slug,
    );
    await write(
      "INSERT INTO milestones (listing_id, date, title, url, created_at) VALUES (?, '2026-01-01', 'Out', 'https://wrasse.example/out', ?)",
      ...[listingId, testNow.toISOString()],
    );
    await write(`UPDATE listings SET unlocked_sections = '["milestones"]' WHERE id = ?`, listingId);
    const html = await (await fetch(`${server.url}/listings/${slug}`)).text();
    const outside = [...html.matchAll(/<a[^>]* href="(https:[^"]*)" rel="([^"]*)"/g)].map(([, url, of]) => [url, of]);
    expect(outside.length).toBeGreaterThan(1);
    expect(outside.filter(([, of]) => of === "noopener")).toHaveLength(1);
    expect(outside).toContainEqual(["https://wrasse.example/out", "nofollow noopener"]);
  });
});
