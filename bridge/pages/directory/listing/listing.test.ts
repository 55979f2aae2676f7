import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { pageForm } from "#test/support/clients/page-form.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { free, type OwnerServer, paid, startOwnerServer } from "#test/support/records/owner.ts";
import { testNow } from "#test/support/server/harness.ts";

let server: OwnerServer;
let person: Visitor;
beforeAll(async () => {
  server = await startOwnerServer();
  person = await signUpAs(server, "ada@example.org");
});
afterAll(() => server.stop());

const pageOf = async (slug: string) => (await fetch(`${server.url}/listings/${slug}`)).text();

test("shows the fields of get_listing: headline, texts, updates, FAQ, milestones, story, facts and badge", async () => {
  const { body: listing } = await server.call("get_listing", { slug: paid.slug });
  const page = await pageOf(paid.slug);
  const parts = [
    ...[
      `<h1><bdi>${listing.name}</bdi></h1>`,
      listing.headline,
      listing.summary,
      `<strong>${listing.votes}</strong> <span class="unit">votes</span>`,
      "Votes by day",
    ],
    ...listing.updates.map(({ title }: { title: string }) => title),
    ...listing.faqs.map(({ question }: { question: string }) => question),
    ...listing.milestones.map(({ title }: { title: string }) => title),
    ...listing.founders.map(({ name }: { name: string }) => name),
    ...[`href="${listing.story.url}"`, "by DNS record", "Week 47, 2026", "/badges/site.svg"],
    `href="${listing.url}" rel="sponsored nofollow noopener"`,
    `<link rel="canonical" href="${server.url}/listings/tidepad">`,
  ];
  for (const text of parts) expect(page).toContain(text.replaceAll("'", "&#39;"));
  const story = await fetch(listing.story.url);
  expect([story.status, await story.text()]).toEqual([200, expect.stringContaining("<article")]);
});

test("owner: sees a link to edit the listing; everyone else sees the report link", async () => {
  const account = (await accountByEmail(server.store.read, "ada@example.org"))!;
  const { main, slug } = await ownedProduct(server.store, account.id);
  const own = (await person.get(`/listings/${slug}`)).html;
  expect(own).toContain(`href="/account/listings/${main}/edit">Edit listing`);
  for (const end of ["report", "claim"]) expect(own).not.toContain(`/listings/${slug}/${end}"`);
  for (const html of [await pageOf(slug), (await person.get(`/listings/${paid.slug}`)).html]) {
    expect(html).toContain("Report this listing");
    expect(html).not.toContain("Edit listing");
  }
});

test("a free listing: its link is not marked as paid, and its updates appear only on /updates", async () => {
  const news = { listing_id: free.listing_id, title: "Quiet news", body: "Not on the page." };
  expect((await server.owner.over("REST", "post_listing_update", news)).status).toBe(201);
  const page = await pageOf(free.slug);
  expect(page).not.toContain("Quiet news");
  expect(page).toContain('rel="nofollow noopener"');
  expect(page).not.toContain("sponsored");
  expect(await (await fetch(`${server.url}/updates`)).text()).toContain("Quiet news");
});

test("main link: leads to the landing URL as long as it is on the product's domain, and says where visitors come from", async () => {
  const account = (await accountByEmail(server.store.read, "ada@example.org"))!;
  const { main, slug, companyId } = await ownedProduct(server.store, account.id);
  const landing = `https://start.${slug}.example/?utm_source=slipway&utm_medium="listing"`;
  const path = `/account/listings/${main}/edit`;
  const form = await pageForm(await person.get(path), path);
  const refused = await person.post(path, { ...form, landing_url: "https://other.example", do: "save" });
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('href="#field-landing_url"')]);
  expect((await person.post(path, { ...form, landing_url: landing, do: "save" })).location).toBe(`${path}?done=saved`);
  const encoded = `href="${Bun.escapeHTML(new URL(landing).href)}" rel="nofollow noopener"`;
  const { headers } = await fetch(`${server.url}/listings/${slug}`);
  expect(headers.get("referrer-policy")).toBe("strict-origin");
  expect(await pageOf(slug)).toContain(encoded);
  const own = await person.get(`/listings/${slug}`);
  expect([own.html, own.headers.get("referrer-policy")]).toEqual([expect.stringContaining(encoded), "strict-origin"]);
  expect((await person.get("/account/listings")).headers.get("referrer-policy")).toBe("same-origin");
  const accept = { headers: { accept: "text/markdown" } };
  expect(await (await fetch(`${server.url}/listings/${slug}`, accept)).text()).not.toContain("utm_source");
  await server.store.write(async (tx) => {
    tx.$client.run("UPDATE companies SET url = 'https://moved.example' WHERE id = ?", [companyId]);
  });
  expect(await pageOf(slug)).toContain('href="https://moved.example" rel="nofollow noopener"');
});

