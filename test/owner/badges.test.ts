import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import sharp from "sharp";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { createAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { badgeCheckOf } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import saveFounderProfile from "#tools/founders/save-founder-profile.ts";
import checkBadge from "#tools/launches/free/check-badge.ts";
import { chromiumPath, hasChromium } from "../browser/chromium.ts";
import { type ServedSite, type Site, type SiteAnswer, serveSite } from "../drafts/sites/serve.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { completeProfile, ownedListing } from "../support/records/owned-listing.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { contextFor } from "../support/server/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

// A browser is started in the middle.
setDefaultTimeout(30_000);

const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
const periodic = scheduled("badge-checks", "week-rollover");
let server: TestServer;
let clock: Date;
let nth = 0;
const sites: ServedSite[] = [];

const start = async (more: Partial<Parameters<typeof startTestServer>[0]> = {}) => {
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  return startTestServer({ store, now: () => clock, outbound, periodic, ...more });
};
beforeEach(async () => {
  clock = testNow;
  server = await start();
});
afterEach(async () => {
  await server.stop();
  for (const site of sites.splice(0)) await site.stop();
});

const badge = (slug: string, { url } = server) =>
  `<a href="${url}/listings/${slug}"><img src="${url}/badges/site.svg" alt="Listed"></a>`;
const pageWith = (body: string) => `<!doctype html><title>Kelp</title><h1>Kelp counts seaweed for divers</h1>${body}`;

/** A product whose website answers as `home` says, with the free plan chosen and the website looked at. */
async function product(
  home: (slug: string) => SiteAnswer,
  options: { hasProfile?: boolean; pages?: Site["pages"] } = {},
) {
  const slug = `product-${++nth}`;
  let answer = home(slug);
  const served = await serveSite({
    pages: {
      "/robots.txt": "",
      ...options.pages,
      "/": async (request) => {
        if (typeof answer === "function") return answer(request);
        const { status = 200, body = "" } = typeof answer === "string" ? { body: answer } : answer;
        return new Response(body, { status, headers: { "content-type": "text/html" } });
      },
    },
  });
  sites.push(served);
  const owned = await ownedListing(server.store, slug, { url: served.url, hasProfile: options.hasProfile ?? true });
  const chosen = await server.as(owned.key).over("REST", "choose_free_listing", { listing_id: owned.id });
  expect(chosen.status).toBe(200);
  await server.drainJobs();
  const read = async () => (await server.as(owned.key).call("get_my_listing", { listing_id: owned.id })).body;
  return {
    ...owned,
    slug,
    served,
    chosen: chosen.body,
    show: (next: SiteAnswer) => {
      answer = next;
    },
    read,
    status: async () => (await read()).status,
    looks: () => served.hits.filter((path) => path === "/").length,
    mails: async () =>
      (await server.mails()).filter(({ recipient }) => recipient === owned.email).map(({ subject }) => subject),
  };
}

/** Lets days pass, with the work of each. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock = new Date(clock.getTime() + dayMs);
    await server.drainJobs();
  }
}

test("a badge found at once with a complete profile: the listing is scheduled", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)));
  expect(await kelp.read()).toMatchObject({ status: "scheduled", blockers: [], queue: { likely_week: "2026-W50" } });
  const [latest] = await changesOf(server.store.read, `listing:${kelp.id}`, 1);
  expect(latest).toMatchObject({
    action: "apply_badge_check",
    via: "job:check-badge",
    before: { status: "awaiting_badge" },
    after: { status: "scheduled", badge: "found" },
  });
  expect([...kelp.served.userAgents]).toEqual(["SlipwayBot/test"]);
  expect(kelp.served.hits[0]).toBe("/robots.txt");
});

test("the plan chosen again checks the website at once, at most once a minute, and says what was found", async () => {
  const kelp = await product(() => pageWith(""));
  const send = () => server.as(kelp.key).mcp("choose_free_listing", { listing_id: kelp.id });
  const again = async () => (await send()).structuredContent;
  const missing =
    "We have not found the badge on the product's website. The badge is not on the home page. Last checked 18 Nov 2026, 12:00 UTC.";
  const from = (seconds: number) => `${missing} To check again, repeat the call in ${seconds} s.`;
  expect(await again()).toMatchObject({ status: "awaiting_badge", badge: from(60), poll_after_ms: null });
  clock = new Date(clock.getTime() + 20_000);
  expect((await send()).text.split("\n")).toContain(`Blocker: ${from(40)} ${server.url}/account/listings/${kelp.id}`);
  expect((await kelp.read()).blockers[0].reason).toBe(missing);
  kelp.show(pageWith(badge(kelp.slug)));
  const looks = kelp.looks();
  await server.drainJobs();
  expect(kelp.looks()).toBe(looks);
  clock = new Date(clock.getTime() + 40_000);
  expect(await again()).toMatchObject({ status: "awaiting_badge", badge: missing, poll_after_ms: 3000 });
  await server.drainJobs();
  expect(await kelp.read()).toMatchObject({ status: "scheduled", blockers: [] });
});

test("a running server waits for the badge check and returns its result", async () => {
  await server.stop();
  server = await start({ isWorking: true, now: () => new Date() });
  const kelp = await product((slug) => pageWith(badge(slug)));
  expect(kelp.chosen).toMatchObject({ status: "scheduled", poll_after_ms: null, blockers: [] });
  expect(kelp.chosen.badge).toStartWith("We found the badge on the product's website on ");
});

test("a badge found before the profile is complete: only the profile is missing", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)), { hasProfile: false });
  const { status, blockers } = await kelp.read();
  expect([status, blockers.map(({ reason }: any) => reason)]).toEqual([
    "awaiting_badge",
    ["There is no founder profile yet."],
  ]);
  await completeProfile(server.store, kelp.account.id);
  await pass(1);
  expect(await kelp.status()).toBe("scheduled");
});

test("the completed profile schedules the listing without another badge check", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)), { hasProfile: false });
  const looks = kelp.looks();
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const bio = "Builds small tools for small companies, and has done so for years.";
  const profile = { name: "Ada", bio, links: { website: "https://ada.example" }, photo: photo.toString("base64") };
  const actor = { kind: "person", accountId: kelp.account.id, scopes: [], via: "browser", isTest: false } as const;
  const [site] = await allSites(server.store.read);
  const { policy } = server.runtime;
  await callTool(saveFounderProfile, contextFor(server.store, actor, site), () => profile, policy);
  await server.drainJobs();
  expect(await kelp.read()).toMatchObject({ status: "scheduled", blockers: [] });
  expect(kelp.looks()).toBe(looks);
});

describe("a listing whose week has begun goes live as soon as nothing is missing", () => {
  /** Noon on the Tuesday of W50, the week of every product here. */
  const midweek = async () => {
    for (clock = new Date("2026-12-07T00:00:00Z"); clock.getUTCDate() < 8; ) await pass(1);
  };
  const live = { status: "live", launch_week: "2026-W50", blockers: [] };

  test("when the badge is found", async () => {
    const kelp = await product(() => pageWith(""));
    await midweek();
    expect(await kelp.read()).toMatchObject({ status: "awaiting_badge", launch_week: "2026-W50" });
    expect(await kelp.mails()).toEqual([
      `${kelp.slug} cannot go live yet, although its launch week has begun (main)`,
      `${kelp.slug} has a free launch (main)`,
    ]);
    kelp.show(pageWith(badge(kelp.slug)));
    clock = new Date(clock.getTime() + 60_000);
    await personCaller(server, kelp.account.id)(checkBadge, { listing_id: kelp.id });
    await server.drainJobs();
    expect(await kelp.read()).toMatchObject(live);
    expect((await kelp.mails())[0]).toBe(`${kelp.slug} is live (main)`);
    expect((await server.call("get_launch_week", { week: "2026-W50" })).body.items).toMatchObject([
      { slug: kelp.slug },
    ]);
  });

  test("when the profile is completed", async () => {
    const kelp = await product((slug) => pageWith(badge(slug)), { hasProfile: false });
    await midweek();
    expect(await kelp.read()).toMatchObject({ status: "awaiting_badge", launch_week: "2026-W50" });
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const bio = "Builds small tools for small companies, and has done so for years.";
    const profile = { name: "Ada", bio, links: { website: "https://ada.example" }, photo: photo.toString("base64") };
    await personCaller(server, kelp.account.id)(saveFounderProfile, profile);
    await server.drainJobs();
    expect(await kelp.read()).toMatchObject(live);
  });

  test("but not in a later week: it moves to a new week and is scheduled", async () => {
    const kelp = await product(() => pageWith(""));
    await midweek();
    await pass(7);
    kelp.show(pageWith(badge(kelp.slug)));
    await pass(1);
    expect(await kelp.read()).toMatchObject({ status: "scheduled", launch_week: "2026-W52" });
    expect((await kelp.mails()).slice(0, 2)).toEqual([
      `We found the badge of ${kelp.slug} (main)`,
      `${kelp.slug} moves to the launch week of 21 December 2026 (main)`,
    ]);
  });

  test("also when the plan is chosen in that week", async () => {
    await server.store.write(async (tx) => {
      tx.$client.run(`UPDATE sites SET settings = '{"freeQueue":{"firstWeekOffset":0}}'`);
    });
    const kelp = await product((slug) => pageWith(badge(slug)));
    expect(await kelp.read()).toMatchObject({ status: "live", launch_week: "2026-W47" });
  });
});

