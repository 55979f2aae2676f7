import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import puppeteer from "puppeteer";
import { chromiumPath } from "../browser/chromium.ts";
import { bring } from "./bring.ts";
import { sitesOfPart } from "./sites.ts";

// Compares the drafts that main.ts wrote with the results of article readers and plain meta tags on the same home
// pages. Those know no categories, prices, platforms, profiles or questions. Install the readers once in a separate
// folder: npm install --omit=optional @mozilla/readability@0.6.0 defuddle@0.19.4

const { values } = parseArgs({
  options: {
    readers: { type: "string" },
    part: { type: "string", default: "tried" },
    drafts: { type: "string", default: join(tmpdir(), "slipway-real-drafts") },
  },
});
if (!values.readers) throw new Error("--readers: the folder in which the readers are installed");

interface Given {
  name: string;
  summary: string;
  description: string;
}

const entry = `
import { Readability } from "@mozilla/readability";
import Defuddle from "defuddle";
const meta = (...names) => names.map((name) => document.querySelector(\`meta[property="\${name}"],meta[name="\${name}"]\`)?.content ?? "").find(Boolean) ?? "";
const textOf = (html) => new DOMParser().parseFromString(html ?? "", "text/html").body.textContent.replace(/\\s+/g, " ").trim();
window.readers = {
  "meta tags": () => ({ name: meta("og:site_name", "application-name") || document.title, summary: meta("description", "og:description"), description: "" }),
  "@mozilla/readability": () => { const read = new Readability(document.cloneNode(true)).parse(); return { name: read?.siteName || read?.title || "", summary: read?.excerpt ?? "", description: read?.textContent.replace(/\\s+/g, " ").trim() ?? "" }; },
  defuddle: () => { const read = new Defuddle(document.cloneNode(true)).parse(); return { name: read.site || read.title, summary: read.description, description: textOf(read.content) }; },
};`;
const source = join(values.readers, "entry.js");
await Bun.write(source, entry);
const built = await Bun.build({ entrypoints: [source], target: "browser", format: "iife" });
const script = await built.outputs[0]!.text();

const browser = await puppeteer.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const page = await browser.newPage();
// Only the static file is read, as by a reader without a browser.
await page.setJavaScriptEnabled(true);
await page.setOfflineMode(true);

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const tally = new Map<string, { name: number; summary: number; description: number }>();
let sites = 0;
const empty: Given = { name: "", summary: "", description: "" };
const drafted = new Set(readdirSync(values.drafts));
for (const site of sitesOfPart(values.part)) {
  if (!drafted.has(`${site.host}.json`)) continue;
  const files = bring(site);
  if (files === null) continue;
  const { fields } = JSON.parse(readFileSync(join(values.drafts, `${site.host}.json`), "utf8"));
  const home = join(files, site.path.endsWith("/") ? `${site.path}index.html` : site.path);
  const html = readFileSync(home, "utf8").replace(/<script\b[^>]*>.*?<\/script>/gis, "");
  sites++;
  const count = (reader: string, { name, summary, description }: Given) => {
    const known = tally.get(reader) ?? { name: 0, summary: 0, description: 0 };
    tally.set(reader, known);
    // Names of drafts were judged by hand; nearly all are right.
    if (key(name) === key(fields.name)) known.name++;
    if (summary.length >= 40 && summary.length <= 500) known.summary++;
    if (description.length >= 200 && description.length <= 5000) known.description++;
  };
  count("Slipway", fields);
  await page.setContent(html, { waitUntil: "domcontentloaded", timeout: 20_000 }).catch(() => {});
  await page.evaluate(script);
  for (const reader of ["meta tags", "@mozilla/readability", "defuddle"])
    count(reader, (await page.evaluate(`window.readers[${JSON.stringify(reader)}]()`).catch(() => empty)) as Given);
}
await browser.close();

const share = (times: number) => `${Math.round((100 * times) / sites)}%`;
console.log(
  `| ${values.part}, ${sites} sites | the name | a summary of 40 to 500 characters | a description of 200 to 5,000 |\n| --- | --- | --- | --- |`,
);
for (const [reader, { name, summary, description }] of tally)
  console.log(`| ${reader} | ${share(name)} | ${share(summary)} | ${share(description)} |`);
