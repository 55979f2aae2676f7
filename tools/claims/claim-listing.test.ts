import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { everyScope } from "#auth/scopes.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { deleteListing } from "#db/queries/listings/delete-listing.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { indexListing } from "#db/queries/search/search-index.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { visitor } from "#test/support/clients/visitor.ts";
import { type ClaimTown, publish, startClaimTown } from "#test/support/records/claims.ts";
import { contextFor } from "#test/support/server/call.ts";
import { testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import { callTool } from "../core/calls/call.ts";
import type { Problem } from "../core/errors/errors.ts";
import { createRateLimiter } from "../core/operations/rate-limit.ts";
import decideDispute from "./decide-dispute.ts";
import listDisputes from "./list-disputes.ts";
import { recheckAttempts } from "./run-jobs.ts";

const dayMs = 86_400_000;
let now = testNow;
let town: ClaimTown;
let slug: string;
let made = 0;
beforeAll(async () => {
  town = await startClaimTown({
    now: () => now,
    periodic: scheduled("claim-checks", "sweep-claims"),
  });
});
afterAll(() => town.stop());
beforeEach(async () => {
  slug = `lumen-${++made}`;
  await town.list(slug);
});
afterEach(() => {
  now = testNow;
});

type Person = Awaited<ReturnType<ClaimTown["person"]>>;
const someone = (name: string, options?: { isTest?: boolean }) => town.person(`${name}-${made}@people.test`, options);
const claim = async (who: Person, method = "dns", more: Record<string, unknown> = {}) =>
  (await who.over("REST", "claim_listing", { slug, method, ...more })) as { status: number; body: any };
const verify = async (who: Person, claim_id: number) =>
  (await who.over("REST", "verify_claim", { claim_id })).body as any;
async function prove(who: Person, method = "dns") {
  const { body } = await claim(who, method);
  publish(town, body);
  expect((await verify(who, body.claim_id)).status).toBe("verified");
  return body.claim_id as number;
}
const mailsTo = async (who: { email: string }) =>
  (await town.server.mails())
    .filter(({ recipient }) => recipient === who.email)
    .map(({ subject }) => subject.replace(" (Slipway)", ""));
const listings = async (who: Person) => (await who.call("list_my_listings", {})).body.items as any[];
const verifiedOf = async () => (await town.server.call("get_listing", { slug })).body.verified;

describe("by email", () => {
  const domain = () => `${slug}.test`;
  const linkTo = async (address: string) => {
    const mail = (await town.server.mails()).find(({ recipient }) => recipient === address);
    return /http:\/\/[^/\s]+(\/claim\?token=\S+)/.exec(mail!.textBody)![1]!;
  };
  const tokenOf = (path: string) => new URL(path, "http://x").searchParams.get("token")!;

  test("the emailed link: GET only shows the claim, the first POST verifies it, without a sign-in", async () => {
    const ada = await someone("ada");
    const address = `info@${domain()}`;
    const { status, body } = await claim(ada, "email", { email: `INFO@${domain().toUpperCase()}` });
    expect([status, body.instructions.name, body.instructions.value]).toEqual([201, address, null]);
    const link = await linkTo(address);
    const reader = visitor(town.server);
    for (let look = 0; look < 3; look++) {
      const page = await reader.get(link);
      expect(page.status).toBe(200);
      expect(page.html).not.toContain(ada.email);
    }
    expect((await town.claim(body.claim_id))!.status).toBe("pending");
    const done = await reader.post("/claim", { token: tokenOf(link) });
    expect(done.html).toContain("is verified");
    expect(done.html).not.toContain(ada.email);
    expect(await verifiedOf()).toEqual({
      status: "verified",
      method: "email",
      verified_until: "2027-11-18T12:00:00.000Z",
    });
    expect(await listings(ada)).toMatchObject([{ slug }]);
    expect((await reader.post("/claim", { token: tokenOf(link) })).status).toBe(410);
    expect((await reader.get(link)).status).toBe(410);
  });

  test("a repeat: no second link within an hour; a new link replaces the old one", async () => {
    const ada = await someone("ada");
    const email = `ada@${domain()}`;
    const first = await claim(ada, "email", { email });
    const old = await linkTo(email);
    expect((await claim(ada, "email", { email })).body.claim_id).toBe(first.body.claim_id);
    expect(await mailsTo({ email })).toHaveLength(1);
    now = new Date(now.getTime() + 3_600_000);
    expect((await claim(ada, "email", { email })).body.claim_id).toBe(first.body.claim_id);
    expect(await mailsTo({ email })).toHaveLength(2);
    expect((await visitor(town.server).get(old)).status).toBe(410);
  });

  test("a claimant with an unconfirmed email: neither the email nor the page of the link shows a name that strangers chose", async () => {
    const eve = await someone("eve");
    await town.server.store.write(async (tx) => {
      tx.$client.run("UPDATE accounts SET email_verified_at = NULL, name = 'The bank' WHERE id = ?", [eve.accountId]);
      tx.$client.run("UPDATE companies SET name = 'Your password expired' WHERE id = ?", [(await claimedCompany())!]);
    });
    const address = `info@${domain()}`;
    await claim(eve, "email", { email: address });
    const mail = (await town.server.mails()).find(({ recipient }) => recipient === address)!;
    expect(mail.subject).toStartWith(`Confirm the claim to ${domain()}`);
    expect(mail.textBody).toContain(`Someone has claimed the listing for ${domain()}`);
    const page = await visitor(town.server).get(await linkTo(address));
    for (const text of [JSON.stringify(mail), page.html]) {
      expect(text).not.toContain("The bank");
      expect(text).not.toContain(eve.email);
    }
    expect(JSON.stringify(mail)).not.toContain("Your password");
  });

  test("a link stops working after 24 hours, and other tokens never work", async () => {
    const ada = await someone("ada");
    const email = `ada@${domain()}`;
    await claim(ada, "email", { email });
    const link = await linkTo(email);
    now = new Date(testNow.getTime() + dayMs);
    expect((await visitor(town.server).get(link)).status).toBe(410);
    for (const token of ["", "x", "y".repeat(300), "__proto__"])
      expect((await visitor(town.server).get(`/claim?token=${token}`)).status).toBe(410);
  });

  test("a listing that moved to another domain: a link to the old domain stops working", async () => {
    const ada = await someone("ada");
    const email = `ada@${domain()}`;
    const { body } = await claim(ada, "email", { email });
    const link = await linkTo(email);
    await move("https://else.example/");
    const reader = visitor(town.server);
    expect((await reader.get(link)).status).toBe(410);
    expect((await reader.post("/claim", { token: tokenOf(link) })).status).toBe(410);
    expect((await town.claim(body.claim_id))!.status).toBe("pending");
    expect((await verifiedOf()).status).toBe("unverified");
  });

  test("422: an email at another domain, no email, or an email with another method", async () => {
    const ada = await someone("ada");
    for (const email of [
      `a@x.${domain()}`,
      `a@evil-${domain()}`,
      "a@test",
      `"a"@${domain()}`,
      `a@${domain()}.`,
      `a@b@${domain()}`,
      `a(b)@${domain()}`,
      `a@${domain().replace("e", "е")}`,
      `a@xn--${domain()}`,
      `${"a".repeat(65)}@${domain()}`,
      `a@evil.net\r\nbcc:a@${domain()}`,
    ]) {
      const { status, body } = await claim(ada, "email", { email });
      expect([status, body.errors[0].field]).toEqual([422, "email"]);
    }
    expect((await claim(ada, "email")).body.errors).toMatchObject([{ field: "email", code: "required" }]);
    expect((await claim(ada, "dns", { email: `a@${domain()}` })).body.errors).toMatchObject([
      { field: "email", code: "not_used" },
    ]);
  });

  test("409: verify_claim for a claim by email", async () => {
    const ada = await someone("ada");
    const { body } = await claim(ada, "email", { email: `ada@${domain()}` });
    expect(await verify(ada, body.claim_id)).toMatchObject({ status: 409, code: "state_conflict" });
  });

  test("after eleven months: the mailbox is asked to renew the claim; without a renewal, it is revoked after a year", async () => {
    const ada = await someone("ada");
    const email = `ada@${domain()}`;
    const { body } = await claim(ada, "email", { email });
    await visitor(town.server).post("/claim", { token: tokenOf(await linkTo(email)) });
    now = new Date(testNow.getTime() + 335 * dayMs);
    await town.server.drainJobs();
    const mails = await mailsTo({ email });
    expect(mails[0]).toStartWith("Do you still own ");
    now = new Date(testNow.getTime() + 365 * dayMs);
    await town.server.drainJobs();
    expect(await town.claim(body.claim_id)).toMatchObject({ status: "revoked", errorCode: "not_renewed" });
    expect((await verifiedOf()).status).toBe("unverified");
  });

  test("a claim by email at a domain that many share: it cannot be renewed, and its owner is notified before the end", async () => {
    const ada = await someone("ada");
    // Other days than above, because each day's jobs are enqueued only once.
    const start = testNow.getTime() + 3 * dayMs;
    now = new Date(start);
    const email = `ada@${domain()}`;
    const { body } = await claim(ada, "email", { email });
    await visitor(town.server).post("/claim", { token: tokenOf(await linkTo(email)) });
    await move("https://mailfence.com/");
    now = new Date(start + 335 * dayMs);
    await town.server.drainJobs();
    expect((await mailsTo({ email })).filter((subject) => subject.startsWith("Do you still own "))).toEqual([]);
    expect((await mailsTo(ada))[0]).toBe(`Prove your ownership of ${slug} with another method`);
    now = new Date(start + 365 * dayMs);
    await town.server.drainJobs();
    const ended = (await town.claim(body.claim_id))!;
    expect([ended.status, ended.errorMessage]).toEqual([
      "revoked",
      "Anyone can have an email address at mailfence.com, so such an address does not prove ownership.",
    ]);
  });

  test("422: email at a domain with many members, with the remaining methods; an earlier link stops working too", async () => {
    const ada = await someone("ada");
    const email = `ada@${domain()}`;
    await claim(ada, "email", { email });
    const link = await linkTo(email);
    for (const [url, who] of [
      ["https://www.ieee.org/tool", "ada@ieee.org"],
      ["https://lab.mit.edu/", "ada@mit.edu"],
      ["https://mailfence.com/", "ada@mailfence.com"],
    ] as const) {
      await move(url);
      const { status, body } = await claim(ada, "email", { email: who });
      expect([status, body.errors[0].code, body.errors[0].fix]).toEqual([
        422,
        "method_not_possible",
        "Choose dns (a DNS record), meta (a tag on the home page) or file (an uploaded file).",
      ]);
    }
    expect((await visitor(town.server).get(link)).status).toBe(410);
    expect(await mailsTo({ email: "ada@mit.edu" })).toEqual([]);
  });

  test("422: dns and email on a shared host, with the remaining methods", async () => {
    await town.list("forged", { host: "forged.test", url: "https://github.com/acme/forged" });
    const ada = await someone("ada");
    for (const method of ["dns", "email"]) {
      const { status, body } = await ada.over("REST", "claim_listing", {
        slug: "forged",
        method,
        ...(method === "email" && { email: "a@github.com" }),
      });
      expect([status, body.errors[0].code]).toEqual([422, "method_not_possible"]);
      expect(body.errors[0].fix).toContain("a file in the default branch");
    }
    expect(
      (await ada.over("REST", "claim_listing", { slug: "forged", method: "file" })).body.instructions,
    ).toMatchObject({
      name: "slipway-verification.txt",
    });
  });
});

describe("a verified claim", () => {
  test("one audit entry, an email, and a place in the recently claimed listings", async () => {
    const ada = await someone("ada");
    const id = await prove(ada);
    const [entry] = await changesOf(town.server.store.read, `claim:${id}`, 5);
    expect(entry).toMatchObject({
      action: "apply_proof_result",
      via: "job:check-claim",
      after: { status: "verified", found: "yes" },
    });
    expect(await mailsTo(ada)).toContain(`You are now a verified owner of ${slug}`);
    const { body } = await town.server.call("list_launches", {});
    const { items } = body.sections.find(({ key }: { key: string }) => key === "recently-claimed");
    expect(items.map((item: { slug: string }) => item.slug)).toContain(slug);
    expect((await claim(ada)).body).toMatchObject({ status: 409, code: "state_conflict" });
  });

  test("several claims: the first proof wins, and the others fail with an email", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    const lost = (await claim(bob, "file")).body.claim_id;
    await prove(ada);
    expect((await bob.call("list_my_claims", {})).body.items[0]).toMatchObject({
      claim_id: lost,
      status: "failed",
      last_error: { code: "claimed" },
    });
    expect(await mailsTo(bob)).toContain(`Your claim to ${slug} has ended`);
    expect(await verify(bob, lost)).toMatchObject({ status: 409, code: "state_conflict" });
  });

  test("two claims proved at the same time: one is verified, the other fails", async () => {
    const people = [await someone("ada"), await someone("bob")];
    const claims: number[] = [];
    for (const [i, who] of people.entries()) {
      const { body } = await claim(who, i === 0 ? "dns" : "file");
      publish(town, body);
      claims.push(body.claim_id);
    }
    await Promise.all(people.map((who, i) => verify(who, claims[i]!)));
    const statuses = await Promise.all(claims.map(async (id) => (await town.claim(id))!.status));
    expect(statuses.sort()).toEqual(["failed", "verified"]);
    expect((await Promise.all(people.map(listings))).flat()).toHaveLength(1);
  });

  test("an owner without a proof gets an email and keeps access", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    const owner = { companyId: await claimedCompany(), accountId: bob.accountId, via: "draft:1" };
    await town.server.store.write((tx) => addOwner(tx, owner, now));
    await prove(ada);
    expect(await mailsTo(bob)).toContain(`${slug} has a verified owner`);
    const mail = (await town.server.mails()).find(({ recipient }) => recipient === bob.email)!;
    expect(mail.textBody).toContain(`Ada has proved with the dns method that ${slug} belongs to their company`);
    expect(JSON.stringify(mail)).not.toContain(ada.email);
    expect(await listings(bob)).toHaveLength(1);
    expect(await listings(ada)).toHaveLength(1);
  });
});