describe("the owner learns why the badge was not found", () => {
  const causes: [string, (slug: string) => SiteAnswer, string, Site["pages"]?][] = [
    ["not there", () => pageWith(""), "not on the home page"],
    ["elsewhere", (slug) => pageWith(badge(slug).replace(/href="[^"]*"/, 'href="/about"')), "/about instead of"],
    ["a comment", (slug) => pageWith(`<!-- ${badge(slug)} -->`), "comment or a script"],
    ["hidden", (slug) => pageWith(`<div hidden>${badge(slug)}</div>`), "hidden from visitors"],
    [
      "unreachable",
      () => ({ status: 500, body: "broken" }),
      "We could not read the home page because the website returned a server error.",
    ],
    [
      "robots",
      (slug) => pageWith(badge(slug)),
      "website's robots.txt does not allow SlipwayBot",
      { "/robots.txt": "User-agent: *\nDisallow: /" },
    ],
    [
      "scripts",
      () => '<!doctype html><title>Kelp</title><div id="root"></div><script src="/app.js"></script>',
      "needs scripts, which we could not run",
    ],
  ];
  for (const [what, home, reason, pages] of causes)
    test(what, async () => {
      const kelp = await product(home, { pages });
      const { status, blockers } = await kelp.read();
      expect(status).toBe("awaiting_badge");
      expect(blockers[0].reason).toContain(reason);
      expect(await kelp.mails()).toEqual([`${kelp.slug} has a free launch (main)`]);
    });
});

test.skipIf(!hasChromium)("a badge that scripts add is found in the browser", async () => {
  const renderer = createRenderer({ ...outbound, chromiumPath });
  await server.stop();
  server = await start({ drafting: { renderer } });
  try {
    const kelp = await product(
      () => '<!doctype html><title>Kelp</title><div id="root"></div><script src="/app.js"></script>',
      {
        pages: {
          "/app.js": () =>
            new Response(
              `document.getElementById("root").innerHTML = ${JSON.stringify(`<h1>Kelp</h1>${badge(`product-${nth}`)}`)}`,
              { headers: { "content-type": "text/javascript" } },
            ),
        },
      },
    );
    expect(await kelp.status()).toBe("scheduled");
  } finally {
    await renderer.close();
  }
});

test("the badge is checked daily before the launch and weekly after it", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)));
  await pass(5);
  expect(kelp.looks()).toBe(6);
  await pass(15);
  expect(await kelp.status()).toBe("live");
  const before = kelp.looks();
  await pass(14);
  expect(kelp.looks() - before).toBe(2);
});

