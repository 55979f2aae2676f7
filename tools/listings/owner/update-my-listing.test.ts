import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { sendTool, transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct, productTexts, sandboxListing } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import updateMyListing from "./update-my-listing.ts";

const later = new Date(testNow.getTime() + 60_000);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => later });
});
afterAll(() => server.stop());

let accounts = 0;
async function owner(status?: "suspended" | "rejected") {
  const email = `owner${++accounts}@example.test`;
  const { key, account } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  const as = server.as(key);
  const product = await ownedProduct(server.store, account.id, status);
  const read = async (listing_id: number) => (await as.over("REST", "get_my_listing", { listing_id })).body;
  const edit = async (listing_id: number, input: object) => {
    const { status, body } = await as.over("REST", "update_my_listing", { listing_id, ...input });
    return { status, ...body };
  };
  return { key, account, as, read, edit, ...product };
}

const withoutTexts = (changed: any[]) => changed.map(({ changes: _, ...one }) => one);
const [salt, waves] = [
  { question: "Does it stand salt?", answer: "Yes." },
  { question: "Does it stand waves?", answer: "Up to four metres." },
];

for (const transport of transports)
  describe(transport, () => {
    test("200: null clears SEO texts, and platforms that differ only in case count once", async () => {
      const { as, read, main } = await owner();
      const edit = async (fields: object) =>
        (await as.over(transport, "update_my_listing", { listing_id: main, fields })).body.changed[0];
      await edit({ seo_title: "Kelp farms", seo_description: "Lines and harvests.", platforms: ["web", "Web", "iOS"] });
      expect(await read(main)).toMatchObject({ seo_title: "Kelp farms", platforms: ["web", "iOS"] });
      const cleared = await edit({ seo_title: null, seo_description: null });
      expect(cleared).toMatchObject({ fields: ["seo_title", "seo_description"], skipped: [] });
      // What is read can be sent back, and changes nothing.
      const { name, headline, summary, description, pricing, platforms, seo_title, seo_description } = await read(main);
      const texts = { name, headline, summary, description, pricing, platforms, seo_title, seo_description };
      expect([seo_title, seo_description].filter(Boolean)).toEqual([]);
      expect((await edit(texts)).fields).toEqual([]);
    });

    test("200: only the sent fields change, as a new version", async () => {
      const { as, read, main, account, companyId } = await owner();
      const before = await read(main);
      const { status, body } = await as.over(transport, "update_my_listing", {
        listing_id: main,
        fields: { headline: " Kelp \n on time ", name: productTexts.name, pricing: "paid", categories: ["invoicing"] },
        socials: { x: "https://x.com/kelp" },
        faqs: [{ question: "Salt?", answer: "Yes.\n\nPlenty." }],
      });
      expect([status, body.version]).toEqual([200, 2]);
      expect(withoutTexts(body.changed)).toEqual([
        {
          site: "main",
          fields: ["headline", "pricing", "socials", "faqs"],
          skipped: ["name", "categories"].map((field) => ({ field, why: "The field already has this value." })),
        },
        { site: "dev", fields: ["pricing", "socials"], skipped: [] },
      ]);
      const now = await read(main);
      expect(now).toEqual({
        ...before,
        headline: "Kelp on time",
        pricing: "paid",
        socials: { x: "https://x.com/kelp" },
        faqs: [{ question: "Salt?", answer: "Yes.\n\nPlenty." }],
        version: 2,
        updated_at: later.toISOString(),
        versions: [
          {
            version: 2,
            at: later.toISOString(),
            by: expect.stringMatching(/^Ada \(key:\d+\)$/),
            fields: ["headline", "pricing", "socials", "faqs"],
            changes: [
              { field: "headline", before: productTexts.headline, after: "Kelp on time" },
              { field: "pricing", before: "", after: "paid" },
              { field: "socials", before: "", after: "x: https://x.com/kelp" },
              { field: "faqs", before: "", after: "Salt?\nYes.\n\nPlenty." },
            ],
          },
        ],
      });
      const [entry, ...others] = await changesOf(server.store.read, `listing:${main}`, 10);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        action: "update_my_listing",
        accountId: account.id,
        subjects: [`listing:${main}`, `listing:${main + 1}`, `company:${companyId}`],
        before: { headline: productTexts.headline, pricing: null, socials: {}, faqs: [] },
        after: { headline: "Kelp on time", pricing: "paid", versions: { [main]: 2, [main + 1]: 2 } },
      });
    });

    test("200: the landing URL is stored in its standard form, and only owners see it", async () => {
      const { as, read, main, dev, slug } = await owner();
      const edit = async (landing_url: string | null) =>
        (await as.over(transport, "update_my_listing", { listing_id: main, fields: { landing_url } })).body.changed[0];
      expect(await edit(`Start.${slug}.example?utm_source=a b`)).toMatchObject({ fields: ["landing_url"] });
      const landing_url = `https://start.${slug}.example/?utm_source=a%20b`;
      expect(await read(main)).toMatchObject({ url: `https://${slug}.example`, landing_url, version: 2 });
      expect((await read(dev)).landing_url).toBeNull();
      const { body } = await as.over(transport, "get_listing", { slug });
      expect([body.url, JSON.stringify(body).includes("utm_source")]).toEqual([`https://${slug}.example`, false]);
      expect((await edit(null)).fields).toEqual(["landing_url"]);
      expect((await read(main)).landing_url).toBeNull();
    });

    test("200: an edit without changes makes no version and no audit entry", async () => {
      const { as, main, companyId } = await owner();
      const fields = { name: productTexts.name, seo_title: "", platforms: [] };
      const { body } = await as.over(transport, "update_my_listing", { listing_id: main, fields, socials: {} });
      expect(body).toMatchObject({ version: 1, changed: [{ site: "main", fields: [] }] });
      expect(body.changed[0].skipped).toHaveLength(4);
      expect(await changesOf(server.store.read, `company:${companyId}`, 10)).toEqual([]);
    });

    test("200: apply_to copies only the sent headline, summary and SEO texts", async () => {
      const { as, read, main, dev } = await owner();
      const fields = { headline: "Kelp farming on every coast", categories: ["scheduling"], seo_title: "" };
      const copied = { listing_id: main, fields, apply_to: ["all"] };
      const { body } = await as.over(transport, "update_my_listing", copied);
      expect(body.changed).toMatchObject([
        { site: "main", fields: ["headline", "categories"], skipped: [{ field: "seo_title" }] },
        {
          site: "dev",
          fields: ["headline"],
          skipped: [{ field: "categories", why: expect.stringContaining("copied") }, { field: "seo_title" }],
        },
      ]);
      const there = await read(dev);
      expect(there).toMatchObject({ version: 2, headline: fields.headline, summary: productTexts.summary });
      expect(there.categories).toMatchObject([{ slug: "testing" }]);
      expect(there.versions).toMatchObject([{ version: 2, fields: ["headline"] }]);
      const again = await as.over(transport, "update_my_listing", { ...copied, apply_to: ["dev"] });
      expect(again.body).toMatchObject({ version: 2, changed: [{ fields: [] }, { site: "dev", fields: [] }] });
    });

    test("422: an unknown site in apply_to, with the known sites", async () => {
      const { as, main } = await owner();
      const input = { listing_id: main, fields: { headline: "Kelp on time" }, apply_to: ["dev", "devv"] };
      const { status, body } = await as.over(transport, "update_my_listing", input);
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ field: "apply_to.1", code: "unknown_site", fix: expect.stringContaining("dev") })],
      ]);
    });

    test("409: an outdated if_version, with the current version and the fields changed since, also from other sites", async () => {
      const { as, edit, main, dev } = await owner();
      await edit(main, { fields: { headline: "Kelp on time" }, if_version: 1 });
      await edit(dev, { fields: { name: "Kelpworks Two", summary: productTexts.headline.repeat(2) }, faqs: [] });
      const stale = { listing_id: main, fields: { headline: "Kelp, and late" }, if_version: 1 };
      const { status, body } = await as.over(transport, "update_my_listing", stale);
      expect([status, body.code]).toEqual([409, "version_conflict"]);
      expect(body.errors).toMatchObject([
        { field: "if_version", limit: 3, actual: 1 },
        { field: "fields.name", code: "changed" },
        { field: "fields.headline", code: "changed" },
      ]);
      expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: main } }]);
      const fresh = await as.over(transport, "update_my_listing", { ...stale, if_version: 3 });
      expect([fresh.status, fresh.body.version]).toEqual([200, 4]);
    });

    test("200: revert_to restores the texts of a version as a new version", async () => {
      const { as, read, edit, main, dev } = await owner();
      const before = await read(main);
      await edit(main, {
        fields: { headline: "Kelp on time", categories: ["scheduling"] },
        socials: { x: "https://x.com/k" },
      });
      await edit(dev, { fields: { name: "Kelpworks Two", headline: "Kelp from a terminal" } });
      const { status, body } = await as.over(transport, "update_my_listing", { listing_id: main, revert_to: 1 });
      expect([status, body.version]).toEqual([200, 4]);
      expect(withoutTexts(body.changed)).toEqual([
        { site: "main", fields: ["name", "headline", "categories", "socials"], skipped: [] },
        { site: "dev", fields: ["name", "socials"], skipped: [] },
      ]);
      const { name, headline, categories, socials } = before;
      expect(await read(main)).toMatchObject({ name, headline, categories, socials, version: 4 });
      expect(await read(dev)).toMatchObject({ name, headline: "Kelp from a terminal", version: 4 });
      const same = await as.over(transport, "update_my_listing", { listing_id: main, revert_to: 4 });
      expect(same.body).toMatchObject({ version: 4, changed: [{ fields: [], skipped: [] }] });
    });

    test("200: revert_to with apply_to restores the texts that each site had", async () => {
      const { as, read, edit, main, dev } = await owner();
      await edit(dev, { fields: { headline: "Kelp from a terminal" } });
      await edit(main, { fields: { headline: "Kelp on every coast", categories: ["scheduling"] }, apply_to: ["all"] });
      expect((await read(dev)).headline).toBe("Kelp on every coast");
      const revert = { listing_id: main, revert_to: 1, apply_to: ["dev"] };
      const { status, body } = await as.over(transport, "update_my_listing", revert);
      expect([status, withoutTexts(body.changed)]).toEqual([
        200,
        [
          { site: "main", fields: ["headline", "categories"], skipped: [] },
          { site: "dev", fields: ["headline"], skipped: [] },
        ],
      ]);
      expect(await read(main)).toMatchObject({ headline: productTexts.headline, categories: [{ slug: "invoicing" }] });
      expect(await read(dev)).toMatchObject({ headline: "Kelp from a terminal", categories: [{ slug: "testing" }] });
    });

    test("200: entries are added, changed and removed without the rest of their list", async () => {
      const { as, read, edit, main, dev } = await owner();
      await edit(main, {
        faqs: [salt, waves],
        socials: { x: "https://x.com/kelp", github: "https://github.com/kelp" },
      });
      const change = async (input: object) =>
        (await as.over(transport, "update_my_listing", { listing_id: main, ...input })).body.changed;
      const ice = { question: "Does it stand ice?", answer: "No." };
      const added = await change({ faqs_add: [ice, { ...waves, answer: "Up to five metres." }], if_version: 2 });
      expect(added).toMatchObject([{ site: "main", fields: ["faqs"] }]);
      expect((await read(main)).faqs).toEqual([salt, { ...waves, answer: "Up to five metres." }, ice]);
      // The same addition changes nothing.
      expect(await change({ faqs_add: [ice] })).toMatchObject([{ fields: [], skipped: [{ field: "faqs" }] }]);
      await change({ faqs_remove: [salt.question, waves.question], faqs_add: [salt] });
      expect((await read(main)).faqs).toEqual([ice, salt]);
      const links = await change({
        socials_add: { mastodon: "https://sea.example/@kelp", x: "https://x.com/kelpworks" },
        socials_remove: ["github"],
        apply_to: ["all"],
      });
      expect(links).toMatchObject([{ fields: ["socials"] }, { site: "dev", fields: ["socials"] }]);
      const socials = { x: "https://x.com/kelpworks", mastodon: "https://sea.example/@kelp" };
      for (const id of [main, dev]) expect((await read(id)).socials).toEqual(socials);
    });

    test("200: an edit that changes only the copy on another site", async () => {
      const { as, read, edit, main, dev } = await owner();
      const fields = { headline: "Kelp on every coast" };
      await edit(main, { fields });
      const copied = { listing_id: main, fields, apply_to: ["dev"] };
      const { status, body } = await as.over(transport, "update_my_listing", copied);
      expect([status, body.version, body.changed[1]]).toMatchObject([200, 2, { site: "dev", fields: ["headline"] }]);
      expect([(await read(main)).version, (await read(dev)).headline]).toEqual([2, fields.headline]);
    });

    test("404: a listing of another account", async () => {
      const [{ main }, { as }] = [await owner(), await owner()];
      const input = { listing_id: main, fields: { headline: "Kelp on time" } };
      expect(await as.over(transport, "update_my_listing", input)).toMatchObject({
        status: 404,
        body: { next_actions: [{ tool: "list_my_listings" }] },
      });
    });

    test("409: a suspended listing accepts changes to its texts only", async () => {
      const { as, read, main } = await owner("suspended");
      const mended = { listing_id: main, fields: { headline: "Kelp without promises" } };
      const { body } = await as.over(transport, "update_my_listing", mended);
      expect(body).toMatchObject({ status: "suspended", version: 2 });
      const links = { listing_id: main, socials: { x: "https://x.com/kelp" } };
      expect(await as.over(transport, "update_my_listing", links)).toMatchObject({
        status: 409,
        body: { code: "state_conflict", detail: expect.stringContaining("socials") },
      });
      expect((await read(main)).version).toBe(2);
    });

    test("dry run: returns the changes and saves nothing", async () => {
      const { as, key, read, main } = await owner();
      const before = await read(main);
      const input = { listing_id: main, fields: { name: "Kelpworks Two" } };
      const body =
        transport === "MCP"
          ? (await as.over("MCP", "update_my_listing", { ...input, dry_run: true })).body
          : await (
              await sendTool(server, updateMyListing, input, { authorization: `Bearer ${key}` }, { dry_run: "true" })
            ).json();
      expect(body).toMatchObject({ dry_run: true, version: 2, changed: [{ fields: ["name"] }, { fields: ["name"] }] });
      expect(await read(main)).toEqual(before);
    });
  });

