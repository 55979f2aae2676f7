import { afterAll, beforeAll, expect, test } from "bun:test";
import { picture } from "../drafts/sites/pictures.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

/** The image that an owner names for a product on two sites. */

const png = { headers: { "content-type": "image/png" } };
let images: ServedSite;
let server: TestServer;
beforeAll(async () => {
  images = await serveSite({
    pages: { "/a.png": { ...png, body: await picture("#136", 300) }, "/page": "<!doctype html><h1>No picture</h1>" },
  });
  server = await startTestServer({ outbound: { allowNetworks: ["127.0.0.0/8"] } });
});
afterAll(async () => {
  await server.stop();
  images.stop();
});

let accounts = 0;
async function owner() {
  const email = `logo${++accounts}@example.test`;
  const { key, account } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  const as = server.as(key);
  const { main, dev } = await ownedProduct(server.store, account.id);
  return {
    dev,
    read: async (listing_id = main) => (await as.over("REST", "get_my_listing", { listing_id })).body,
    edit: (input: object) => as.over("MCP", "update_my_listing", { listing_id: main, ...input }),
  };
}
const at = (path: string) => ({ fields: { logo_url: new URL(path, images.url).href } });

test("a logo is fetched in the background and saved as a revertible edit on every site", async () => {
  const { read, edit, dev } = await owner();
  const { status, body } = await edit(at("/a.png"));
  expect([status, body.version, body.changed[0]]).toMatchObject([200, 1, { skipped: [{ field: "logo_url" }] }]);
  expect(await read()).toMatchObject({ logo_url: null, warnings: [{ code: "logo_pending" }] });

  await server.drainJobs();
  const now = await read();
  expect(now).toMatchObject({
    version: 2,
    warnings: [],
    versions: [{ by: "job:fetch-listing-logo", fields: ["logo_url"] }],
  });
  const there = now.logo_url.replace("//localhost", "//dev.localhost");
  expect(await read(dev)).toMatchObject({ version: 2, logo_url: there });
  const image = await fetch(new URL(new URL(now.logo_url).pathname, server.url));
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);

  // What was read can be sent back: the logo that is shown is not fetched again.
  const back = await edit({ fields: { logo_url: now.logo_url } });
  expect([back.status, back.body.changed[0]]).toMatchObject([200, { fields: [], skipped: [] }]);
  expect(await read()).toMatchObject({ version: 2, logo_url: now.logo_url, warnings: [] });

  await edit({ revert_to: 1 });
  expect(await read()).toMatchObject({ version: 3, logo_url: null });
  await edit({ revert_to: 2 });
  expect(await read()).toMatchObject({ version: 4, logo_url: now.logo_url });
});

test("a logo that cannot be fetched: a warning, and nothing changes", async () => {
  const { read, edit } = await owner();
  await edit({ fields: { ...at("/page").fields, name: "Kelpworks Two" } });
  await server.drainJobs();
  const message = expect.stringContaining("format is unknown");
  expect(await read()).toMatchObject({ version: 2, logo_url: null, warnings: [{ code: "logo_failed", message }] });
  await edit({ fields: { logo_url: null } });
  expect(await read()).toMatchObject({ version: 2, warnings: [] });
});

test("a newer request replaces a pending logo fetch", async () => {
  const { read, edit } = await owner();
  await edit(at("/a.png"));
  await edit({ fields: { logo_url: null } });
  await server.drainJobs();
  expect(await read()).toMatchObject({ version: 1, logo_url: null, warnings: [] });
});

test("a logo URL outside the public web is refused, and a dry run fetches nothing", async () => {
  const { read, edit } = await owner();
  const { status, body } = await edit({ fields: { logo_url: "http://169.254.169.254/logo.png" } });
  expect([status, body.errors[0].field]).toEqual([422, "fields.logo_url"]);
  const trial = await edit({ ...at("/a.png"), dry_run: true });
  expect(trial.body).toMatchObject({ dry_run: true, not_tried: ["Fetching the logo."] });
  await server.drainJobs();
  expect(await read()).toMatchObject({ version: 1, logo_url: null, warnings: [] });
});

test("an uploaded logo is saved with the text of the editor, and replaces a logo that is still to be fetched", async () => {
  const email = "logo-file@example.test";
  const browser = await signUpAs(server, email);
  const { account, key } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  const { main } = await ownedProduct(server.store, account.id);
  const read = async () => (await server.as(key).over("REST", "get_my_listing", { listing_id: main })).body;
  const path = `/account/listings/${main}/edit`;
  const save = async (file: Uint8Array, changes: Record<string, string>) => {
    const form = new FormData();
    const fields = { ...(await pageForm(await browser.get(path), path)), do: "save", ...changes };
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
    form.set("logo_file", new File([file as Uint8Array<ArrayBuffer>], "logo.png"));
    return browser.post(path, form);
  };
  const file = await picture("#416", 300);
  await server.as(key).over("MCP", "update_my_listing", { listing_id: main, ...at("/a.png") });

  const broken = await save(file.subarray(0, 60), { headline: "Kelp farming with a broken logo" });
  expect([broken.status, broken.html]).toEqual([422, expect.stringContaining("The logo file is damaged")]);
  expect(broken.html).toContain("Kelp farming with a broken logo");
  const faulty = await save(file, { headline: "Short" });
  expect(faulty.status).toBe(422);
  const large = await save(new Uint8Array(1024 * 1024 + 1), {});
  expect(large.html).toContain("Logo is larger than 1 MB; choose a smaller file.");
  expect(await read()).toMatchObject({ version: 1, logo_url: null });

  await save(file, { headline: "Kelp farming with a new logo" });
  const saved = await read();
  expect(saved).toMatchObject({ version: 3, headline: "Kelp farming with a new logo", warnings: [] });
  expect((await browser.get(new URL(saved.logo_url).pathname)).headers.get("content-type")).toBe("image/png");
  expect((await save(await picture("#641", 300), {})).location).toBe(`${path}?done=saved`);
  await server.drainJobs();
  expect((await read()).version).toBe(4);
});