test("a badge lost after the launch: three misses, a warning, 14 days, hidden; live again when it returns", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)));
  await pass(20);
  expect(await kelp.status()).toBe("live");
  kelp.show(pageWith(""));
  await pass(14);
  const before = await kelp.mails();
  expect(before).toEqual([
    `The results of the week for ${kelp.slug} (main)`,
    `${kelp.slug} is live (main)`,
    `We found the badge of ${kelp.slug} (main)`,
    `${kelp.slug} has a free launch (main)`,
  ]);
  const since = async () => (await kelp.mails()).slice(0, -before.length);
  await pass(7);
  expect(await since()).toEqual([`The badge of ${kelp.slug} is missing (main)`]);
  await pass(11);
  expect(await kelp.status()).toBe("live");
  await pass(2);
  expect(await kelp.read()).toMatchObject({ status: "awaiting_badge", queue: null, launch_week: "2026-W50" });
  expect((await server.call("get_listing", { slug: kelp.slug })).status).toBe(404);
  expect(await since()).toEqual([
    `${kelp.slug} is hidden because its badge is missing (main)`,
    `The badge of ${kelp.slug} is missing (main)`,
  ]);

  kelp.show(pageWith(badge(kelp.slug)));
  await pass(1);
  expect(await kelp.read()).toMatchObject({ status: "live", launch_week: "2026-W50" });
  expect((await since())[0]).toBe(`We found the badge of ${kelp.slug} (main)`);
  const [found] = await server.mails();
  expect(found!.textBody).toContain(`${kelp.slug} is public again.`);
});

