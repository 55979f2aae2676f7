import { afterAll, beforeAll, expect, test } from "bun:test";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { createClaim } from "#db/queries/claims/claims.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
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