const move = (url: string) =>
  town.server.store.write(async (tx) => {
    tx.$client.run("UPDATE companies SET url = ? WHERE id = ?", [url, (await claimedCompany())!]);
  });
const claimedCompany = async () => {
  const { body } = await town.server.call("get_listing", { slug });
  return (await companyOfListing(town.server.store.read, body.id))!;
};

describe("monthly checks", () => {
  const monthly = async () => {
    now = new Date(now.getTime() + 30 * dayMs);
    await town.server.drainJobs();
  };

  test("extend a claim while its proof is published", async () => {
    const ada = await someone("ada");
    await prove(ada);
    for (let month = 0; month < 4; month++) await monthly();
    expect((await verifiedOf()).verified_until).toBe(new Date(now.getTime() + 90 * dayMs).toISOString());
  });

  test("a site that does not respond: retried for more than an hour before it counts as a miss", async () => {
    const ada = await someone("ada");
    now = new Date(testNow.getTime() + 9 * dayMs);
    const id = await prove(ada, "file");
    const path = `${slug}.test/.well-known/slipway-verification.txt`;
    const proof = town.pages.get(path)!;
    town.pages.set(path, () => new Response("", { status: 429, headers: { "retry-after": "3000" } }));
    await monthly();
    const began = now.getTime();
    const again = async () => {
      const due = "SELECT max(run_at) AS at FROM jobs WHERE kind = 'check-claim' AND state = 'queued'";
      now = new Date(town.server.store.read.$client.query<{ at: string }, []>(due).get()!.at);
      await town.server.drainJobs();
    };
    for (let tries = 1; tries < recheckAttempts - 1; tries++) {
      await again();
      expect(await town.claim(id)).toMatchObject({ misses: 0, errorCode: null });
    }
    town.pages.set(path, proof);
    await again();
    expect(now.getTime() - began).toBeGreaterThan(3_600_000);
    expect(await town.claim(id)).toMatchObject({ status: "verified", misses: 0, checkedAt: now.toISOString() });
  });

  test("three misses: two warnings, then revoked; access from the claim alone becomes read-only until a new claim", async () => {
    const ada = await someone("ada");
    // Other days than above, because each day's checks are enqueued only once.
    now = new Date(testNow.getTime() + 5 * dayMs);
    const id = await prove(ada);
    const [{ id: listing_id }] = await listings(ada);
    town.dns.zones.delete(`_slipway.${slug}.test`);
    await monthly();
    expect(await town.claim(id)).toMatchObject({ status: "verified", misses: 1, errorCode: "no_record" });
    await monthly();
    expect((await mailsTo(ada)).filter((subject) => subject.startsWith("We cannot find"))).toHaveLength(2);
    expect((await verifiedOf()).status).toBe("verified");
    await monthly();
    expect(await town.claim(id)).toMatchObject({ status: "revoked", misses: 3 });
    expect(await verifiedOf()).toEqual({ status: "unverified", method: null, verified_until: null });
    expect(await mailsTo(ada)).toContain(`You are no longer a verified owner of ${slug}`);
    const { body: own } = await ada.call("get_my_listing", { listing_id });
    expect(own.warnings).toMatchObject([{ code: "read_only" }]);
    for (const text of ["There is no TXT record at", "claim_listing", `/listings/${slug}/claim`])
      expect(own.warnings[0].message).toContain(text);
    const refused = await ada.over("REST", "post_listing_update", { listing_id, title: "News", body: "None." });
    expect(refused.body).toMatchObject({
      status: 409,
      code: "state_conflict",
      next_actions: [{ tool: "claim_listing" }],
    });
    await prove(ada, "file");
    expect((await ada.call("get_my_listing", { listing_id })).body.warnings).toEqual([]);
    expect((await ada.over("REST", "post_listing_update", { listing_id, title: "News", body: "Some." })).status).toBe(
      201,
    );
  });
});