test("REST returns the same record as a read without its insights, with the new version", async () => {
  const { as, read, main, dev } = await owner();
  const edits: object[] = [
    { fields: { headline: "Kelp on time, every time" } },
    { fields: { name: "Kelpworks Two" }, apply_to: ["all"] },
    { fields: { name: "Kelpworks Two" } },
    { revert_to: 1 },
  ];
  for (const listing_id of [main, dev])
    for (const edit of edits) {
      const { body } = await as.over("REST", "update_my_listing", { listing_id, ...edit });
      const { changed: _, ...view } = body;
      const { insights, ...shown } = await read(listing_id);
      expect(insights.totals.page_views).toBe(0);
      expect(view).toEqual(shown);
    }
});

test("422: an entry to remove that the list does not have, with the nearest one, and nothing changes", async () => {
  const { as, read, edit, main } = await owner();
  await edit(main, { faqs: [salt, waves], socials: { mastodon: "https://sea.example/@kelp" } });
  const cases: [object, object][] = [
    [
      { faqs_remove: [salt.question, "Does it stand wave?"] },
      { field: "faqs_remove.1", fix: `Did you mean "${waves.question}"?` },
    ],
    [
      { faqs_remove: ["Price?"] },
      { field: "faqs_remove.0", fix: `The listing has: ${salt.question}; ${waves.question}.` },
    ],
    [{ socials_remove: ["mastadon"] }, { field: "socials_remove.0", fix: 'Did you mean "mastodon"?' }],
  ];
  for (const [input, fault] of cases) {
    const sent = { listing_id: main, socials_add: { x: "https://x.com/kelp" }, ...input };
    const { status, body } = await as.call("update_my_listing", sent);
    expect([status, body.errors]).toMatchObject([422, [fault]]);
  }
  expect(await read(main)).toMatchObject({ version: 2, faqs: [salt, waves] });
});

