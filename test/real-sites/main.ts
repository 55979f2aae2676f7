import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import { suggestCategories } from "#tools/categories/shared/suggest-categories.ts";
import { crawlSite } from "#tools/drafts/crawl/crawl-site.ts";
import { writeFromEvidence } from "#tools/drafts/extract/write-from-evidence.ts";
import { textsOnWhole } from "#tools/drafts/shared/writing.ts";
import { chromiumPath } from "../browser/chromium.ts";
import { userAgent } from "../support/fakes/crawling.ts";
import { demoStore } from "../support/server/harness.ts";
import { bring } from "./bring.ts";
import { serveSites } from "./serve.ts";
import { type RealSite, sitesOfPart } from "./sites.ts";

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "tried" },
    only: { type: "string" },
    into: { type: "string", default: join(tmpdir(), "slipway-real-drafts") },
    /** The folder with crawled pages. A site that is already there is not crawled again. */
    pages: { type: "string", default: join(tmpdir(), "slipway-real-pages") },
  },
});

// Categories are suggested from the listings of the demo directory.
const store = await demoStore();
const { siteId } = store.read.$client.query<{ siteId: number }, []>("SELECT min(id) AS siteId FROM sites").get()!;
const chosen = sitesOfPart(values.part).filter(({ host }) => !values.only || values.only.split(",").includes(host));

const there = chosen.flatMap((site) => {
  const files = bring(site);
  return files === null ? [] : [{ site, files }];
});
const served = await serveSites(there);
const network = { allowNetworks: ["127.0.0.0/8"], dnsServers: [served.dns], userAgent };
const renderer = createRenderer({ chromiumPath, ...network });
for (const folder of [values.into, values.pages]) mkdirSync(folder, { recursive: true });
for (const { site } of there)
  writeFileSync(join(values.into, `${site.host}.json`), JSON.stringify(await draft(site), null, 1));
await renderer.close();
await served.stop();
await store.close();

async function crawl(site: RealSite, signal: AbortSignal): Promise<Awaited<ReturnType<typeof crawlSite>>> {
  const file = join(values.pages, `${site.host}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const notes = { arrived: async () => {}, keep: async () => {}, note: async () => {} };
  const fixture = { outbound: createOutbound(network), renderer, now: () => new Date(), limits: { pauseMs: 5 } };
  const crawled = await crawlSite(fixture, served.urlOf(site), { known: [], ...notes }, signal);
  writeFileSync(file, JSON.stringify(crawled));
  return crawled;
}

async function draft(site: RealSite) {
  const { signal } = new AbortController();
  try {
    const crawled = await crawl(site, signal);
    const written = await writeFromEvidence({ ...crawled, categories: [] }, signal);
    const { fields, evidence, passages, warnings } = written;
    const { slugs, isCertain } = await suggestCategories(store.read, siteId, textsOnWhole(written));
    const paths = crawled.pages.map(({ url }) => new URL(url).pathname);
    return {
      ...site,
      pages: paths,
      logo: crawled.logo?.sourceUrl ?? null,
      fields: { ...fields, categories: isCertain ? slugs.slice(0, 1) : [] },
      suggestedCategories: slugs,
      passages,
      warnings: [...crawled.warnings, ...warnings],
      evidence,
    };
  } catch (error) {
    return { ...site, failure: String(error) };
  }
}
