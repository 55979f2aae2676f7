import { beforeEach, describe, expect, test } from "bun:test";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { keyFor } from "#test/support/records/account.ts";
import { failed, ndjson, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { runAdmin } from "./program.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
});

const quill = {
  name: "Quill",
  url: "https://quill.example/",
  headline: "Write by hand, keep it for ever.",
  summary: "A notebook that reads handwriting.",
  categories: ["Writing", "Office - Notes"],
  platforms: ["Docker", "Go"],
  pricing: "open-source",
  licenses: ["GPL-3.0", "⊘ Proprietary"],
  socials: { github: "https://github.com/quill/quill" },
  source_updated_at: "2026-08-13",
  stars: 396,
};
const reed = { ...quill, name: "Reed", url: "https://reed.example/", categories: ["Writing"] };

const importing = async (records: object[] | string, ...options: string[]) => {
  const content = typeof records === "string" ? records : ndjson(records);
  return admin.run("import", "listings", await admin.file("listings.ndjson", content), "--json", ...options);
};

async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ store: admin.openStore() });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

describe("listings", () => {
  test("platforms that differ only in case: counted once, in listings and facets", async () => {
    const platforms = ["Web", "Docker", "web", "DOCKER"];
    const shouted = { ...quill, name: "Pen", url: "https://pen.example/", platforms: ["WEB"] };
    await importing([{ ...quill, platforms }, { ...reed, platforms: ["Web"] }, shouted]);
    await withServer(async (server) => {
      expect((await server.call("get_listing", { slug: "quill" })).body.platforms).toEqual(["Web", "Docker"]);
      const { body } = await server.call("search_listings", { platform: "wEB", facets: true });
      expect([body.total, body.facets.platform]).toEqual([
        3,
        [
          { value: "Web", count: 3 },
          { value: "Docker", count: 1 },
        ],
      ]);
    });
  });

  test("landing URL: must be an https URL on the product's domain, and is exported", async () => {
    const landed = { ...quill, landing_url: "https://start.quill.example/?utm_source=slipway" };
    const { err } = await importing([landed, { ...reed, landing_url: "https://other.example/" }]);
    expect(err).toContain("its landing_url is not an https URL on the domain of its url");
    expect((await importing([landed])).json).toMatchObject({ unchanged: 1 });
    const file = `${admin.dataDir}/landed.ndjson`;
    await admin.run("export", "listings", file);
    expect(await Bun.file(file).json()).toMatchObject({ name: "Quill", landing_url: landed.landing_url });
  });

  test("new listings: live on the free plan without a launch week, and found by search", async () => {
    const { exitCode, json } = await importing([quill, reed]);
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { lines: 2, created: 2, refused: 0 } });
    await withServer(async (server) => {
      const { body } = await server.call("get_listing", { slug: "quill" });
      expect(body).toMatchObject({
        name: "Quill",
        url: "https://quill.example/",
        headline: quill.headline,
        summary: quill.summary,
        categories: [{ slug: "writing" }, { slug: "office-notes", name: "Notes" }],
        platforms: ["Docker", "Go"],
        pricing: "open-source",
        socials: quill.socials,
        launch_week: null,
        plan_label: "none",
      });
      const search = async (query: object) => (await server.call("search_listings", { ...query })).body.total;
      expect(await search({ q: "handwriting" })).toBe(2);
      expect(await search({ category: "office" })).toBe(1);
      expect(await search({ tag: "license-gpl-3.0", platform: "docker" })).toBe(2);
      expect(await search({ tag: "license-proprietary" })).toBe(2);
    });
    expect((await admin.run("listing", "show", "quill", "--json")).json).toMatchObject({
      status: "live",
      plan: "free",
    });
  });

  test("a second run: changes nothing; a changed line updates its listing", async () => {
    await importing([quill, reed]);
    admin.setNow(new Date("2026-11-19T00:00:00Z"));
    expect((await importing([quill, reed])).json).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const changes = [
      { headline: "Ink that listens." },
      { platforms: ["Docker"] },
      { licenses: ["MIT"] },
      { categories: ["Writing"] },
      { name: "Quill 2" },
    ];
    for (const change of changes)
      expect((await importing([{ ...quill, ...change }, reed])).json).toMatchObject({ updated: 1, unchanged: 1 });
    await importing([{ ...quill, platforms: ["Android"], headline: "Ink that listens." }]);
    await withServer(async (server) => {
      const { items } = (await server.call("search_listings", { q: "listens", platform: "android" })).body;
      expect(items).toMatchObject([{ slug: "quill", updated_at: "2026-11-19T00:00:00.000Z" }]);
      expect((await server.call("search_listings", { platform: "docker" })).body.items).toMatchObject([
        { slug: "reed", updated_at: "2026-11-18T12:00:00.000Z" },
      ]);
    });
  });

  test("the same URL in another spelling: the same listing", async () => {
    await importing([quill]);
    expect((await importing([{ ...quill, url: "http://www.quill.example?utm_source=x" }])).json).toMatchObject({
      updated: 1,
    });
  });

  test("two products with one name: two slugs", async () => {
    await importing([quill, { ...reed, name: "Quill" }]);
    const slugs = (await admin.run("listing", "list", "--json")).json.map((row: any) => row.slug);
    expect(slugs).toEqual(["quill-2", "quill"]);
  });

  test("a suspended listing: updated, but stays suspended", async () => {
    await importing([quill]);
    await admin.run("listing", "suspend", "quill", "--ground", "no_product", "--reason", "Spam.");
    expect((await importing([{ ...quill, headline: "New." }])).json).toMatchObject({ updated: 1 });
    expect((await admin.run("listing", "show", "quill", "--json")).json.status).toBe("suspended");
    await withServer(async (server) => {
      expect((await server.call("search_listings", { q: "quill" })).body.total).toBe(0);
    });
  });

  test("a status other than live: new listings are refused, existing ones keep their status", async () => {
    const hidden = listingStatuses
      .filter((status) => status !== "live")
      .map((status, i) => ({ ...quill, name: `Hidden ${i}`, url: `https://hidden-${i}.example/`, status }));
    const { exitCode, json } = await importing([{ ...reed, status: "active" }, ...hidden]);
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { created: 1, refused: hidden.length } });
    expect(json.refusals[0]).toEqual({
      line: 2,
      reason: expect.stringContaining("status is draft, but an import"),
    });
    expect((await admin.run("listing", "list", "--json")).json.map((row: any) => row.slug)).toEqual(["reed"]);
    await admin.run("listing", "suspend", "reed", "--ground", "no_product", "--reason", "Spam.");
    expect((await importing([{ ...reed, status: "suspended" }])).json).toMatchObject({ unchanged: 1, refused: 0 });
  });

  test("a listing with an owner: unchanged", async () => {
    await importing([quill, reed]);
    await withServer(async (server) => {
      const { account } = await keyFor(server.store);
      const { companyId } = (await listedByKey(server.store.read, "quill.example", 1))!;
      await server.store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "admin" }, testNow));
    });
    const { json } = await importing([quill, reed].map((product) => ({ ...product, headline: "From the file." })));
    expect(json).toMatchObject({ updated: 1, unchanged: 1, refused: 0 });
    await withServer(async (server) => {
      const headlineOf = async (slug: string) => (await server.call("get_listing", { slug })).body.headline;
      expect([await headlineOf("quill"), await headlineOf("reed")]).toEqual([quill.headline, "From the file."]);
    });
  });

  test("--site: imports into that site, and the company is shared", async () => {
    await admin.run("site", "create", "dev", "--name", "Dev", "--host", "dev.example");
    await importing([quill]);
    expect((await importing([quill], "--site", "dev")).json).toMatchObject({ created: 1 });
    const onDev = (await admin.run("listing", "list", "--site", "dev", "--json")).json;
    expect(onDev).toMatchObject([{ slug: "quill" }]);
    const store = admin.openStore();
    expect(store.read.$client.query("SELECT count(*) FROM companies").values()).toEqual([[1]]);
    await store.close();
  });

  test("--strict: a listing with an unknown category is refused", async () => {
    const { exitCode, json } = await importing([quill], "--strict");
    expect({ exitCode, json }).toMatchObject({
      exitCode: 1,
      json: { created: 0, refusals: [{ line: 1, reason: 'the category "Writing" does not exist' }] },
    });
    expect((await admin.run("category", "list", "--json")).json).toEqual([]);
  });

  const without = (field: keyof typeof quill) => ({ ...quill, [field]: undefined });
  const refusals: [what: string, line: string, reason: string][] = [
    ["invalid JSON", '{"name": "Quill"', "is not valid JSON"],
    ["a value that is not an object", "[1, 2]", "must be an object"],
    ["no name", JSON.stringify(without("name")), "name is required"],
    ["no URL", JSON.stringify(without("url")), "url is required"],
    ["a URL that is not http", JSON.stringify({ ...quill, url: "ftp://quill.example" }), "url must be an http"],
    ["a URL with a password", JSON.stringify({ ...quill, url: "https://a:b@quill.example" }), "url must be an http"],
    ["a name too long", JSON.stringify({ ...quill, name: "x".repeat(81) }), "name must have at most 80 characters"],
    ["a headline too long", JSON.stringify({ ...quill, headline: "x".repeat(161) }), "headline must have at most 160"],
    ["a summary too long", JSON.stringify({ ...quill, summary: "x".repeat(501) }), "summary must have at most 500"],
    ["an empty headline", JSON.stringify({ ...quill, headline: "  " }), "headline is required"],
    ["unknown pricing", JSON.stringify({ ...quill, pricing: "cheap" }), "pricing must be one of free, freemium"],
    [
      "half a surrogate pair",
      '{"name":"\\ud800","url":"https://q.example","headline":"x","summary":"x"}',
      "name must not contain",
    ],
    ["a NUL", JSON.stringify({ ...quill, summary: "a\0b" }), "summary must not contain"],
    [
      "a link that is not http",
      JSON.stringify({ ...quill, socials: { x: "javascript:alert(1)" } }),
      "socials.x must be",
    ],
    ["a category without letters", JSON.stringify({ ...quill, categories: ["???"] }), "categories.0 must contain"],
  ];
  test.each(refusals)("a line with %s: refused with its number, other lines are imported", async (_, line, reason) => {
    const { exitCode, json, err } = await importing(`${JSON.stringify(reed)}\n\n${line}\n`);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 1,
      json: { created: 1, refused: 1, refusals: [{ line: 3, reason: expect.stringContaining(reason) }] },
    });
    expect(err).toStartWith("line 3: ");
  });

  test("invalid UTF-8 and a line of 10 MB: refused with their line numbers", async () => {
    const path = await admin.file(
      "odd.ndjson",
      Buffer.concat([
        Buffer.from([0x7b, 0xff, 0x7d, 10]),
        Buffer.from(`{"name":"${"x".repeat(10 * 1024 * 1024)}"}\n`),
        Buffer.from(JSON.stringify(quill)),
      ]),
    );
    const { json } = await admin.run("import", "listings", path, "--json");
    expect(json).toMatchObject({
      created: 1,
      refusals: [
        { line: 1, reason: "is not UTF-8" },
        { line: 2, reason: expect.stringContaining("longer than") },
      ],
    });
  });

  test("a large file, read in a thread: the same errors as a small one", async () => {
    const large = 3_000_000;
    const csv = await admin.file("large.csv", "\n".repeat(large));
    expect(await admin.run("import", "listings", csv)).toMatchObject(failed("no header"));
    const packed = await admin.file("large.ndjson.gz", "x".repeat(large));
    expect(await admin.run("import", "listings", packed)).toMatchObject(failed(`Cannot read ${packed}`));
  });

  test("a URL that appears twice: the second line is refused, also in another batch", async () => {
    const many = Array.from({ length: 1100 }, (_, i) => ({ ...reed, name: `Reed ${i}`, url: `https://r${i}.example` }));
    const { json } = await importing([quill, ...many, { ...quill, name: "Again" }]);
    expect(json).toMatchObject({
      created: 1101,
      refusals: [{ line: 1102, reason: "has the same url as line 1" }],
    });
    expect((await admin.run("db", "check")).exitCode).toBe(0);
  });

  test("stars: break ties in search, and a later import updates them", async () => {
    const same = (name: string, stars: unknown) => ({
      ...quill,
      name,
      url: `https://${name.toLowerCase()}.example/`,
      stars,
    });
    const order = async () => {
      const found: string[] = [];
      await withServer(async (server) => {
        for (const { name } of (await server.call("search_listings", { q: "notebook" })).body.items) found.push(name);
      });
      return found;
    };
    await importing([same("Low", 3), same("High", 90_000), same("Unknown", null), same("Middle", 700)]);
    expect(await order()).toEqual(["High", "Middle", "Low", "Unknown"]);
    const { json } = await importing([same("Low", "100000"), same("High", null), same("Middle", 700)]);
    expect(json).toMatchObject({ updated: 1, unchanged: 2 });
    expect(await order()).toEqual(["Low", "High", "Middle", "Unknown"]);
    expect((await importing([same("Low", -1)])).json.refusals).toMatchObject([{ line: 1 }]);
    expect((await admin.run("db", "check")).exitCode).toBe(0);
  });

  test("JSON output: lists created categories and ignored fields", async () => {
    const { json } = await importing([quill, { ...reed, color: "red" }, { ...reed, url: "ftp://x", size: 1 }]);
    expect(json).toMatchObject({
      categories_made: ["writing", "office", "office-notes"],
      ignored_fields: { source_updated_at: 2, color: 1 },
    });
    expect((await importing([quill])).json).toMatchObject({ categories_made: [] });
  });

  test.each([
    [["GPL-3.0"], "GPL-3.0-only", {}],
    [["MIT", "GPL-2.0+", "MIT"], "MIT OR GPL-2.0-or-later", {}],
    [["⊘ Proprietary"], "proprietary", {}],
    [["Apache 2", "MIT License"], "Apache-2.0 OR MIT", {}],
    [["MIT AND ISC", "0BSD"], "(MIT AND ISC) OR 0BSD", {}],
    [["AGPL-3.0", "⊘ Proprietary"], null, { "⊘ Proprietary": 1 }],
    [["Apache-2.0", "Commons-Clause"], null, { "Commons-Clause": 1 }],
    // The version is not known.
    [["GPL", "BSD"], null, { GPL: 1, BSD: 1 }],
    [[], null, {}],
  ])("licenses %j: the license %j", async (licenses, license, unknown_licenses) => {
    const { json } = await importing([{ ...quill, licenses }]);
    expect(json).toMatchObject({ created: 1, unknown_licenses });
    await withServer(async (server) => {
      const { body } = await server.call("get_listing", { slug: "quill" });
      expect([body.license, body.fact_sources.license?.by]).toEqual([license, license === null ? undefined : "import"]);
      expect(body.tags.length).toBe(new Set(licenses).size);
    });
  });

  test("facts: from their own fields, and --self-hosted for lines without an answer", async () => {
    const facts = {
      ...{ license: "mit", self_hosted: false, sso: "paid", api_url: "https://quill.example/api", languages: ["EN"] },
      plans: [{ name: "Pro", price: 900, currency: "eur", per: "month" }],
    };
    const wrong = { ...reed, license: "Apache-2" };
    const { json } = await importing([{ ...quill, ...facts }, reed, wrong], "--self-hosted", "yes");
    expect(json).toMatchObject({ created: 2, refused: 1 });
    expect(json.refusals[0].reason).toContain("did you mean Apache-2.0?");
    await withServer(async (server) => {
      const { body } = await server.call("get_listing", { slug: "quill" });
      expect(body).toMatchObject({ license: "MIT", self_hosted: "no", sso: "paid", languages: ["en"] });
      expect(body.plans).toMatchObject([{ name: "Pro", currency: "EUR", source: { by: "import" } }]);
      expect((await server.call("get_listing", { slug: "reed" })).body.self_hosted).toBe("yes");
    });
  });

  test("a proprietary product is not open source; a public license makes the GitHub repository its source code", async () => {
    const socials = { github: "https://github.com/quill/quill" };
    const records = [
      { ...quill, pricing: "open-source", licenses: ["⊘ Proprietary"], socials },
      { ...reed, pricing: "open-source", licenses: ["MIT"], socials: { github: "https://github.com/reed/reed" } },
      {
        ...reed,
        name: "Rush",
        url: "https://rush.example",
        licenses: ["MIT"],
        socials: { github: "https://github.com/rush" },
      },
    ];
    const { json } = await importing(records, "--source", "https://github.com/example/list");
    expect(json).toMatchObject({ created: 3 });
    expect(Object.keys(json.ignored_fields)).toEqual([
      "source_updated_at",
      "pricing (open-source, but the license is proprietary)",
    ]);
    await withServer(async (server) => {
      const facts = async (slug: string) => {
        const { pricing, license, repository, fact_sources } = (await server.call("get_listing", { slug })).body;
        return [pricing, license, repository, fact_sources.license.url];
      };
      const source = "https://github.com/example/list";
      expect(await facts("quill")).toEqual([null, "proprietary", null, source]);
      expect(await facts("reed")).toEqual(["open-source", "MIT", "https://github.com/reed/reed", source]);
      expect(await facts("rush")).toEqual(["open-source", "MIT", null, source]);
    });
  });

  test("a fact with a private URL refuses its line, and no other", async () => {
    const wrong = [{ api_url: "http://10.0.0.1/api" }, { repository: "http://localhost/git" }];
    const { json } = await importing([
      ...wrong.map((one, i) => ({ ...quill, ...one, url: `https://quill-${i}.example` })),
      reed,
    ]);
    expect(json).toMatchObject({ created: 1, refused: 2 });
    const [api, repository] = json.refusals.map(({ reason }: { reason: string }) => reason);
    expect(api).toContain("api_url must lead to a public IP address");
    expect(repository).toContain("repository must lead to a public IP address");
  });

  test("on a terminal: one line shows the progress", async () => {
    const path = await admin.file("two.ndjson", ndjson([quill, reed]));
    const { err } = await admin.runOnTerminal("import", "listings", path);
    expect(Bun.stripANSI(err)).toMatch(/^\r2 lines, [\d,]+ per second\r$/);
    expect((await admin.run("import", "listings", path)).err).toBe("");
  });

  test("--allow-refused: exit code 0 with refused lines", async () => {
    expect((await importing("nonsense\n", "--allow-refused")).exitCode).toBe(0);
  });

  test("text output: counts on standard output, refused lines on standard error", async () => {
    const path = await admin.file("a.ndjson", `${JSON.stringify(quill)}\nnonsense\n`);
    const { out, err } = await admin.run("import", "listings", path);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^Read 2 lines in [\d.]+ s: created 1, updated 0, unchanged 0, refused 1\.$/),
      "Created missing categories: writing, office, office-notes.",
      "Ignored fields (with the number of lines): source_updated_at (1).",
      "Licences that stay tags because they are not SPDX ids, or are proprietary beside others (with the number of lines): ⊘ Proprietary (1).",
      "",
    ]);
    expect(err).toBe("line 2: is not valid JSON\n");
  });
});

