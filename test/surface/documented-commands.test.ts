import { expect, test } from "bun:test";
import { join } from "node:path";
import { ndjson, newAdmin } from "../support/server/admin.ts";
import { readmePath, withGeneratedParts } from "./readme.ts";

test("the generated parts of README.md are up to date; `bun run readme` brings them there", async () => {
  const readme = await Bun.file(readmePath).text();
  expect(withGeneratedParts(readme)).toBe(readme);
});

test("the admin commands of README.md do what they say, one after the other in an empty folder", async () => {
  const admin = newAdmin();
  const product = {
    name: "Pictor",
    url: "https://pictor.example",
    headline: "Photo backup",
    summary: "Keeps pictures",
  };
  const files: Record<string, string> = {
    "categories.ndjson": await admin.file("categories.ndjson", ndjson([{ name: "Media - Photos", description: "" }])),
    "products.ndjson": await admin.file("products.ndjson", ndjson([{ ...product, categories: ["Media - Photos"] }])),
    "ranks.csv": await admin.file("ranks.csv", "1,first.example\n2,pictor.example\n"),
    "eurofxref-hist.csv": await admin.file("eurofxref-hist.csv", "Date,USD,\n2026-11-18,1.0832,\n"),
    "slipway-today.db": join(admin.dataDir, "backup.db"),
    "listings.csv": join(admin.dataDir, "listings.csv"),
  };
  const readme = (await Bun.file(readmePath).text()).replaceAll("$(date +%F)", "today");
  const commands = [...readme.matchAll(/^npx -y bun run admin ([^#\n]+)/gm)].map(([, words]) => words!.trim());
  expect(commands.length).toBeGreaterThan(8);
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
    const { exitCode, out, err } = await admin.run(...words.map((word) => files[word] ?? word));
    expect([command, exitCode, exitCode === 0 ? "" : out + err]).toEqual([command, 0, ""]);
  }
});

test("every command of README.md for a machine with Node alone begins with npx", async () => {
  const readme = await Bun.file(readmePath).text();
  const [beforeProduction] = readme.split("## In production");
  expect(beforeProduction).not.toMatch(/(?<!npx -y )\bbun (run|start|test|install)\b/);
  const scripts = Object.keys((await Bun.file(join(import.meta.dir, "../..", "package.json")).json()).scripts);
  const named = [...readme.matchAll(/npx -y bun (?:run )?(\w+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});
