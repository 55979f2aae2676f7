import { beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { draftFieldNames } from "#tools/listings/shared/fields.ts";
import { readCsvRow } from "./csv.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("seed", "demo");
});

async function exporting(noun: string, name: string, ...options: string[]) {
  const file = join(admin.dataDir, name);
  const run = await admin.run("export", noun, file, "--json", ...options);
  expect({ exitCode: run.exitCode, err: run.err }).toEqual({ exitCode: 0, err: "" });
  return { file, text: await Bun.file(file).text(), count: run.json[noun] as number };
}
const records = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test.each("sites categories posts products listings founders awards users keys".split(" "))(
  "export %s: all records as NDJSON and as CSV",
  async (noun) => {
    await admin.run("user", "create", "--email", "ada@example.test");
    await admin.run("key", "create", "--email", "ada@example.test", "--scopes", "account:read");
    const { text, count } = await exporting(noun, "all.ndjson");
    expect(count).toBeGreaterThan(0);
    expect(records(text)).toHaveLength(count);
    expect(text).not.toMatch(/hash/);
    const csv = await exporting(noun, "all.csv");
    expect(csv.count).toBe(count);
    const [header] = csv.text.split("\r\n");
    expect(readCsvRow(header!)).toEqual(Object.keys(records(text)[0]));
  },
);

describe.each(["ndjson", "csv"])("an export as %s", (format) => {
  test("imported again: changes nothing", async () => {
    for (const noun of ["categories", "listings"]) {
      const { file, count } = await exporting(noun, `${noun}.${format}`);
      const { json } = await admin.run("import", noun, file, "--json");
      expect(json).toMatchObject({ created: 0, updated: 0, unchanged: count, refused: 0, categories_made: [] });
    }
  });

  test("imported into another site: the same directory", async () => {
    await admin.run("site", "create", "copy", "--name", "Copy", "--host", "copy.example");
    const of = async (noun: string, site: string) =>
      records((await exporting(noun, `${noun}-${site}.ndjson`, "--site", site)).text);
    for (const noun of ["categories", "listings"]) {
      const { file } = await exporting(noun, `${noun}.${format}`);
      const { err } = await admin.run("import", noun, file, "--site", "copy");
      // Listings that are not public are not published on the other site.
      expect(err.split("\n").filter((line) => !line.includes(", but an import publishes new listings"))).toEqual([""]);
    }
    expect(await of("categories", "copy")).toEqual(await of("categories", "main"));
    const texts = (all: any[]) =>
      all
        .map(({ slug, status, plan, launch_week, votes, created_at, updated_at, ...rest }) => rest)
        .toSorted((a, b) => a.url.localeCompare(b.url));
    const copied = texts(await of("listings", "copy"));
    expect(copied).toEqual(texts((await of("listings", "main")).filter(({ status }) => status === "live")));
    expect(copied.some(({ faqs }) => faqs.length > 0)).toBe(true);
    expect((await admin.run("db", "check")).exitCode).toBe(0);
  });
});

test("listings: every field that an import accepts", async () => {
  const [first] = records((await exporting("listings", "all.ndjson")).text);
  expect(Object.keys(first)).toEqual(expect.arrayContaining(draftFieldNames));
});

test("the export: only its owner may read it, also if an interrupted export left a file that everybody may read", async () => {
  const leftover = await admin.file("users.csv.unfinished", "");
  chmodSync(leftover, 0o644);
  const { file } = await exporting("users", "users.csv");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("more records than a page: each appears once", async () => {
  const lines = Array.from({ length: 1203 }, (_, i) => JSON.stringify({ name: `Category ${i}` }));
  await admin.run("import", "categories", await admin.file("many.ndjson", lines.join("\n")));
  const { text, count } = await exporting("categories", "all.ndjson");
  expect(new Set(records(text).map(({ slug }) => slug)).size).toBe(count);
  expect(count).toBeGreaterThan(1203);
});

test("a cell like a formula: escaped in the CSV and unchanged after an import", async () => {
  const [name, headline] = ['=HYPERLINK("https://x.example")', "+1, or 'so'\t"];
  const product = { name, headline: headline.trim(), url: "https://x.example", summary: "'=1" };
  await admin.run("import", "listings", await admin.file("a.ndjson", JSON.stringify(product)));
  const { file, text } = await exporting("listings", "all.csv");
  expect(text).toContain(`\r\n"'=HYPERLINK(""https://x.example"")"`);
  expect(text).toContain(`"'+1, or 'so'",''=1`);
  expect((await admin.run("import", "listings", file, "--json")).json).toMatchObject({ created: 0, updated: 0 });
});

test("an existing file, or one that cannot be written: refused", async () => {
  const { file, text } = await exporting("sites", "sites.ndjson");
  expect(await admin.run("export", "sites", file)).toMatchObject(failed("already exists"));
  expect(await Bun.file(file).text()).toBe(text);
  const nowhere = join(admin.dataDir, "no", "folder", "sites.ndjson");
  expect(await admin.run("export", "users", nowhere)).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^error: Cannot write [^\n]+\n$/),
  });
});