describe("CSV", () => {
  const header = "name,url,headline,summary,categories,platforms,pricing,tags,socials,color";
  const rows = [
    `"Quill, ""the"" pen",https://quill.example/,Write,"Two`,
    `lines",Writing; Office - Notes,Docker;Go,open-source,"[""a;b""]","{""github"":""https://github.com/quill/quill""}",5`,
  ];
  const importCsv = async (lines: string[], name = "listings.csv", ...options: string[]) =>
    admin.run("import", "listings", await admin.file(name, lines.join("\r\n")), "--json", ...options);

  test("a header, quoted cells and lists joined by semicolons: imported", async () => {
    const { json } = await importCsv([`\uFEFF${header}`, ...rows]);
    expect(json).toMatchObject({ created: 1, refused: 0, ignored_fields: { color: 1 } });
    await withServer(async (server) => {
      const { body } = await server.call("get_listing", { slug: "quill-the-pen" });
      expect(body).toMatchObject({
        name: 'Quill, "the" pen',
        summary: "Two lines",
        categories: [{ slug: "writing" }, { slug: "office-notes" }],
        platforms: ["Docker", "Go"],
        pricing: "open-source",
        socials: { github: "https://github.com/quill/quill" },
      });
    });
  });

  test("facts: lists joined by semicolons, plans as JSON, and self_hosted as true or false", async () => {
    const plans = `"[{""name"":""Pro"",""price"":900,""currency"":""EUR"",""per"":""month""}]"`;
    const { json } = await importCsv([
      "name,url,headline,summary,self_hosted,languages,data_regions,plans",
      `Quill,https://quill.example/,Write by hand,A notebook that reads handwriting.,true,en;de,EU,${plans}`,
    ]);
    expect(json).toMatchObject({ created: 1, refused: 0 });
    await withServer(async (server) => {
      const { body } = await server.call("get_listing", { slug: "quill" });
      expect(body).toMatchObject({ self_hosted: "yes", languages: ["en", "de"], data_regions: ["EU"] });
      expect(body.plans).toMatchObject([{ name: "Pro", price: 900 }]);
    });
  });

  test.each([
    ["too few cells", ["Reed,https://reed.example"], 2, "has 2 cells, but the header has 10"],
    ["unbalanced quotes", ['Re"ed"x,,,,,,,,,'], 2, "has unbalanced quotes"],
    ["quotes that never end", ['"Reed,,,', "", ""], 2, "ends inside quotes"],
    ["an empty required cell", [",https://reed.example,a,b,,,,,,"], 2, "name is required"],
  ])("a row with %s: refused with its first line number", async (_, lines, line, reason) => {
    expect((await importCsv([header, ...lines])).json).toMatchObject({ created: 0, refusals: [{ line, reason }] });
  });

  test("--format csv: overrides the file name; a file without a header is refused", async () => {
    expect((await importCsv([header, ...rows], "listings.txt", "--format", "csv")).json).toMatchObject({ created: 1 });
    expect(await importCsv([""])).toMatchObject(failed("no header"));
  });

  test("a column that appears twice: the file is refused with its name", async () => {
    const lines = [`${header},name `, ...rows.map((row) => `${row},Other`)];
    expect(await importCsv(lines)).toMatchObject(failed('the column "name" twice'));
    expect((await admin.run("listing", "list", "--json")).json).toEqual([]);
  });
});