test("follow: visitors sign in first; then the button follows and unfollows", async () => {
  expect(await pageOf(paid.slug)).toContain(
    'href="/sign-in?return_to=%2Flistings%2Ftidepad%3Fto%3Dfollow"><span>Follow',
  );
  const path = `/listings/${paid.slug}`;
  const press = (act: string) => person.post(`${path}/follow`, { do: act, listing_id: String(paid.listing_id) });
  const shown = async () => /name="do" value="(\w+)"/.exec((await person.get(path)).html)![1];
  expect(await shown()).toBe("follow");
  for (const _time of [1, 2]) expect((await press("follow")).location).toBe(`${path}?done=followed`);
  expect((await person.get(`${path}?done=followed`)).html).toContain("You are following Tidepad.");
  expect([await shown(), (await person.get("/account/following")).html]).toEqual([
    "unfollow",
    expect.stringContaining('<a href="/listings/tidepad"><bdi>Tidepad</bdi></a>'),
  ]);
  expect((await press("unfollow")).location).toBe(`${path}?done=unfollowed`);
  expect(await shown()).toBe("follow");
});

test("follow: requires our form and a live listing of this site; GET redirects to the listing", async () => {
  const path = `/listings/${paid.slug}/follow`;
  expect((await person.post(path, { do: "follow", listing_id: "3", form_token: "forged" })).status).toBe(403);
  const elsewhere = server.store.read.$client
    .query<{ id: number }, []>("SELECT id FROM listings WHERE site_id <> 1 OR status <> 'live' LIMIT 1")
    .get()!;
  for (const listing_id of [String(elsewhere.id), "999999", "x"])
    expect((await person.post(path, { do: "follow", listing_id })).location).toBe("/listings/tidepad");
  expect((await person.get("/account/following")).html).toContain("You are not following anything yet");
  expect((await person.get(path)).location).toBe("/listings/tidepad");
});

const attacks = {
  tag: `"><script>document.title="owned"</script><img src=x onerror=alert(1)>`,
  link: "javascript:alert(1)",
};

test("texts of people are escaped on every page", async () => {
  const { tag, link } = attacks;
  await server.store.write(async (tx) => {
    const { $client } = tx;
    $client.run(
      "UPDATE companies SET name = ?1, description = ?1, socials = json_object(?1, ?2), platforms = json_array(?1) WHERE id = (SELECT company_id FROM listings WHERE id = 3)",
      [tag, link],
    );
    $client.run(
      "UPDATE listings SET headline = ?1, summary = ?1, faqs = json_array(json_object('question', ?1, 'answer', ?1)) WHERE id = 3",
      [tag],
    );
    $client.run("UPDATE listing_updates SET title = ?1, body = ?1 WHERE listing_id = 3", [tag]);
    $client.run(
      "UPDATE milestones SET title = ?1, description = ?1, url = 'https://x.example/\"><script>' WHERE listing_id = 3",
      [tag],
    );
    $client.run("UPDATE stories SET title = ?1, sections = json_object('problem', ?1) WHERE listing_id = 3", [tag]);
  });
  for (const path of ["/listings/tidepad", "/listings/tidepad/story", "/updates", "/"]) {
    for (const page of [await (await fetch(server.url + path)).text(), (await person.get(path)).html]) {
      expect([path, page.includes("&lt;script&gt;")]).toEqual([path, true]);
      expect(page).not.toMatch(
        /<script(?! type="(application\/ld\+json|module" src="[^"]+)">)|<img[^>]+onerror|href="javascript:/,
      );
    }
  }
});

test("without close alternatives, the page says so and links to the category", async () => {
  const page = await pageOf("tallyglass");
  expect(page).toContain(
    '<p class="empty">No close alternatives listed yet. <a href="/categories/analytics">See all products in Analytics</a></p>',
  );
  expect(page).not.toContain(">Compare");
  const other = await pageOf("lumenroll");
  expect(other).not.toContain("No close alternatives");
  expect(other).toContain('<a href="/alternatives/lumenroll">All alternatives to <bdi>Lumenroll</bdi></a>');
});