describe("a listing with a verified owner", () => {
  const team = async () => {
    const { store } = town.server;
    const site = (await siteById(store.read, 1))!;
    const { accountId } = await town.person("team@people.test");
    const actor = {
      kind: "person",
      accountId,
      scopes: everyScope,
      via: "browser",
      isTest: false,
    } as const;
    const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
    const context = { ...contextFor(store, actor, site), now };
    return {
      disputes: async () => (await callTool(listDisputes, context, () => ({}), policy)).output.items,
      decide: (input: Record<string, unknown>) =>
        callTool(decideDispute, context, () => input, policy).then(
          ({ output }) => output.status as string,
          (error: Problem) => error.code as string,
        ),
    };
  };
  const dispute = async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    await prove(ada);
    const { body } = await claim(bob, "file");
    publish(town, body);
    const claimed = await verify(bob, body.claim_id);
    const { disputes, decide } = await team();
    const found = (await disputes()).find((one) => one.slug === slug)!;
    return { ada, bob, claimed, found, decide };
  };
  const opened = async (who: Person) =>
    (await mailsTo(who)).filter((subject) => subject === `Someone else has claimed ${slug}`).length;

  test("a proved claim: opens a dispute and changes nothing else; each side learns the other's name and method", async () => {
    const { ada, bob, claimed, found } = await dispute();
    expect(claimed).toMatchObject({ status: "pending", dispute: { status: "open", reason: null }, last_error: null });
    expect(found).toMatchObject({ claimant: { email: bob.email }, owners: [{ email: ada.email }] });
    expect(found.proved_at).not.toBeNull();
    expect(await mailsTo(bob)).toEqual([`We found your proof for ${slug}`]);
    expect(await opened(ada)).toBe(1);
    const toAda = (await town.server.mails()).find(({ subject }) => subject.includes(`has claimed ${slug}`))!;
    expect(toAda.textBody).toContain(`Ada has proved with the file method that ${slug} belongs to their company`);
    expect(await listings(bob)).toEqual([]);
    now = new Date(testNow.getTime() + 20 * dayMs);
    await town.server.drainJobs();
    expect((await town.claim(claimed.claim_id))!.status).toBe("pending");
  });

  test.each(["REST", "MCP"] as const)("%s: the claim says who is verified and what follows", async (over) => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    const start = async (who: Person, method: string) => {
      const { status, body } = (await who.over(over, "claim_listing", { slug, method })) as {
        status: number;
        body: any;
      };
      return { status, detail: body.detail, why: body.next_actions.at(-1).why };
    };
    const verify = (method: string | null) =>
      town.server.store.write(async (tx) => {
        const sql = "UPDATE companies SET verified_method = ? WHERE id = ?";
        tx.$client.run(sql, [method, (await claimedCompany())!]);
      });
    await verify("dns");
    expect((await start(ada, "meta")).why).toEndWith("no account owns it: the proof makes the user its owner.");
    await verify(null);
    expect((await start(ada, "dns")).why).toBe("Check the proof after the user has published it.");
    await prove(ada);
    const adds = "The user already owns this verified listing, so this only adds a proof.";
    expect((await start(bob, "file")).why).toContain(
      "Someone else is already a verified owner, so the proof opens a dispute. Nothing changes until the team decides",
    );
    expect((await start(ada, "file")).why).toContain(adds);
    const { status, detail } = await start(ada, "dns");
    expect([status, detail]).toEqual([
      409,
      expect.stringMatching(/^You already own \S+, and it is verified by dns\. The proof is valid until .*2027/),
    ]);
  });

  test("an owner of a listing that is verified without a claim: 409 for that method, and another one adds a proof", async () => {
    const ada = await someone("ada");
    await town.server.store.write(async (tx) => {
      const companyId = (await claimedCompany())!;
      await addOwner(tx, { companyId, accountId: ada.accountId, via: "demo" }, now);
      tx.$client.run("UPDATE companies SET verified_method = 'dns' WHERE id = ?", [companyId]);
    });
    expect((await claim(ada)).body).toMatchObject({
      code: "state_conflict",
      detail: `You already own ${slug}, and it is verified by dns.`,
    });
    expect((await ada.call("list_my_claims", {})).body.total).toBe(0);
    const { status, body } = await claim(ada, "meta");
    expect([status, body.next_actions.at(-1).why]).toEqual([
      201,
      expect.stringContaining("already owns this verified listing, so this only adds a proof"),
    ]);
  });

  test("a claim without a proof: no dispute and no email", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    await prove(ada);
    const before = await mailsTo(ada);
    for (const method of ["dns", "meta", "file"]) {
      const { body } = await claim(bob, method);
      expect((await verify(bob, body.claim_id)).dispute).toBeNull();
    }
    const { disputes } = await team();
    expect((await disputes()).filter((one) => one.slug === slug)).toEqual([]);
    expect(await mailsTo(ada)).toEqual(before);
    expect(await mailsTo(bob)).toEqual([]);
  });

  test("a claimant with several proofs at once, and again after a refusal: one open dispute and one email to the owner", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    await prove(ada);
    const claims = [];
    for (const method of ["dns", "meta", "file"]) {
      const { body } = await claim(bob, method);
      publish(town, body);
      claims.push(body.claim_id);
    }
    await Promise.all(claims.map((id) => verify(bob, id)));
    const { disputes, decide } = await team();
    const ofListing = async () => (await disputes()).filter((one) => one.slug === slug);
    const [one, ...more] = await ofListing();
    expect(more).toEqual([]);
    expect(await opened(ada)).toBe(1);
    const { items } = (await bob.call("list_my_claims", {})).body;
    expect(items.map(({ status }: { status: string }) => status).sort()).toEqual(["failed", "failed", "pending"]);
    expect(items.find(({ status }: { status: string }) => status === "failed").last_error.message).toContain(
      "the team is deciding who owns the listing",
    );
    await decide({ dispute_id: one!.dispute_id, decision: "refuse", reason: "No." });
    const { body: again } = await claim(bob, "dns");
    publish(town, again);
    await verify(bob, again.claim_id);
    expect(await ofListing()).toHaveLength(1);
    expect(await opened(ada)).toBe(1);
  });

  test("no email to one side contains the email of the other", async () => {
    const { ada, bob, found, decide } = await dispute();
    await decide({ dispute_id: found.dispute_id, decision: "grant", reason: "It was sold." });
    const mails = await town.server.mails();
    for (const [reader, other] of [
      [ada, bob],
      [bob, ada],
    ] as const)
      for (const mail of mails.filter(({ recipient }) => recipient === reader.email))
        expect(JSON.stringify(mail)).not.toContain(other.email);
  });

  test("dispute granted: the claimant can edit, the previous owner's claim is revoked, both get the decision by email", async () => {
    const { ada, bob, found, decide } = await dispute();
    const reason = "The domain was sold in October.";
    expect(await decide({ dispute_id: found.dispute_id, decision: "grant", reason })).toBe("granted");
    expect(await decide({ dispute_id: found.dispute_id, decision: "refuse", reason })).toBe("state_conflict");
    expect(await verifiedOf()).toMatchObject({ status: "verified", method: "file" });
    const [{ id: listing_id }] = await listings(ada);
    const sent = { listing_id, title: "News", body: "Some." };
    expect((await ada.over("REST", "post_listing_update", sent)).status).toBe(409);
    expect((await bob.over("REST", "post_listing_update", sent)).status).toBe(201);
    expect((await ada.call("list_my_claims", {})).body.items[0]).toMatchObject({
      status: "revoked",
      last_error: { message: reason },
    });
    for (const who of [ada, bob])
      expect((await mailsTo(who)).some((subject) => subject.startsWith("Dispute decided:"))).toBeTrue();
  });

  test("dispute refused: the claim fails, the owner stays, both get the decision by email", async () => {
    const { ada, bob, claimed, found, decide } = await dispute();
    expect(await decide({ dispute_id: found.dispute_id, decision: "refuse", reason: "No proof." })).toBe("refused");
    expect((await bob.call("list_my_claims", {})).body.items[0]).toMatchObject({
      claim_id: claimed.claim_id,
      status: "failed",
      dispute: { status: "refused", reason: "No proof." },
    });
    expect(await verifiedOf()).toMatchObject({ status: "verified", method: "dns" });
    for (const who of [ada, bob])
      expect((await mailsTo(who)).some((subject) => subject.startsWith("Dispute decided:"))).toBeTrue();
  });
});