describe("categories", () => {
  const importCategories = async (records: object[]) =>
    admin.run("import", "categories", await admin.file("categories.ndjson", ndjson(records)), "--json");

  test('"A - B": creates B below A in any order; a second run changes nothing', async () => {
    const records = [
      { name: "Media - Audio", description: "To hear" },
      { name: "Media", description: "All of it" },
      { name: "Media - Video" },
    ];
    expect((await importCategories(records)).json).toMatchObject({ created: 2, updated: 1, refused: 0 });
    const expected = [
      { slug: "media", name: "Media", parent: null, description: "All of it" },
      { slug: "media-audio", name: "Audio", parent: "media", description: "To hear" },
      { slug: "media-video", name: "Video", parent: "media", description: "" },
    ];
    expect((await admin.run("category", "list", "--json")).json).toMatchObject(expected);
    expect((await importCategories(records)).json).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect((await admin.run("category", "list", "--json")).json).toMatchObject(expected);
  });

  test("a changed description: the category is updated", async () => {
    await importCategories([{ name: "Media", description: "Old" }]);
    expect((await importCategories([{ name: "Media", description: "New" }])).json).toMatchObject({ updated: 1 });
  });

  test("slug and parent as fields: used; a created parent is listed", async () => {
    const { json } = await importCategories([
      { name: "Media", slug: "all-media" },
      { name: "To hear", slug: "audio", parent: "all-media" },
      { name: "Office - Notes" },
    ]);
    expect(json).toMatchObject({ created: 3, categories_made: ["office"] });
    expect((await admin.run("category", "list", "--json")).json).toMatchObject([
      { slug: "all-media", name: "Media" },
      { slug: "audio", name: "To hear", parent: "all-media" },
      { slug: "office" },
      { slug: "office-notes" },
    ]);
  });

  test("a category below a subcategory: refused", async () => {
    await importCategories([{ name: "Media" }]);
    await admin.run("category", "create", "Audio", "--parent", "media");
    const { exitCode, json } = await importCategories([{ name: "Audio - Music" }]);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 1,
      json: { refusals: [{ line: 1, reason: expect.stringContaining("two levels") }] },
    });
  });
});

