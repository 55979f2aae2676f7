import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeReadOnly } from "#db/queries/accounts/access.ts";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { createClaim } from "#db/queries/claims/claims.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { demoFounder, type Founder } from "#test/support/server/demo.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { endProof } from "#tools/claims/shared/end-proof.ts";

let server: TestServer;
let founder: Founder;
let browser: Visitor;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  founder = await demoFounder(server.store);
  browser = visitor(server);
  await browser.post("/sign-in", { email: founder.email, password: founder.password, do: "password" });
});
afterAll(() => server.stop());

test("badge: shows the result, the fix and the code with a copy button, and can be checked once a minute", async () => {
  const { main } = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
  const path = `/account/listings/${main}`;
  const { html } = await browser.get(path);
  expect(html).toContain("We have not checked your home page yet.");
  expect(html).toMatch(/<pre class="snippet copied"[^>]*><code>[^<]*\/badges\/site.svg&quot;/);
  expect(html).toContain("<script");
  expect((await browser.post(path, { do: "check" })).location).toBe(`${path}?done=asked#badge`);
  expect((await browser.get(path)).html).toContain("We are checking your home page now.");
  await server.drainJobs();
  const seen = await browser.get(path);
  expect(seen.html.split(">Check now</button>")).toHaveLength(2);
  expect(seen.html).toContain("<strong>Not found</strong>");
  expect(seen.html).toContain("Make sure that visitors can open your home page");
  const early = await browser.post(path, { do: "check" });
  expect([early.status, early.html]).toEqual([
    429,
    expect.stringContaining("We checked the website less than a minute ago."),
  ]);
  expect(early.headers.get("retry-after")).toBe("60");
});

test("archive: confirmed on its own page, and can be undone for a year", async () => {
  const { main, slug } = await ownedProduct(server.store, founder.accountId);
  const path = `/account/listings/${main}`;
  const { html } = await browser.get(`${path}/archive`);
  for (const text of [
    "The public page of Kelpworks on Slipway will disappear immediately",
    "keeps its launch week and votes",
    "on Slipway Dev will not change",
    "within a year",
  ])
    expect(html).toContain(text);
  expect((await browser.post(`${path}/archive`, {})).location).toBe(`${path}?done=archived`);
  expect((await server.get(`/listings/${slug}`)).status).toBe(404);
  expect((await browser.post(`${path}/archive`, {})).status).toBe(409);
  expect((await browser.get(path)).html).toContain("You can restore it until");
  clock = new Date("2027-11-19T12:00:00.000Z");
  await browser.post("/sign-in", { email: founder.email, password: founder.password, do: "password" });
  expect((await browser.get(path)).html).toContain("can no longer be restored");
  const late = await browser.post(path, { do: "unarchive" });
  expect([late.status, late.html]).toEqual([
    409,
    expect.stringContaining("The deadline for restoring it was 18 November 2027"),
  ]);
  clock = testNow;
  expect((await browser.post(path, { do: "unarchive" })).location).toBe(`${path}?done=back`);
  expect((await server.get(`/listings/${slug}`)).status).toBe(200);
});

test("versions: show the author and the difference, and can be reverted unless there is a newer edit", async () => {
  const { main } = await ownedProduct(server.store, founder.accountId);
  const path = `/account/listings/${main}/versions`;
  const edit = (headline: string) =>
    server.as(founder.key).over("REST", "update_my_listing", { listing_id: main, fields: { headline } });
  await edit("Kelp farming without the paperwork");
  const { html } = await browser.get(path);
  expect(html).toContain("Kelp farming without the <del>guesswork</del>");
  expect(html).toContain("Kelp farming without the <ins>paperwork</ins>");
  expect(html).toMatch(/Robin Tidewell \(key:\d+\)/);
  await edit("Kelp farming without any paperwork");
  expect((await browser.get(path)).html).not.toContain("Undo this edit");
  const late = await browser.post(path, { revert_to: "1", if_version: "2" });
  expect([late.status, late.html]).toEqual([409, expect.stringContaining("so nothing was restored")]);
  expect((await browser.post(path, { revert_to: "1", if_version: "3" })).location).toBe(`${path}?done=back`);
  const { body } = await server.as(founder.key).call("get_my_listing", { listing_id: main });
  expect(body).toMatchObject({ version: 4, headline: "Kelp farming without the guesswork" });
});