test("a dry run shows old and new texts and what would be lost, for each site", async () => {
  const { key, as, edit, main, dev } = await owner();
  await edit(main, { faqs: [salt, waves], socials: { x: "https://x.com/kelp" } });
  const input = {
    listing_id: main,
    fields: { headline: "Kelp on every coast" },
    faqs: [salt],
    socials: { github: "https://github.com/kelp" },
    apply_to: ["all"],
  };
  const response = await sendTool(
    server,
    updateMyListing,
    input,
    { authorization: `Bearer ${key}` },
    { dry_run: "true" },
  );
  const { changed } = (await response.json()) as any;
  const headline = { field: "headline", before: productTexts.headline, after: "Kelp on every coast", lost: [] };
  const socials = {
    field: "socials",
    before: "x: https://x.com/kelp",
    after: "github: https://github.com/kelp",
    lost: ["x https://x.com/kelp"],
  };
  expect(changed).toMatchObject([
    { site: "main", changes: [headline, socials, { field: "faqs", lost: [waves.question] }] },
    { site: "dev", changes: [headline, socials] },
  ]);
  const { structuredContent, text } = await as.mcp("update_my_listing", { ...input, dry_run: true });
  expect(structuredContent.changed).toEqual(changed);
  const shown = [
    `headline: "${productTexts.headline}" → "Kelp on every coast"`,
    'socials: "x: https://x.com/kelp" → "github: https://github.com/kelp" · lost: x https://x.com/kelp',
  ];
  expect(text.split("\n").slice(2)).toEqual([
    "main: would change headline, socials, faqs",
    ...shown,
    expect.stringMatching(/^faqs, removed: "Does it stand waves\? .*"$/),
    "dev: would change headline, socials · faqs skipped: Only headline, summary and SEO texts are copied to other sites.",
    ...shown,
    `To change faqs on dev, send the new values with listing_id ${dev} to update_my_listing.`,
  ]);
  const real = await as.mcp("update_my_listing", input);
  expect(real.text).toContain(
    "socials, replaced or removed: x https://x.com/kelp\nfaqs, replaced or removed: Does it stand waves?\n",
  );
  expect(real.structuredContent.changed[0].changes.map(({ field, lost }: any) => [field, lost])).toEqual([
    ["socials", ["x https://x.com/kelp"]],
    ["faqs", [waves.question]],
  ]);
});

