import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { assetByHash } from "#db/queries/common/assets.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { type Draft, draftById } from "#db/queries/drafts/drafts.ts";
import { changeStatus, statusById } from "#db/queries/listings/listing-status.ts";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import { takeScreenshot } from "#tools/drafts/jobs.ts";
import { formOf } from "../support/clients/page-form.ts";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { draftFor } from "../support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

/** The browser's screenshot; each test sets its own. */
let photograph: () => Promise<Uint8Array>;
let server: TestServer;
let people = 0;
beforeAll(async () => {
  server = await startTestServer({ drafting: { photographer: { photograph: () => photograph() } } });
});
afterAll(() => server.stop());

/** A page of two colours, with a different one for each hue. */
const drawn = async (hue: number) => {
  const create = (width: number, red: number) => ({
    create: { width, height: 800, channels: 3 as const, background: { r: red, g: hue, b: 90 } },
  });
  const half = await sharp(create(640, 20)).png().toBuffer();
  return new Uint8Array(
    await sharp(create(1280, 240))
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  );
};

/** A complete draft of a new account, whose home page the screenshot job has just visited. */
async function pictured(changes: Partial<Draft> = {}) {
  const email = `pictured${++people}@example.test`;
  const browser = await signUpAs(server, email);
  const account = (await accountByEmail(server.store.read, email))!;
  const url = `https://pictured${people}.example/`;
  const { id } = await draftFor(server.store, account.id, { url, ...changes });
  await server.store.write((tx) => enqueue(tx, takeScreenshot.request({ draftId: id }, url), testNow));
  await server.drainJobs();
  return { browser, id, hash: (await draftById(server.store.read, id))!.screenshotHash };
}

const shows = async (browser: Visitor, path: string, hash: string) =>
  (await browser.get(path)).html.includes(`/media/${hash}`);

test("screenshot: shown in the draft, carried over to the listing, and the owner can remove it there", async () => {
  photograph = () => drawn(120);
  const { browser, id, hash } = await pictured();
  expect(await shows(browser, `/account/drafts/${id}`, hash!)).toBe(true);
  const image = await fetch(`${server.url}/media/${hash}`);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  const { format, width, height } = await sharp(await image.arrayBuffer()).metadata();
  expect([format, width, height]).toEqual(["webp", 1280, 800]);

  const path = `/account/drafts/${id}`;
  await browser.post(path, { ...(await formOf((await browser.get(path)).html, path)), do: "submit" });

  const { listingId } = (await draftById(server.store.read, id))!;
  await server.store.write(async (tx) => changeStatus(tx, (await statusById(tx, listingId!))!, "live", null, testNow));
  const { slug } = (await statusById(server.store.read, listingId!))!;
  expect(await shows(browser, `/listings/${slug}`, hash!)).toBe(true);
  const own = `/account/listings/${listingId}`;
  expect(await shows(browser, own, hash!)).toBe(true);

  const intruder = await signUpAs(server, "intruder@example.test");
  expect((await intruder.post(own, { do: "unpicture" })).status).toBe(404);
  expect((await browser.post(own, { do: "unpicture" })).location).toBe(`${own}?done=unpictured`);
  for (const each of [own, `/listings/${slug}`]) expect(await shows(browser, each, hash!)).toBe(false);
  expect(await assetByHash(server.store.read, hash!)).toBeFalsy();
});

test("declined screenshot: deleted and absent from the listing", async () => {
  photograph = () => drawn(60);
  const { browser, id, hash } = await pictured();
  const path = `/account/drafts/${id}`;
  expect((await browser.post(path, { do: "decline" })).location).toBe(`${path}?done=declined`);
  expect((await browser.get(path)).html).not.toContain("Screenshot of the home page");
  expect(await assetByHash(server.store.read, hash!)).toBeFalsy();
});

test.each([
  [
    "blank page",
    async () =>
      new Uint8Array(
        await sharp({ create: { width: 1280, height: 800, channels: 3, background: "white" } })
          .png()
          .toBuffer(),
      ),
  ],
  ["no image from the browser", async () => new TextEncoder().encode("<svg/>")],
  ["page unreachable", () => Promise.reject(new OutboundError("timeout", "It took too long."))],
])("no screenshot: %s", async (_, given) => {
  photograph = given;
  expect((await pictured()).hash).toBeNull();
});

test("draft no longer open when the screenshot is ready: no screenshot", async () => {
  photograph = () => drawn(30);
  expect((await pictured({ status: "expired" })).hash).toBeNull();
});