test("revoked claim: all pages of the listing say that it is read-only, with a link to claim again", async () => {
  const { main, slug } = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
  await server.store.write(async (tx) => {
    const companyId = (await companyOfListing(tx, main))!;
    const claim = await createClaim(tx, {
      ...{ siteId: 1, accountId: founder.accountId, listingId: main, companyId, slug, url: "https://kelp.example/" },
      ...{ method: "dns", token: "t", createdAt: testNow.toISOString(), expiresAt: testNow.toISOString() },
    });
    await endProof(tx, claim, { code: "no_record", message: "There is no TXT record any more." }, testNow);
    await makeReadOnly(tx, { companyId, accountId: founder.accountId }, testNow);
  });
  const path = `/account/listings/${main}`;
  for (const page of ["/account/listings", path]) {
    const { html } = await browser.get(page);
    expect(html).toContain("because the verification behind your access has ended. There is no TXT record any more.");
    expect(html).toContain(`/listings/${slug}/claim">Claim again</a>`);
  }
  const overview = (await browser.get(path)).html;
  for (const offered of ["Check now", "Archive this listing"]) expect(overview).not.toContain(offered);
  for (const end of ["/edit", "/updates", "/milestones", "/story", "/versions", "/launch", "/archive"]) {
    const [, main] = (await browser.get(path + end)).html.split("<main");
    expect(main).toContain("You have read-only access to Kelpworks, so you cannot change anything here");
    expect(main).not.toContain("<form");
    expect([end, main!.includes(`href="${path}/edit"`)]).toEqual([end, false]);
  }
  expect(overview).not.toContain('id="checklist"');
  expect((await browser.post(`${path}/updates`, { title: "Late", body: "News." })).status).toBe(409);
  expect((await browser.post(path, { do: "check" })).status).toBe(409);
  const order = { items: [{ product: "launch", listing_id: main }] };
  const bought = await server.as(founder.key).over("REST", "create_checkout", order);
  expect(bought.body.errors).toContainEqual(expect.objectContaining({ code: "read_only" }));
});

/** The checklist's rows as [done or the tag, label, path]. */
const checklistOf = (html: string) =>
  [...(/<ul class="steps"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "").matchAll(/<li[\s\S]*?<\/li>/g)].map(([row]) => [
    row.includes('class="done"') ? "done" : /class="tag[^"]*">([^<]+)/.exec(row)![1],
    ...[.../href="([^"]+)">([^<]+)/.exec(row)!].slice(1).toReversed(),
  ]);

test("checklist: what a launch needs comes with its tag, and each row links to its page", async () => {
  const { main, slug, companyId } = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
  const path = `/account/listings/${main}`;
  const page = (await browser.get(path)).html;
  expect(checklistOf(page)).toEqual([
    ["done", "Choose how to launch", `${path}/launch`],
    ["Needed for launch", "Put the badge on your website", "#badge"],
    ["done", "Complete your founder profile", "/account/profile"],
    ["Recommended", "Write the founder story", `${path}/story`],
    ["Recommended", "Add facts", `${path}/edit#facts`],
    ["done", "Answer the interview", "/account/interview"],
    ["Recommended", "Verify that you own the product", `${server.url}/listings/${slug}/claim`],
  ]);
  expect(page).toContain("3 of 7 done");
  expect(page).toContain("Missing: prices, licence, self-hosted, single sign-on, data regions, languages.");
  expect(page).toContain("It needs 300 words in three sections.");
  expect(page).toContain('<progress aria-labelledby="checklist" value="3" max="7">');
  const labelsNow = async () => checklistOf((await browser.get(path)).html).map(([, label]) => label);
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE company_owners SET appears = NULL WHERE company_id = ?", [companyId]),
  );
  expect(await labelsNow()).toContain("Choose whether you appear as a founder");
  await browser.post(path, { do: "appear", appears: "no" });
  const labels = await labelsNow();
  for (const label of [
    "Complete your founder profile",
    "Answer the interview",
    "Choose whether you appear as a founder",
  ])
    expect(labels).not.toContain(label);
});

test("checklist: a new owner's draft needs a plan, then a profile and the badge; another site's interview is not asked", async () => {
  const ada = await signUpAs(server, "ada@example.org");
  const { id } = (await accountByEmail(server.store.read, "ada@example.org"))!;
  const { main, dev, slug } = await ownedProduct(server.store, id, "draft");
  const path = `/account/listings/${main}`;
  const rows = async (of = path) => checklistOf((await ada.get(of)).html);
  expect(await rows()).toEqual([
    ["Needed for launch", "Choose how to launch", `${path}/launch`],
    ["Needed for launch", "Complete your founder profile", "/account/profile"],
    ["Recommended", "Write the founder story", `${path}/story`],
    ["Recommended", "Add facts", `${path}/edit#facts`],
    ["Recommended", "Answer the interview", "/account/interview"],
    ["Recommended", "Verify that you own the product", `${server.url}/listings/${slug}/claim`],
  ]);
  expect((await ada.get(path)).html).toContain("There is no founder profile yet.");
  expect((await ada.get("/account/profile")).html).toContain(`<a href="${path}"><bdi>Kelpworks</bdi></a>`);
  expect((await rows(`/account/listings/${dev}`)).flat()).not.toContain("Answer the interview");
  await ada.post(`${path}/launch`, { do: "free" });
  expect((await rows()).slice(0, 2)).toEqual([
    ["done", "Choose how to launch", `${path}/launch`],
    ["Needed for launch", "Put the badge on your website", "#badge"],
  ]);
});