test("over MCP, versions show the part of each text that differs, and the version to restore", async () => {
  const { as, read, edit, main } = await owner();
  const start = "A long description of kelp farming. ".repeat(10);
  await edit(main, { fields: { description: `${start}It is cheap.` } });
  await edit(main, { fields: { description: `${start}It is free.` } });
  const { text, structuredContent } = await as.mcp("get_my_listing", { listing_id: main });
  expect(text).toContain(
    'description: "…kelp farming. It is cheap." → "…kelp farming. It is free." · revert_to 2 restores',
  );
  const texts = structuredContent.versions.flatMap(({ changes }: any) =>
    changes.flatMap((one: any) => [one.before, one.after]),
  );
  expect(texts.filter((one: string) => one.length > 80)).toEqual([]);
  expect((await read(main)).versions[0].changes[0].before).toBe(`${start}It is cheap.`);
});

test("MCP returns a compact result, and its text lists the changes of each site", async () => {
  const { as, main } = await owner();
  const fields = { name: "Kelpworks Two", headline: productTexts.headline };
  const { structuredContent, text } = await as.mcp("update_my_listing", { listing_id: main, fields });
  const whole = await as.over("REST", "update_my_listing", { listing_id: main, fields });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(JSON.stringify(whole.body).length / 3);
  expect(Object.keys(structuredContent)).toEqual(["id", "site", "status", "version", "changed"]);
  expect(text.split("\n")).toEqual([
    `Listing ${main} on main: status live, version 2.`,
    "main: changed name · headline skipped: The field already has this value.",
    "dev: changed name",
    "To undo this, send revert_to 1 and the same apply_to, if any.",
  ]);
  const again = await as.mcp("update_my_listing", { listing_id: main, fields });
  expect(again.text).toContain("main: nothing changed · name, headline skipped: The field already has this value.");
  const rejected = await owner("rejected");
  const waiting = await rejected.as.mcp("update_my_listing", { listing_id: rejected.main, fields });
  expect(waiting.text).toContain(
    `Next: get_my_listing({"listing_id":${rejected.main}}): See what the listing still needs`,
  );
});

