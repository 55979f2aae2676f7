import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import { shareSvg } from "./share-svg.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

test("200: a PNG of 1200 by 630 for the site and each listing, with an ETag and cached for a day", async () => {
  const pictures = new Set<string>();
  for (const path of ["/share.png", "/listings/lumenroll/share.png", "/listings/tidepad/share.png"]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=86400",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    pictures.add(bytes.toString("base64"));
    const etag = response.headers.get("etag")!;
    expect((await get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  }
  expect(pictures.size).toBe(3);
});

test("a changed headline: another ETag", async () => {
  const tag = async () => (await get("/listings/lumenroll/share.png", { method: "HEAD" })).headers.get("etag");
  const before = await tag();
  await server.store.write(async ({ $client }) => {
    $client.run("UPDATE listings SET headline = 'Another promise' WHERE slug = 'lumenroll'");
  });
  expect(await tag()).not.toBe(before);
});

test("404: a listing that does not exist, or is only on another site", async () => {
  expect((await get("/listings/no-such-thing/share.png")).status).toBe(404);
  expect((await get("/listings/clipmason/share.png")).status).toBe(404);
  const elsewhere = await get("/listings/lumenroll/share.png", { headers: { host: "dev.localhost" } });
  expect(elsewhere.status).toBe(404);
});

const texts = {
  markup: `</text><script>alert(1)</script><image href="https://evil.example/x.png"/>&#x0;"'`,
  "one word of 400 letters": "Supercalifragilistic".repeat(20),
  "right to left": "הדרך הפשוטה לנהל משימות בכל מקום ובכל זמן שרוצים",
  "emoji and marks": "👩‍👩‍👧‍👦🏳️‍🌈 e\u0301".repeat(40),
  "no XML sign": "a\u0000b\uFFFEc\uD800d",
  nothing: "",
};

test.each(Object.entries(texts))("shareSvg with %s: stays within the margins and loads nothing", async (_, text) => {
  const svg = shareSvg({ title: text, text, siteName: text, logo: null, picture: null });
  expect(svg).not.toMatch(/<script|<image|<foreignObject|<[^>]*href=/i);
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  // Below the bar at the top, the outer columns stay empty.
  for (let y = 20; y < info.height; y++)
    for (const x of [4, info.width - 4]) expect(data[(y * info.width + x) * info.channels]).toBe(255);
  expect(svg.match(/<text/g)!.length).toBeLessThanOrEqual(6);
});