test("checklist: disappears when everything is done, and for listings that are not under way", async () => {
  expect((await browser.get("/account/listings/3")).html).not.toContain('id="checklist"');
  for (const status of ["archived", "suspended", "rejected"] as const) {
    const { main } = await ownedProduct(server.store, founder.accountId, status);
    expect((await browser.get(`/account/listings/${main}`)).html).not.toContain('id="checklist"');
  }
});

test("preview: the public page of a listing that is not live, for people with access only", async () => {
  const { main, slug } = await ownedProduct(server.store, founder.accountId, "draft");
  const path = `/account/listings/${main}/preview`;
  await server.as(founder.key).over("REST", "update_my_listing", {
    listing_id: main,
    ...{ fields: { description: "Plans <b>lines</b> and harvests of kelp farms, day by day." } },
  });
  for (const end of ["", "/edit", "/pictures", "/launch"])
    expect((await browser.get(`/account/listings/${main}${end}`)).html).toContain(`href="${path}">Preview page`);
  const { status, html, headers } = await browser.get(path);
  expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const shown = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  for (const text of ["Preview: only people with access see this page.", "Kelp farming without the guesswork"])
    expect(shown).toContain(text);
  expect(shown).toContain("Plans &lt;b&gt;lines&lt;/b&gt; and harvests");
  expect(html).toContain('<meta name="robots" content="noindex">');
  for (const part of ["<form", `/listings/${slug}/`, 'id="share"', 'id="alternatives"'])
    expect(shown).not.toContain(part);
  const stranger = await signUpAs(server, "preview@example.test");
  expect((await stranger.get(path)).status).toBe(404);
  expect((await visitor(server).get(path)).location).toStartWith("/sign-in");
  expect((await browser.get("/account/listings/3/preview")).location).toBe("/listings/tidepad");
});

test("pages of a listing say whether readers see a change, and where a post appears", async () => {
  const draft = `/account/listings/${(await ownedProduct(server.store, founder.accountId, "draft")).main}`;
  const live = `/account/listings/${(await ownedProduct(server.store, founder.accountId)).main}`;
  for (const [path, text] of [
    [`${draft}/pictures?done=added`, "Picture uploaded. The listing is not public at the moment."],
    [`${live}/pictures?done=added`, "Picture uploaded. The picture is public now."],
    [`${draft}/edit?done=saved`, "Changes saved. The listing is not public at the moment."],
    [`${live}/edit?done=saved`, "Changes saved. The changes are public now."],
    [`${draft}/updates`, "Once the listing is live, posts appear in the site's"],
    [`${live}/updates`, "and we email them to the listing's followers."],
    [`${draft}/milestones`, `<a href="${draft}/launch">Choose a paid launch</a> to show them.`],
    [`${live}/milestones`, `<a href="${live}/launch">Unlock the profile sections</a> to show them.`],
  ] as const)
    expect((await browser.get(path)).html).toContain(text);
});

test("a listing without a week says how many are ahead of it; one with a week does not", async () => {
  const { main } = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
  const path = `/account/listings/${main}`;
  const week = (launchWeek: string | null) =>
    server.store.write(async (tx) =>
      tx.$client.run("UPDATE listings SET launch_week = ? WHERE id = ?", [launchWeek, main]),
    );
  expect((await browser.get(path)).html).toMatch(/\d+ listings with a free launch are ahead of it\./);
  await week("2026-W52");
  expect((await browser.get(path)).html).not.toContain("ahead of it");
});

test("live listing: says since when, with a link to its page", async () => {
  const status = async (id: number) => (await browser.get(`/account/listings/${id}`)).html;
  const html = await status(3);
  expect(html).toContain("Live, and its launch week lasts until Sunday (UTC).");
  expect(html).toContain(`<a href="${server.url}/listings/tidepad">View the public page</a>`);
  expect(await status(11)).toContain("Live since week 45, 2026.");
});
