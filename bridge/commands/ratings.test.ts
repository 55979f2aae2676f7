import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { failed, ndjson, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer } from "#test/support/server/harness.ts";
import { valueOfRank } from "./rank-files.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
  const products = [
    { name: "Alpha", url: "https://www.alpha.example/" },
    { name: "Beta", url: "https://app.beta.example/start" },
    { name: "Gamma", url: "https://gamma.example" },
    { name: "Forged", url: "https://github.com/forged/forged" },
    { name: "München", url: "https://münchen.example" },
  ];
  const records = products.map((product) => ({ ...product, headline: "A product", summary: "A product" }));
  await admin.run("import", "listings", await admin.file("listings.ndjson", ndjson(records)));
});

const importing = async (content: string | Uint8Array, ...options: string[]) =>
  admin.run("ratings", "import", await admin.file("ranks", content), "--source", "tranco", "--json", ...options);

/** Slug to `[value, change]`, as stored on the listing. */
async function ratings(): Promise<Record<string, [number | null, number | null]>> {
  const store = admin.openStore();
  const rows = store.read.$client
    .query<[string, number | null, number | null], []>("SELECT slug, rating, rating_change FROM listings ORDER BY id")
    .values();
  await store.close();
  return Object.fromEntries(rows.map(([slug, value, change]) => [slug, [value, change]]));
}

describe("valueOfRank", () => {
  test("rank 1 is 100, the last rank 0, and each factor of ten the same step", () => {
    expect([1, 10, 100, 1000, 10_000, 1_000_000].map((rank) => valueOfRank(rank, 1_000_000))).toEqual([
      100, 83, 67, 50, 33, 0,
    ]);
    expect(valueOfRank(1, 1)).toBe(100);
    expect(valueOfRank(2000, 1000)).toBe(0);
  });

  test("any rank: a whole number from 0 to 100 that never rises with the rank", () => {
    const rank = fc.integer({ min: 1, max: 200_000_000 });
    fc.assert(
      fc.property(rank, rank, rank, (a, b, maxRank) => {
        const [better, worse] = [valueOfRank(Math.min(a, b), maxRank), valueOfRank(Math.max(a, b), maxRank)];
        expect(better).toBeGreaterThanOrEqual(worse);
        for (const value of [better, worse]) expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
      }),
    );
  });
});

describe("formats", () => {
  test("tranco: www. and case are ignored, and a code forge rates no listing", async () => {
    const { exitCode, json } = await importing(
      "1,github.com\n10,WWW.Alpha.example\r\n100,beta.example\n1000000,last.example\n",
    );
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: { lines: 4, matched: 2, created: 2, max_rank: 1_000_000 },
    });
    expect(await ratings()).toMatchObject({
      alpha: [83, null],
      beta: [67, null],
      gamma: [null, null],
      forged: [null, null],
    });
  });

  test("commoncrawl, gzipped: reversed hosts, and the best rank of a domain's hosts", async () => {
    const lines = [
      "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev",
      "10\t2.5E7\t1000\t0.01\texample.alpha.www",
      "20\t2.4E7\t10\t0.02\texample.alpha",
      "1000\t1.0E7\t1000\t0.01\texample.other",
    ];
    const packed = await admin.file("ranks.gz", Bun.gzipSync(lines.join("\n")));
    const { json } = await admin.run(
      ...["ratings", "import", packed, "--source", "Common Crawl", "--format", "commoncrawl", "--json"],
    );
    expect(json).toMatchObject({ matched: 1, max_rank: 1000, refused: 0 });
    expect((await ratings()).alpha).toEqual([67, null]);
  });

  test("commoncrawl: --column selects another rank, --max-rank sets the end of the scale", async () => {
    const lines = "1000\t2.5E7\t1\t0.01\texample.alpha\n1000\t2.5E7\t100\t0.01\texample.beta\n";
    await importing(lines, "--format", "commoncrawl", "--column", "pr_pos", "--max-rank", "10000");
    expect(await ratings()).toMatchObject({ alpha: [100, null], beta: [50, null] });
  });

  test("values: CSV with a header, values rounded and stored unchanged", async () => {
    await importing(
      'domain,"score"\n"alpha.example",71\nbeta.example,12.6\n',
      "--format",
      "values",
      "--column",
      "score",
    );
    expect(await ratings()).toMatchObject({ alpha: [71, null], beta: [13, null] });
  });

  test("an internationalised domain: matched by its ASCII form", async () => {
    await importing("1,xn--mnchen-3ya.example\n10,x.example\n");
    expect((await ratings()).munchen).toEqual([100, null]);
  });

  test("a missing column: the error names it and the columns of the file", async () => {
    const { exitCode, err } = await importing("domain,score\nalpha.example,1\n", "--format", "values");
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: 'error: The file has no column "value". Its columns are domain, score.\n',
    });
  });

  test("invalid lines: refused with their line numbers", async () => {
    const { exitCode, json } = await importing(
      "1,alpha.example\nnonsense\n0,beta.example\nx,beta.example\n5,\n10,z.example\n",
    );
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { created: 1, refused: 4 } });
    expect(json.refusals.map((refusal: any) => refusal.line)).toEqual([2, 3, 4, 5]);
    expect(await importing("host,value\nalpha.example,101\n", "--format", "values")).toMatchObject({ exitCode: 1 });
  });
});

