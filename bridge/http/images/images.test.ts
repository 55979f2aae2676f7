import { afterAll, beforeAll, expect, test } from "bun:test";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
const policy = "default-src 'none'; style-src 'unsafe-inline'";

test("200: a stored image, cached for a year, with a policy that forbids scripts", async () => {
  const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10);
  const hash = await server.store.write((tx) => saveAsset(tx, "image/png", bytes, testNow.toISOString()));
  const response = await get(`/media/${hash}`);
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    etag: `"${hash}"`,
  });
  const known = await get(`/media/${hash}`, { headers: { "if-none-match": `"${hash}"` } });
  expect(known.status).toBe(304);
  const head = await get(`/media/${hash}`, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe("8");
});

test("200: a listing's logo has the same policy", async () => {
  const { logo_url } = (await server.call("get_listing", { slug: "lumenroll" })).body;
  const response = await fetch(logo_url);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("content-security-policy")).toBe(policy);
});

test("200: badges with an ETag, cached for a day, with the same policy", async () => {
  for (const path of ["/badges/site.svg", "/badges/lumenroll/listed.svg", "/badges/lumenroll/launched.svg"]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=86400",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    });
    const etag = response.headers.get("etag")!;
    expect((await get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  }
});

test("200: light or dark with ?theme, else the reader's preference", async () => {
  const draw = async (query: string) => (await get(`/badges/site.svg${query}`)).text();
  const [auto, light, dark] = [await draw(""), await draw("?theme=light"), await draw("?theme=dark")];
  expect(new Set([auto, light, dark]).size).toBe(3);
  expect(auto).toContain("prefers-color-scheme");
  expect(await draw("?theme=purple")).toBe(auto);
});

test("200: a badge shows the name of the Host's site", async () => {
  const response = await get("/badges/site.svg", { headers: { host: "dev.localhost" } });
  expect(await response.text()).toContain("Slipway Dev");
  // An invalid port is treated like any unknown host.
  const nowhere = await get("/badges/site.svg?theme=dark", { headers: { host: "localhost:99999" } });
  expect(nowhere.status).toBe(200);
});

test("404: unknown images and badges, as a problem", async () => {
  for (const path of [
    `/media/${"0".repeat(64)}`,
    "/media/x",
    "/badges/no-such-thing/listed.svg",
    "/badges/lumenroll/award-999999.svg",
    "/badges/lumenroll/launched.png",
    "/badges/clipmason/listed.svg",
  ]) {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "not_found", instance: path });
  }
});

test("405: methods other than GET and HEAD", async () => {
  for (const path of ["/media/x", "/badges/site.svg", "/badges/lumenroll/listed.svg"]) {
    const response = await get(path, { method: "POST" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  }
});