test("422: each error names its field, limit and actual value, and nothing changes", async () => {
  const { as, read, main, slug } = await owner();
  const long = "x".repeat(10_000);
  const cases: [object, object][] = [
    [{}, { field: "fields", code: "required" }],
    [{ fields: {} }, { field: "fields", code: "required" }],
    [{ apply_to: ["all"] }, { field: "fields", code: "required" }],
    [{ fields: { votes: 9 } }, { field: "fields.votes", code: "unknown_field" }],
    [{ fields: { url: "https://other.example" } }, { field: "fields.url", code: "unknown_field" }],
    [{ fields: { headlin: "Kelp on time" } }, { field: "fields.headlin", fix: "Did you mean fields.headline?" }],
    [{ fields: { socials: {} } }, { field: "fields.socials", fix: "Did you mean socials?" }],
    [{ headline: "Kelp on time" }, { field: "headline", fix: "Did you mean fields.headline?" }],
    [{ status: "live" }, { field: "status", code: "unknown_field" }],
    [{ fields: { headline: "Kelp" } }, { field: "fields.headline", limit: 10, actual: 4 }],
    [{ fields: { name: "" } }, { field: "fields.name", limit: 2, actual: 0 }],
    [{ fields: { categories: [] } }, { field: "fields.categories", limit: 1, actual: 0 }],
    [
      { fields: { categories: ["invoicin"] } },
      { field: "fields.categories.0", fix: expect.stringContaining("invoicing") },
    ],
    [{ fields: { headline: long } }, { field: "fields.headline", limit: 160, actual: 10_000 }],
    [{ fields: { description: long } }, { field: "fields.description", limit: 5000, actual: 10_000 }],
    [{ faqs: [{ question: "Long?", answer: long }] }, { field: "faqs.0.answer", limit: 1000, actual: 10_000 }],
    [{ socials: { x: "javascript:alert(1)" } }, { field: "socials.x" }],
    [
      { fields: { landing_url: "https://other.example/?utm_source=slipway" } },
      {
        field: "fields.landing_url",
        code: "other_site",
        message: `must be an https URL on ${slug}.example, like the product's URL, not https://other.example/?utm_source=slipway`,
        fix: `Send a URL that begins with https://${slug}.example, or empty text to link to https://${slug}.example.`,
      },
    ],
    [{ fields: { landing_url: `http://${slug}.example` } }, { field: "fields.landing_url", code: "other_site" }],
    [{ fields: { landing_url: "javascript:alert(1)" } }, { field: "fields.landing_url" }],
    [{ fields: { landing_url: `https://me:secret@${slug}.example` } }, { code: "has_credentials" }],
    [
      { revert_to: 1, fields: { name: "Kelpworks" } },
      { field: "revert_to", code: "not_alone" },
    ],
    [{ revert_to: 7 }, { field: "revert_to", limit: 1, actual: 7 }],
    [{ if_version: 0, fields: { name: "Kelpworks" } }, { field: "if_version" }],
    [
      { revert_to: 1, faqs_add: [salt] },
      { field: "revert_to", code: "not_alone" },
    ],
    [
      { faqs: [salt], faqs_add: [waves] },
      { field: "faqs_add", code: "not_alone" },
    ],
    [
      { socials: {}, socials_remove: ["x"] },
      { field: "socials_remove", code: "not_alone", fix: expect.stringContaining("socials_remove to change entries.") },
    ],
    [{ faqs_remove: [salt.question] }, { field: "faqs_remove.0", fix: "The listing has: none." }],
    [{ socials_add: { x: "not a URL" } }, { field: "socials_add.x" }],
    [
      { faqs_add: Array.from({ length: 11 }, (_, i) => ({ question: `Question ${i}?`, answer: "Yes." })) },
      { field: "faqs_add", limit: 10, actual: 11 },
    ],
  ];
  for (const [input, fault] of cases) {
    const { status, body } = await as.call("update_my_listing", { listing_id: main, ...input });
    expect([input, status, body.errors?.[0]]).toEqual([input, 422, expect.objectContaining(fault)]);
  }
  expect(await read(main)).toMatchObject({ version: 1, ...productTexts });
});