describe("over time", () => {
  const values = (alpha: number, ...options: string[]) =>
    importing(`host,value\nalpha.example,${alpha}\n`, "--format", "values", ...options);

  test("a newer date: the change is stored; domains missing from the file keep their rating", async () => {
    await importing("host,value\nalpha.example,40\nbeta.example,20\n", "--format", "values", "--date", "2026-10-01");
    await values(55, "--date", "2026-11-01");
    expect(await ratings()).toMatchObject({ alpha: [55, 15], beta: [20, null], gamma: [null, null] });
  });

  test("the same day again: an equal value changes nothing, a correction keeps the earlier value", async () => {
    await values(40, "--date", "2026-10-01");
    await values(55, "--date", "2026-11-01");
    expect((await values(55, "--date", "2026-11-01")).json).toMatchObject({ unchanged: 1, updated: 0 });
    await values(50, "--date", "2026-11-01");
    expect((await ratings()).alpha).toEqual([50, 10]);
  });

  test("an older date: changes nothing", async () => {
    await values(55, "--date", "2026-11-01");
    expect((await values(40, "--date", "2026-10-01")).json).toMatchObject({ unchanged: 1 });
    expect((await ratings()).alpha).toEqual([55, null]);
  });

  test("another source: no change is stored, because the scales differ", async () => {
    await values(40, "--date", "2026-10-01");
    await values(90, "--date", "2026-11-01", "--source", "Common Crawl");
    expect((await ratings()).alpha).toEqual([90, null]);
  });

  test.each(["2026-13-01", "yesterday", "2026-11-19"])("--date %s: refused", async (date) => {
    expect(await values(40, "--date", date)).toMatchObject(failed("--date"));
  });
});

test("get_listing shows value, source and date; search filters and sorts by it", async () => {
  await importing("host,value\nalpha.example,71\nbeta.example,12\n", "--format", "values", "--date", "2026-11-01");
  const server = await startTestServer({ store: admin.openStore() });
  expect((await server.call("get_listing", { slug: "alpha" })).body.domain_rating).toEqual({
    value: 71,
    source: "tranco",
    checked_at: "2026-11-01T00:00:00.000Z",
  });
  expect((await server.call("get_listing", { slug: "gamma" })).body.domain_rating).toBeNull();
  const slugs = async (input: object) =>
    (await server.call("search_listings", { ...input })).body.items.map((item: any) => item.slug);
  expect(await slugs({ min_dr: 60 })).toEqual(["alpha"]);
  expect((await slugs({ sort: "dr" })).slice(0, 2)).toEqual(["alpha", "beta"]);
  await server.stop();
});
