import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import type { companies } from "#db/schema/companies.ts";
import { type FactSource, factNames, listingFields } from "#db/schema/listing-fields.ts";
import { post } from "#test/support/clients/mcp-wire.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const compare = (...slugs: string[]) => server.call("compare_listings", { slugs });

test("200: one row per fact, values in the order of slugs", async () => {
  const slugs = ["pingmoor", "lumenroll", "halfhour"];
  const { status, body } = await compare(...slugs);
  expect(status).toBe(200);
  expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);
  const rows = Object.fromEntries(body.rows.map((row: any) => [row.field, row.values]));
  expect(rows).toMatchObject({
    headline: [
      "Uptime alerts that wait for a second opinion",
      "A fast photo gallery that runs on your own server",
      "A booking page that asks what should be decided",
    ],
    pricing: ["paid", "open-source", "freemium"],
    platforms: ["Web, API, CLI", "Self-hosted, Docker, Linux, Web", "Web, Browser extension"],
    votes: [258, 167, 58],
    launch_week: ["2026-W45", "2026-W47", "2026-W47"],
    domain_rating: [67, 58, null],
  });
  for (const { values } of body.rows) expect(values).toHaveLength(slugs.length);
  for (const [i, slug] of slugs.entries()) {
    const { body: profile } = await server.call("get_listing", { slug });
    expect(profile).toMatchObject(body.items[i]);
    expect(rows.rank[i]).toBe(profile.rank);
    expect(rows.founders[i]).toBe(profile.founders.map(({ name }: { name: string }) => name).join(", "));
    expect(rows.categories[i]).toBe(profile.categories.map(({ name }: { name: string }) => name).join(", "));
    expect(rows.verified[i]).toBe(profile.verified.status);
    expect(rows.created_at[i]).toBe(profile.created_at.slice(0, 10));
  }
});

test("200: another order of slugs returns the same values in that order", async () => {
  const { body: there } = await compare("pingmoor", "lumenroll");
  const { body: back } = await compare("lumenroll", "pingmoor");
  expect(back.rows.map((row: any) => row.values)).toEqual(there.rows.map((row: any) => row.values.toReversed()));
});

test("200: five slugs are allowed, and items contain no long texts", async () => {
  const { status, body } = await compare("pingmoor", "lumenroll", "halfhour", "stillup", "migrail");
  expect(status).toBe(200);
  expect(body.items).toHaveLength(5);
  for (const item of body.items) expect(item).not.toHaveProperty("description");
});

test("404: names the slug that is unknown or not live", async () => {
  for (const slug of ["no-such-thing", "clipmason"]) {
    const { status, body } = await compare("pingmoor", slug);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found", next_actions: [{ tool: "search_listings" }] });
    expect(body.detail).toContain(`"${slug}"`);
  }
});

test("404: names all unknown slugs and suggests the same call with the closest slugs", async () => {
  const { status, body } = await compare("pingmor", "stillup", "lumenrol");
  expect(status).toBe(404);
  expect(body.detail).toBe(
    'There is no listing "pingmor" here. Did you mean "pingmoor"? There is no listing "lumenrol" here. Did you mean "lumenroll"?',
  );
  expect(body.next_actions).toMatchObject([
    { tool: "compare_listings", arguments: { slugs: ["pingmoor", "stillup", "lumenroll"] } },
    { tool: "search_listings", arguments: { q: "pingmor" } },
    { tool: "search_listings", arguments: { q: "lumenrol" } },
  ]);
  const { body: half } = await compare("pingmor", "no-such-thing");
  expect(half.next_actions.map(({ tool }: { tool: string }) => tool)).toEqual(["search_listings", "search_listings"]);
});

test("422: one slug, six slugs, a repeated slug, none, or an invalid slug", async () => {
  const cases: [string[], string, string][] = [
    [["pingmoor"], "slugs", "too_small"],
    [["a", "b", "c", "d", "e", "f"], "slugs", "too_big"],
    [["pingmoor", "lumenroll", "pingmoor"], "slugs.2", "repeated"],
    [["pingmoor", "not/a/slug"], "slugs.1", "invalid_format"],
  ];
  for (const [slugs, field, code] of cases) {
    const { status, body } = await compare(...slugs);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field, code }]);
  }
  const { status, body } = await server.call("compare_listings");
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "slugs", code: "required" }]);
});