test("invisible characters do not count towards the minimum, and direction overrides are removed", async () => {
  const { edit, main } = await owner();
  const { status, errors } = await edit(main, { fields: { headline: "\u200b".repeat(10) } });
  expect([status, errors[0]]).toMatchObject([422, { field: "fields.headline", code: "too_small", actual: 0 }]);
  const taken = await edit(main, { fields: { headline: "Bookkeeping \u202efor\u202c marinas\u200b" } });
  expect(taken.headline).toBe("Bookkeeping for marinas");
});

test("HTML and scripts in texts stay plain text", async () => {
  const { read, edit, main, slug } = await owner();
  const script = `<script>alert(1)</script><img src=x onerror="alert(2)"> & more`;
  await edit(main, { fields: { headline: script, description: script }, faqs: [{ question: script, answer: script }] });
  expect(await read(main)).toMatchObject({ headline: script, description: script, faqs: [{ answer: script }] });
  const { body } = await server.call("get_listing", { slug });
  expect(body).toMatchObject({ headline: script, description: script });
});

test("a repeated idempotency key returns the first response and makes no second edit", async () => {
  const { key, read, main } = await owner();
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": "edit-1" };
  const input = { listing_id: main, fields: { headline: "Kelp on time" }, if_version: 1 };
  const first = await sendTool(server, updateMyListing, input, headers);
  const again = await sendTool(server, updateMyListing, input, headers);
  expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
  expect(await again.json()).toEqual(await first.json());
  expect((await read(main)).version).toBe(2);
});

test("401, 403; a sandbox key edits only listings of its sandbox", async () => {
  const { main } = await owner();
  const input = { listing_id: main, fields: { headline: "Kelp on time" } };
  expect((await server.call("update_my_listing", input)).status).toBe(401);
  const email = `owner${accounts}@example.test`;
  const reader = await keyFor(server.store, { email });
  expect((await server.as(reader.key).call("update_my_listing", input)).status).toBe(403);
  const sandbox = await keyFor(server.store, { email, isTest: true, scopes: ["listings:write"] });
  expect((await server.as(sandbox.key).call("update_my_listing", input)).status).toBe(404);
  const own = await sandboxListing(server.store, sandbox.account.id);
  const tried = { ...input, listing_id: own };
  const { status, body } = await server.as(sandbox.key).over("REST", "update_my_listing", tried);
  expect([status, body.site, body.headline]).toEqual([200, "main.sandbox", "Kelp on time"]);
});