test("the description that begins with the summary is shown alone, with lines that begin with a dash as a list", async () => {
  const change = (summary: string, description: string) =>
    server.store.write(async (tx) => {
      tx.$client.run("UPDATE listings SET summary = ? WHERE slug = 'watchkettle'", [summary]);
      tx.$client.run(
        "UPDATE companies SET description = ? WHERE id = (SELECT company_id FROM listings WHERE slug = 'watchkettle')",
        [description],
      );
    });
  const about = async () => {
    const [, section] = /<h2 id="about"[^>]*>About<\/h2>([\s\S]*?)<\/section>/.exec(await pageOf("watchkettle"))!;
    return section!.replaceAll("\n", "");
  };
  await change("Watches sites from one file.", "Watches sites\nfrom one file. It runs on:\n- Linux\n- <b>BSD</b>");
  expect(await about()).toBe(
    '<p dir="auto">Watches sites<br>from one file. It runs on:</p><ul class="bullets" dir="auto"><li>Linux</li><li>&lt;b&gt;BSD&lt;/b&gt;</li></ul>',
  );
  await change("Watches sites from one file, and more.", "Watches sites from one file");
  expect(await about()).toBe('<p dir="auto">Watches sites from one file, and more.</p>');
  await change("Watches sites.", "Runs anywhere.");
  expect(await about()).toBe('<p dir="auto">Watches sites.</p><p dir="auto">Runs anywhere.</p>');
});

test("owner: unclaimed listings invite a claim, owned ones raise no doubt", async () => {
  const { slug } = await ownedProduct(server.store, 1);
  const owned = await pageOf(slug);
  expect(owned).not.toContain("<dt>Owner</dt>");
  expect(owned).not.toContain("Unclaimed");
  expect(owned).toContain(`<a href="/listings/${slug}/claim" rel="nofollow">Claim this listing</a>`);
  expect(await pageOf("steadyhands")).toContain('Your product? <a href="/listings/steadyhands/claim"');
  for (const text of ["Unclaimed", "/listings/tidepad/claim"]) expect(await pageOf("tidepad")).not.toContain(text);
});

test("share links carry the page's URL and its title", async () => {
  const page = await pageOf("lumenroll");
  const url = encodeURIComponent(`${server.url}/listings/lumenroll`);
  expect(page).toContain(`href="https://www.linkedin.com/sharing/share-offsite/?url=${url}"`);
  expect(page).toContain(`text=${encodeURIComponent("Lumenroll: A fast photo gallery")}`);
  expect(page).toContain(`<code class="address">${server.url}/listings/lumenroll</code>`);
});

test("facts: each shows its source and date, a gone quote its last check, and unknown ones are named", async () => {
  const { key, account } = await keyFor(server.store, { email: "facts@example.org", scopes: ["listings:write"] });
  const { main, slug, companyId } = await ownedProduct(server.store, account.id);
  const update = (fields: object) => server.as(key).over("REST", "update_my_listing", { listing_id: main, fields });
  const plans = [
    { name: "<b>Solo</b>", price: 0, currency: "EUR", per: "month", free_limits: "<i>3 boats</i>" },
    { name: "Team", price: 1200, currency: "EUR", per: "seat_month", url: "https://kelp.example/prices" },
  ];
  expect(await pageOf(slug)).not.toContain("Not stated:");
  await update({ plans, license: "MIT OR GPL-2.0-only", languages: ["de"], self_hosted: "yes" });
  // A price of less than a day is not a former price.
  await server.store.write(async (tx) =>
    tx.$client.run(
      `UPDATE companies SET fact_sources = json_set(fact_sources, '$."plans.Team".checked_at', ?) WHERE id = ?`,
      ["2026-11-01T00:00:00.000Z", companyId],
    ),
  );
  await update({ plans: [plans[0], { ...plans[1], price: 1550 }] });
  const at = testNow.toISOString();
  const site = { url: "https://kelp.example/terms", by: "site", checked_at: at };
  const sources = {
    license: { ...site, quote: '"MIT"', confirmed: true },
    self_hosted: { ...site, quote: "Docker", confirmed: false },
  };
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE companies SET fact_sources = json_patch(fact_sources, ?) WHERE id = ?", [
      JSON.stringify(sources),
      companyId,
    ]),
  );
  const html = await pageOf(slug);
  for (const part of [
    "<bdi>&lt;b&gt;Solo&lt;/b&gt;</bdi>",
    "&lt;i&gt;3 boats&lt;/i&gt;",
    ">€15.50 per person and month</a>",
    "<bdi>Team</bdi>: €12 per person and month",
    "<dt>Licence</dt><dd><bdi>MIT OR GPL-2.0-only</bdi>",
    '<span title="&quot;MIT&quot;"><a href="https://kelp.example/terms" rel="nofollow noopener">kelp.example</a></span>',
    "unconfirmed since <time",
    "Source of prices: the submitter, <time",
    "Not stated: source code, API, MCP server, single sign-on, data regions, certifications, alternative to.",
  ])
    expect(html).toContain(part);
  expect(html).not.toContain("Add facts");
  const own = await ownedProduct(server.store, (await accountByEmail(server.store.read, "ada@example.org"))!.id);
  expect((await person.get(`/listings/${own.slug}`)).html).toContain(
    `Not stated: prices, licence, source code, self-hosted, API, MCP server, single sign-on, data regions, languages, certifications, alternative to. <a href="/account/listings/${own.main}/edit#facts">Add facts</a>`,
  );
});