describe("refused", () => {
  test("404 and 422: unknown slugs and ids, another account's claim, unknown methods, another product's URL", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    const missing = await ada.over("REST", "claim_listing", { slug: `${slug}x`, method: "dns" });
    expect(missing.body).toMatchObject({ status: 404, next_actions: [{ arguments: { slug, method: "dns" } }, {}] });
    expect((await claim(ada, "fax")).body).toMatchObject({ status: 422, errors: [{ field: "method" }] });
    const { body } = await claim(ada);
    expect(await verify(bob, body.claim_id)).toMatchObject({ status: 404, code: "not_found" });
    expect(await verify(ada, 999_999)).toMatchObject({ status: 404 });
    for (const url of ["https://other.test", "::", "javascript:1"])
      expect((await claim(bob, "dns", { url })).body).toMatchObject({
        status: 422,
        errors: [{ field: "url", code: "other_product" }],
      });
  });

  test("a proof with the token of another claim", async () => {
    const [ada, bob] = [await someone("ada"), await someone("bob")];
    const mine = (await claim(ada)).body;
    const theirs = (await claim(bob)).body;
    publish(town, theirs);
    expect(await verify(ada, mine.claim_id)).toMatchObject({ status: "pending", last_error: { code: "other_claim" } });
  });

  test("429: the sixth claim in an hour, and the eleventh check in a minute", async () => {
    const limited = await startClaimTown({ limiter: createRateLimiter() });
    const ada = await limited.person("ada@people.test");
    for (let i = 0; i < 6; i++) await limited.list(`many-${i}`);
    const ask = async (i: number) =>
      (await ada.over("REST", "claim_listing", { slug: `many-${i}`, method: "file" })) as any;
    const claims = [];
    for (let i = 0; i < 5; i++) claims.push(await ask(i));
    expect(claims.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await ask(5)).body).toMatchObject({ status: 429, code: "rate_limited", retry_after: 3600 });
    expect((await ask(4)).status).toBe(201);
    const checks = [];
    for (let i = 0; i < 11; i++)
      checks.push((await ada.over("REST", "verify_claim", { claim_id: claims[0].body.claim_id })).status);
    expect(checks).toEqual([...Array(10).fill(200), 429]);
    await limited.stop();
  });

  test("a claim after seven days, before and after the daily job", async () => {
    const ada = await someone("ada");
    const { body } = await claim(ada);
    publish(town, body);
    now = new Date(testNow.getTime() + 7 * dayMs);
    expect(await verify(ada, body.claim_id)).toMatchObject({ status: 409, next_actions: [{ tool: "claim_listing" }] });
    await town.server.drainJobs();
    expect((await town.claim(body.claim_id))!.status).toBe("expired");
    expect((await claim(ada)).body.claim_id).not.toBe(body.claim_id);
  });
});