test("a long import: each batch has its own time, by which followers of changes find it", async () => {
  const records = Array.from({ length: 1501 }, (_, i) => ({ ...quill, url: `https://quill.example/${i}` }));
  const path = await admin.file("many.ndjson", ndjson(records));
  let minutes = 0;
  const exitCode = await runAdmin(["import", "listings", path], {
    environment: { DATA_DIR: admin.dataDir },
    out: () => {},
    err: () => {},
    isTerminal: false,
    user: "ops",
    now: () => new Date(testNow.getTime() + minutes++ * 60_000),
  });
  expect(exitCode).toBe(0);
  const rows = admin.openStore().read.$client.query("SELECT DISTINCT updated_at FROM listings").all();
  expect(rows).toHaveLength(2);
});

describe("subjects", () => {
  test("products that listings replace: created, edited, merged by another name, and refused", async () => {
    await importing([quill, reed]);
    const named = async (records: object[], name = "subjects.ndjson") =>
      (await admin.run("import", "subjects", await admin.file(name, ndjson(records)), "--json")).json;
    const pixbox = { name: "Pixbox", url: "https://pixbox.example/", also_known_as: ["Pix Box Pro"] };
    expect(await named([pixbox, { name: "Pixboxes" }])).toMatchObject({ created: 2 });
    expect(await named([pixbox])).toMatchObject({ unchanged: 1 });
    expect(await named([{ ...pixbox, also_known_as: ["Pixboxes"] }, { name: "" }])).toMatchObject({
      updated: 1,
      refused: 1,
    });
    const csv = await admin.file("subjects.csv", "name,also_known_as\nPixbox,Pixboxes; Pix\n");
    expect((await admin.run("import", "subjects", csv, "--json")).json).toMatchObject({ updated: 1 });
    const rows = admin.openStore().read.$client.query("SELECT name, also_known_as AS others FROM subjects").all();
    expect(rows).toEqual([{ name: "Pixbox", others: '["Pixboxes","Pix"]' }]);
  });
});
