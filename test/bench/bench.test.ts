import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchData } from "./data.ts";
import type { Server } from "./load.ts";
import { rpc } from "./mcp.ts";
import { requireSameBody, restPaths } from "./rest.ts";
import { startBare, startSlipway } from "./servers.ts";

const size = 1000;
const root = mkdtempSync(join(tmpdir(), "slipway-bench-test-"));
let slipway: Server;
let bare: Server;

beforeAll(async () => {
  const folder = await benchData(size, { root });
  slipway = await startSlipway(folder);
  bare = await startBare(folder);
});
afterAll(async () => {
  await slipway?.stop();
  await bare?.stop();
  rmSync(root, { recursive: true });
});

for (const [what, paths] of restPaths(() => true, size, 10))
  test(`${what}: Slipway and the bare server return the same bytes`, async () => {
    expect(paths.length).toBe(10);
    for (const path of paths) await requireSameBody(slipway, bare, path);
  });

test("invented listings: have ranks, ratings and facets", async () => {
  const { structuredContent } = await rpc(slipway, "tools/call", {
    name: "search_listings",
    arguments: { facets: true, per_page: 100 },
  });
  expect(structuredContent.total).toBeGreaterThan(900);
  expect(structuredContent.items.some((item: any) => item.rank !== null && item.domain_rating !== null)).toBe(true);
  for (const counts of Object.values(structuredContent.facets) as { count: number }[][])
    expect(counts.length).toBeGreaterThan(0);
});