test("a badge that returns within the grace period changes nothing", async () => {
  const kelp = await product((slug) => pageWith(badge(slug)));
  await pass(20);
  kelp.show({ status: 503, body: "down" });
  await pass(21);
  const missing = (subjects: string[]) =>
    subjects.filter((subject) => subject.includes("badge") && subject.includes("missing"));
  expect(missing(await kelp.mails())).toHaveLength(1);
  kelp.show(pageWith(badge(kelp.slug)));
  await pass(1);
  expect(await badgeCheckOf(server.store.read, kelp.id)).toMatchObject({ isFound: true, misses: 0, warnedAt: null });
  await pass(20);
  expect(await kelp.status()).toBe("live");
});

test("no badge check without an owner's choice of the free plan", async () => {
  const site = await serveSite({ pages: { "/": pageWith("") } });
  sites.push(site);
  const id = await server.store.write((tx) => addListing(tx, 1, "imported", { url: site.url }));
  await server.store.write(async (tx) => {
    const companyId = (await companyOfListing(tx, id))!;
    const { id: accountId } = await createAccount(tx, { email: "a@example.test", name: "A" }, testNow);
    await addOwner(tx, { companyId, accountId, via: "claim" }, testNow);
  });
  await pass(30);
  expect(site.hits).toEqual([]);
  expect((await server.call("get_listing", { slug: "imported" })).status).toBe(200);
});

describe("a badge check on demand", () => {
  const asked = (call: Promise<unknown>) =>
    call.then(
      () => "asked",
      ({ code }: Problem) => code,
    );

  test("runs at once even after the automatic check, then at most once a minute, and not during another check", async () => {
    const kelp = await product(() => pageWith(""));
    const press = () => asked(personCaller(server, kelp.account.id)(checkBadge, { listing_id: kelp.id }));
    expect(kelp.looks()).toBe(1);
    kelp.show(pageWith(badge(kelp.slug)));
    expect(await Promise.all([press(), press(), press()])).toEqual(["asked", "asked", "asked"]);
    await server.drainJobs();
    expect(kelp.looks()).toBe(2);
    expect(await kelp.status()).toBe("scheduled");
    expect(await press()).toBe("rate_limited");
    clock = new Date(clock.getTime() + 60_000);
    expect(await press()).toBe("asked");
  });

  test("is refused if no badge is needed and for other accounts", async () => {
    const kelp = await product(() => pageWith(""));
    const draft = await ownedListing(server.store, "no-plan");
    const stranger = personCaller(server, draft.account.id);
    expect(await asked(stranger(checkBadge, { listing_id: draft.id }))).toBe("state_conflict");
    expect(await asked(stranger(checkBadge, { listing_id: kelp.id }))).toBe("not_found");
  });
});