describe("facts and conditions", () => {
  const now = testNow.toISOString();
  const save = (slug: string, facts: Partial<typeof companies.$inferInsert>) =>
    server.store.write(async (tx) => {
      const row = tx.$client.query(
        "SELECT c.name, c.url FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.slug = ?",
      );
      await saveCompany(tx, { ...((await row.get(slug)) as { name: string; url: string }), ...facts }, now);
    });
  const source: FactSource = {
    url: "https://stillup.example/prices",
    quote: "Team: $20 a month",
    checked_at: "2026-11-01T00:00:00.000Z",
    by: "site",
    confirmed: true,
  };
  const plan = { name: "Team", price: 2000, currency: "USD", per: "month", free_limits: null, url: null } as const;
  beforeAll(async () => {
    await server.store.write((tx) =>
      saveExchangeRate(tx, { currency: "USD", day: "2026-11-17", rate: "1.25", source: "ECB" }),
    );
    await save("stillup", {
      plans: [plan],
      selfHosted: "yes",
      dataRegions: ["EU"],
      license: "MIT OR GPL-2.0-only",
      factSources: {
        "plans.Team": source,
        license: { ...source, url: null, quote: null, by: "import", confirmed: false },
        self_hosted: { ...source, url: null, quote: null, by: "owner" },
        data_regions: { ...source, url: null, quote: null, by: "owner" },
      },
    });
  });

  const must = [
    { field: "self_hosted", is: "yes" },
    { field: "license", includes: "MIT" },
    { field: "price_max", at_most: 1600, currency: "EUR" },
    { field: "data_regions", is: "DE" },
    { field: "platforms", is: "Web" },
  ];
  const written =
    "self_hosted:is:yes license:includes:MIT price_max:at_most:1600:eur data_regions:is:DE platforms:is:Web";

  test("200: each condition is met, not met or unknown, with the sources of the fact", async () => {
    const { status, body } = await server.call("compare_listings", { slugs: ["stillup", "tidepad", "halfhour"], must });
    expect(status).toBe(200);
    expect(body.must.map(({ results }: any) => results)).toEqual([
      ["met", "not_met", "unknown"],
      ["met", "not_met", "unknown"],
      ["met", "not_met", "unknown"],
      ["unknown", "unknown", "unknown"],
      ["not_met", "met", "met"],
    ]);
    const [prices, imported, owner, other] = [
      `${source.url}, 2026-11-01`,
      "an import, unconfirmed since 2026-11-01",
      "the submitter, 2026-11-01",
      "the owner, 2026-11-18",
    ];
    const sourcesOf = (i: number) =>
      body.must[i].sources.map((numbers: number[]) => numbers.map((number) => body.sources[number - 1]));
    expect(sourcesOf(0)).toEqual([[owner], [other], []]);
    expect(sourcesOf(1)).toEqual([[imported], [other], []]);
    expect(sourcesOf(2)).toEqual([[prices], [other], []]);
    expect(body.must[2]).toMatchObject({
      condition: "at most €16 a month",
      price_note: "Prices in USD are converted at the reference rates of 2026-11-17.",
    });
    // Platforms have no source.
    expect(sourcesOf(4)).toEqual([[], [], []]);
    expect(body.items[0].plans[0].source).toEqual(source);
  });

  test("200: rows have every fact, and null if it is unknown", async () => {
    const { body } = await compare("stillup", "halfhour");
    const rows = new Map<string, unknown[]>(body.rows.map(({ field, values }: any) => [field, values]));
    for (const name of factNames) expect([name, rows.get(name)?.length]).toEqual([name, 2]);
    expect(rows.get("plans")).toEqual(["Team: US$20 per month", null]);
    expect(rows.get("license")).toEqual(["MIT OR GPL-2.0-only", null]);
    expect(rows.get("mcp_url")).toEqual([null, null]);
  });

  test("200: REST takes conditions as texts, also with commas and in any case", async () => {
    const query = new URLSearchParams({ slugs: "stillup,tidepad,halfhour" });
    for (const text of written.split(" ")) query.append("must", text);
    const read = async () => (await fetch(`${server.url}/api/v1/compare?${query}`)).json() as any;
    const { body } = await server.call("compare_listings", { slugs: ["stillup", "tidepad", "halfhour"], must });
    expect((await read()).must).toEqual(body.must);
    query.append("must", "Self-Hosted:is:true");
    query.append("must", "certifications:includes:ISO 27001, part: one");
    const more = (await read()).must;
    expect(more[5]).toEqual(body.must[0]);
    expect(more[6].condition).toBe("certified for ISO 27001, part: one");
  });

  for (const client of ["text", "structured"])
    test(`200: over MCP, the ${client} has every source once, by number`, async () => {
      const { body: answer } = await post(
        server,
        JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "compare_listings", arguments: { slugs: ["stillup", "halfhour"], must } },
        }),
      );
      const { content, structuredContent } = answer.result;
      const sources = [
        `${source.url}, 2026-11-01`,
        "an import, unconfirmed since 2026-11-01",
        "the submitter, 2026-11-01",
      ];
      if (client === "text") {
        const text: string = content[0].text;
        expect(text).toContain("Condition self-hosted: met [3] | unknown\n");
        expect(text).toContain("Licence: MIT OR GPL-2.0-only [2] | unknown\n");
        expect(text).toContain("Prices: Team: US$20 per month [1] | unknown\n");
        expect(text).toContain(`Sources: ${sources.map((one, i) => `[${i + 1}] ${one}`).join("; ")}`);
        for (const name of factNames) {
          const row = text.split("\n").find((line) => line.startsWith(`${listingFields[name].label}: `));
          for (const value of row?.split(": ").slice(1).join(": ").split(" | ") ?? [])
            expect([name, /^unknown$| \[\d\]$/.test(value)]).toEqual([name, true]);
        }
        expect(text).toMatch(/^Unknown for all: .*MCP server/m);
      } else {
        expect(structuredContent.must[0]).toEqual({
          field: "self_hosted",
          condition: "self-hosted",
          results: ["met", "unknown"],
          sources: [[3], []],
        });
        expect(structuredContent.sources.slice(0, 3)).toEqual(sources);
        expect(structuredContent.rows).toContainEqual({ field: "mcp_url", values: [null, null] });
      }
    });

  test("422: conditions that are not valid say how to write them, and name the nearest field", async () => {
    const fault = async (text: string) => {
      const response = await fetch(
        `${server.url}/api/v1/compare?${new URLSearchParams({ slugs: "stillup,tidepad", must: text })}`,
      );
      const { errors } = (await response.json()) as any;
      return [response.status, errors?.[0]?.field, errors?.[0]?.message, errors?.[0]?.fix];
    };
    const way = "must be written as field:operator:value[:currency], such as self_hosted:is:yes";
    for (const text of ["self_hosted", "", "self_hosted:yes", "self_hosted:is:", "self_hosted:is_not:yes"])
      expect(await fault(text)).toEqual([422, "must.0", way, undefined]);
    const { structuredContent } = await server.mcp("compare_listings", {
      slugs: ["stillup", "tidepad"],
      must: ["api"],
    });
    const asObject = 'must be an object such as {"field": "self_hosted", "is": "yes"}';
    expect(structuredContent.errors).toMatchObject([{ field: "must.0", message: asObject }]);
    const [status, field, , fix] = await fault("self-hostd:is:yes");
    expect([status, field]).toEqual([422, "must.0.field"]);
    expect(fix).toStartWith("Did you mean self_hosted? ");
    expect((await fault("constructor:is:yes")).slice(0, 2)).toEqual([422, "must.0.field"]);
    expect((await fault("self_hosted:is:constructor")).slice(1, 3)).toEqual(["must.0.is", "must be yes or no"]);
    expect((await fault("price_max:at_most:cheap:EUR")).slice(1, 3)).toEqual(["must.0.at_most", "must be a number"]);
    expect((await fault("price_max:at_most:100"))[0]).toBe(200);
    expect((await fault("price_max:at_most:100:XXX"))[1]).toBe("must.0.currency");
    expect((await fault("self_hosted:at_most:1"))[1]).toBe("must.0.field");
    const many = await server.call("compare_listings", {
      slugs: ["stillup", "tidepad"],
      must: Array.from({ length: 21 }, () => must[0]),
    });
    expect([many.status, many.body.errors[0].message]).toEqual([422, "must have at most 20 conditions"]);
  });

  test("a plan changes neither the order nor a result", async () => {
    const answers = [];
    for (const paid of ["stillup", "halfhour"]) {
      await server.store.write(
        async (tx) =>
          void tx.$client.run(
            "UPDATE listings SET plan = CASE WHEN slug = ? THEN 'paid' ELSE 'free' END WHERE slug IN ('stillup', 'halfhour')",
            [paid],
          ),
      );
      const { body } = await server.call("compare_listings", { slugs: ["halfhour", "stillup"], must });
      answers.push([body.items.map(({ slug }: any) => slug), body.rows, body.must]);
    }
    expect(answers[0]![0]).toEqual(["halfhour", "stillup"]);
    expect(answers[1]).toEqual(answers[0]!);
  });

  test("page_url has the conditions, and a price without a currency is in the site's", async () => {
    const { body } = await server.call("compare_listings", {
      slugs: ["stillup", "tidepad"],
      must: [
        { field: "certifications", includes: "ISO 27001, part: one" },
        { field: "price_max", at_most: 500 },
      ],
    });
    expect(body.must[1].condition).toBe("at most €5 a month");
    const query = new URL(body.page_url).searchParams;
    expect(query.get("slugs")).toBe("stillup,tidepad");
    expect(query.getAll("must")).toEqual(["certifications:is:ISO 27001, part: one", "price_max:at_most:500:EUR"]);
    expect(await (await fetch(body.page_url)).text()).toContain("certified for ISO 27001, part: one");
  });

  test("two products that name each other have a page of their own", async () => {
    const page = async () => (await compare("tallyglass", "stillup")).body.page_url;
    const others = `${server.url}/compare?slugs=tallyglass,stillup`;
    await save("stillup", { alternativeTo: ["Tallyglass"] });
    expect(await page()).toBe(others);
    await save("tallyglass", { alternativeTo: ["still up"] });
    expect(await page()).toBe(`${server.url}/compare/stillup-vs-tallyglass`);
    const { body: three } = await compare("tallyglass", "stillup", "tidepad");
    expect(three.page_url).toBe(`${others},tidepad`);
    await save("stillup", { alternativeTo: ["Tidepad"] });
    expect(await page()).toBe(others);
  });
});