describe("a listing that is not public", () => {
  const hide = (status: string) =>
    town.server.store.write(async (tx) => {
      tx.$client.run("UPDATE listings SET status = ? WHERE slug = ?", [status, slug]);
      await indexListing(tx, (await statusBySlug(tx, 1, slug))!.id);
    });
  const statusNow = async () => (await statusBySlug(town.server.store.read, 1, slug))!.status;

  for (const status of ["draft", "awaiting_badge", "scheduled", "rejected", "suspended", "archived"])
    test(`${status}: a slug alone is unknown, the slug with the product's URL can be claimed, and the status stays`, async () => {
      const [ada, bob] = [await someone("ada"), await someone("bob")];
      slug = `quay-${made}`;
      const unknown = await claim(ada);
      await town.list(slug);
      await hide(status);
      const hidden = await claim(ada);
      expect([unknown.status, hidden.status]).toEqual([404, 404]);
      expect({ ...hidden.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
      for (const url of ["https://other.test", "::", `${town.at(`${slug}.test`)}/other`])
        expect((await claim(ada, "dns", { url })).status).toBe(404);

      const url = `${town.at(`www.${slug}.test`).replace("http:", "https:")}/?utm_source=x`;
      const { status: code, body } = await claim(ada, "dns", { url });
      expect(code).toBe(201);
      // After a claim, the account no longer needs the URL.
      expect((await claim(ada)).body.claim_id).toBe(body.claim_id);
      expect((await claim(bob)).status).toBe(404);
      publish(town, body);
      expect((await verify(ada, body.claim_id)).status).toBe("verified");
      expect(await statusNow()).toBe(status as never);
      expect((await town.server.call("get_listing", { slug })).status).toBe(404);
      const { body: feed } = await town.server.call("list_launches", {});
      expect(JSON.stringify(feed)).not.toContain(`"${slug}"`);
      const { body: found } = await town.server.call("search_listings", { q: slug, verified: true });
      expect(JSON.stringify(found.items)).not.toContain(`"${slug}"`);
      expect(await listings(ada)).toMatchObject([{ slug, status }]);
    });

  test("a read-only owner needs no URL", async () => {
    const ada = await someone("ada");
    const companyId = await claimedCompany();
    await town.server.store.write(async (tx) => {
      tx.$client.run(
        "INSERT INTO company_owners (company_id, account_id, via, created_at, read_only_since) VALUES (?, ?, 'draft:1', '', '')",
        [companyId, ada.accountId],
      );
    });
    await hide("scheduled");
    expect((await claim(ada)).status).toBe(201);
  });

  test("submitting the product again: the next action of the 409 claims it", async () => {
    const ada = await someone("ada");
    await hide("draft");
    const { status, body } = (await ada.over("REST", "submit_listing", { url: town.at(`${slug}.test`) })) as any;
    const [{ tool, arguments: given }] = body.next_actions;
    expect([status, tool]).toEqual([409, "claim_listing"]);
    expect((await ada.over("REST", tool, { ...given, method: "file" })).status).toBe(201);
  });
});

test("a deleted listing: its claims fail", async () => {
  const ada = await someone("ada");
  const { body } = await claim(ada);
  await town.server.store.write(async (tx) => deleteListing(tx, (await statusBySlug(tx, 1, slug))!, now));
  expect((await ada.call("list_my_claims", {})).body.items[0]).toMatchObject({
    claim_id: body.claim_id,
    status: "failed",
    last_error: { code: "listing_gone" },
  });
});

test("a sandbox key: the claim is verified, without ownership or email", async () => {
  const sam = await someone("sam", { isTest: true });
  const { body } = await claim(sam);
  publish(town, body);
  expect(await verify(sam, body.claim_id)).toMatchObject({ status: "verified", next_actions: [] });
  expect((await verifiedOf()).status).toBe("unverified");
  expect(await listings(sam)).toEqual([]);
  expect(await mailsTo(sam)).toEqual([]);
});

test("without a running job queue: the response says when to call again, and a repeat starts no second check", async () => {
  const idle = await startClaimTown({ isWorking: false });
  await idle.list("idle");
  const ada = await idle.person("ada@people.test");
  const { body } = (await ada.over("REST", "claim_listing", { slug: "idle", method: "file" })) as any;
  publish(idle, body);
  const ask = async () => (await ada.over("REST", "verify_claim", { claim_id: body.claim_id })).body;
  expect(await ask()).toMatchObject({ status: "pending", attempts: 1, poll_after_ms: 1000 });
  expect(await ask()).toMatchObject({ status: "pending", attempts: 1, poll_after_ms: 1000 });
  await idle.server.drainJobs();
  expect(await ask()).toMatchObject({ status: "verified", attempts: 1, poll_after_ms: null });
  const { body: account } = await ada.call("get_account", {});
  expect(account.unfinished.filter(({ kind }: { kind: string }) => kind === "claim")).toEqual([]);
  await idle.stop();
});
