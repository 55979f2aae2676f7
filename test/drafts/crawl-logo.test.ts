import { afterAll, expect, test } from "bun:test";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import { fetchLogo } from "#tools/drafts/crawl/logo.ts";
import { drawing, icon, picture } from "./sites/pictures.ts";
import { type ServedSite, serveSite } from "./sites/serve.ts";

// A logo whose URL the user gives.

const png = { headers: { "content-type": "image/png" } };
const outbound = createOutbound({ allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "test" });
const served: ServedSite = await serveSite({
  pages: {
    "/square.png": { ...png, body: await picture("#136", 300) },
    "/wide.png": { ...png, body: await picture("#136", 400, 100) },
    "/banner.png": { ...png, body: await picture("#136", 240, 100) },
    "/moved.png": { status: 302, headers: { location: "/square.png" } },
    "/mark.svg": drawing("#136"),
    "/favicon.ico": { body: await icon("#136", 48) },
    "/page": "<!doctype html><h1>No picture</h1>",
    "/large.png": { ...png, body: new Uint8Array(2 * 1024 * 1024) },
    "/slow.png": { ...png, body: await picture("#136", 64), delayMs: 2000 },
  },
});
afterAll(() => served.stop());

const logoAt = (path: string, signal = new AbortController().signal) =>
  fetchLogo(outbound, new URL(path, served.url).href, signal);

test("logo: fetched through redirects and re-encoded as PNG", async () => {
  for (const [path, width] of [
    ["/square.png", 256],
    ["/banner.png", 240],
    ["/mark.svg", 256],
    ["/favicon.ico", 48],
  ] as const) {
    const logo = await logoAt(path);
    expect(logo).toMatchObject({ width, sourceUrl: new URL(path, served.url).href });
    expect(Buffer.from(logo.bytes.subarray(1, 4)).toString()).toBe("PNG");
  }
  expect((await logoAt("/moved.png")).sourceUrl).toEndWith("/square.png");
});

test("unusable logo: rejected with a code and a message", async () => {
  const cases: [url: string, code: string, start: string][] = [
    ["/wide.png", "bad_logo", "The logo's longer side is more than three times"],
    ["/page", "bad_logo", "The logo's format is unknown."],
    ["/large.png", "too_large", "The logo file is larger than 1024 KiB."],
    ["/none.png", "not_found", "There is no image at this URL (status 404)."],
    ["http://169.254.169.254/logo.png", "forbidden_address", "This is not a public IP address."],
    ["data:image/png;base64,AAAA", "forbidden_scheme", "The URL must start with https://"],
  ];
  for (const [url, code, start] of cases) {
    const error = await logoAt(url).catch((reason) => reason);
    expect({ name: error.name, code: error.code, message: error.message }).toEqual({
      name: "CrawlFailed",
      code,
      message: expect.stringContaining(start),
    });
  }
});

test("aborted signal: rejects with the signal's reason", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("shutting down")), 50);
  const fetching = logoAt("/slow.png", controller.signal);
  expect(fetching).rejects.toThrow("shutting down");
  await fetching.catch(() => {});
});
