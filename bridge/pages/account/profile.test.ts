import { afterEach, beforeEach, expect, test } from "bun:test";
import sharp from "sharp";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { assetByHash } from "#db/queries/common/assets.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { type FounderProfile, founderById } from "#db/queries/founders/founder-profile.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let person: Visitor;
const bio = "Ran a workshop for nine years and makes small tools for people who still do.";

beforeEach(async () => {
  server = await startTestServer();
  person = await signUpAs(server, "ada@example.org");
});
afterEach(() => server.stop());

function save(fields: Record<string, string>, photo?: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Ada Quill", ...fields })) form.set(name, value);
  if (photo) form.set("photo", new File([photo], "me.png", { type: "image/png" }));
  return withToken(form);
}
async function withToken(form: FormData) {
  form.set("form_token", await person.token());
  return person.post("/account/profile", form);
}
async function profile(): Promise<FounderProfile | undefined> {
  const { founderId } = (await accountByEmail(server.store.read, "ada@example.org"))!;
  return founderId === null ? undefined : founderById(server.store.read, founderId);
}

const jpeg = new Uint8Array(
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Copyright: "taken here" } })
    .jpeg()
    .toBuffer(),
);

test("first save: creates a founder with a slug; later ones update it", async () => {
  expect(await profile()).toBeUndefined();
  expect((await save({ bio, website: "https://ada.example" })).location).toBe("/account/profile?done=saved");
  const first = (await profile())!;
  expect(first).toMatchObject({ slug: "ada-quill", name: "Ada Quill", bio, links: { website: "https://ada.example" } });
  await save({ name: "Ada Q.", bio: "", website: "", github: "https://code.example/ada" });
  expect(await profile()).toMatchObject({
    id: first.id,
    slug: "ada-quill",
    name: "Ada Q.",
    bio: "",
    links: { github: "https://code.example/ada" },
  });
});

test("audit log: a save without changes adds no entry, others record the changes", async () => {
  await save({ bio });
  const { id } = (await profile())!;
  await save({ bio });
  await save({ bio, name: "Ada Q." });
  expect(await changesOf(server.store.read, `founder:${id}`, 5)).toMatchObject([
    { action: "save_founder_profile", before: { name: "Ada Quill" }, after: { name: "Ada Q." } },
    { action: "save_founder_profile", before: { bio: null }, after: { name: "Ada Quill", bio } },
  ]);
});

test("two founders with the same name: different slugs", async () => {
  await save({ bio });
  const first = (await profile())!;
  person = await signUpAs(server, "other@example.org");
  await save({ bio });
  const { founderId } = (await accountByEmail(server.store.read, "other@example.org"))!;
  const second = (await founderById(server.store.read, founderId!))!;
  expect(second.slug).toMatch(/^ada-quill-[0-9a-f]{8}$/);
  expect(second.id).not.toBe(first.id);
});

test("photo: stored as WebP, resized, without metadata, and kept until replaced", async () => {
  await save({ bio }, jpeg);
  const { photoHash } = (await profile())!;
  const stored = (await assetByHash(server.store.read, photoHash!))!;
  expect(stored.contentType).toBe("image/webp");
  expect(Buffer.from(stored.bytes).includes("here")).toBe(false);
  expect(await sharp(stored.bytes).metadata()).toMatchObject({ width: 512, height: 384 });
  await save({ bio });
  expect((await profile())!.photoHash).toBe(photoHash);
  expect((await person.get("/account/profile")).html).toContain(`src="/media/${photoHash}"`);
});

test("invalid input: errors at the fields, and all texts are kept", async () => {
  const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");
  const faulty = { name: "", bio: "Too short.", website: "javascript:alert(1)", github: "http://code.example" };
  const { status, html } = await save(faulty, svg);
  expect(status).toBe(422);
  for (const field of ["name", "bio", "website", "github", "photo"]) expect(html).toContain(`href="#field-${field}"`);
  expect(html).toContain("Too short.</textarea>");
  expect(await profile()).toBeUndefined();
});

test("a link without https:// gets it; other words and schemes are errors", async () => {
  expect((await save({ bio, website: "ada.example/about" })).location).toBe("/account/profile?done=saved");
  expect((await profile())!.links).toEqual({ website: "https://ada.example/about" });
  for (const website of ["ada", "http://ada.example", "mailto:ada@ada.example", "@ada@social.example"])
    expect([website, (await save({ bio, website })).status]).toEqual([website, 422]);
});

test("an error in another field: asks for the photo again and describes what is typed", async () => {
  const { html } = await save({ bio, website: "http://ada.example" }, jpeg);
  expect(html).toContain('<a href="#field-photo">Choose the photo again.</a>');
  expect(html).toContain("A photo is missing. Free launches");
  for (const stale of ["There is no founder profile", "The name is missing", "The bio needs", "A link is missing"])
    expect(html).not.toContain(stale);
});

test("photo too large: 422 at its field, or 413 for much too large", async () => {
  const slightly = await save({ bio }, new Uint8Array(1024 * 1024 + 1));
  expect(slightly.status).toBe(422);
  expect(slightly.html).toContain("Photo has 1.01 MB; upload one with at most 1 MB.");
  expect((await save({ bio }, new Uint8Array(3 * 1024 * 1024))).status).toBe(413);
});

const previewOf = async () => {
  const { html } = await person.get("/account/profile");
  return html.slice(html.indexOf('<section class="preview"'), html.indexOf("</section>", html.indexOf('id="preview"')));
};

test("preview: shows the saved profile, escaped, and links to the public page once there is one", async () => {
  expect(await previewOf()).toContain("Your public founder page appears once your profile is complete");
  await save({ bio: `${bio}\n- <b>boats</b>\n- kelp`, website: "https://ada.example", name: "<i>Ada</i>" }, jpeg);
  const preview = await previewOf();
  expect(preview).toContain('<h3 dir="auto">&lt;i&gt;Ada&lt;/i&gt;</h3>');
  expect(preview).toContain("<li>&lt;b&gt;boats&lt;/b&gt;</li>");
  expect(preview).toContain('<a href="https://ada.example" rel="nofollow noopener">Website</a>');
  expect(preview).toContain(`src="/media/${(await profile())!.photoHash}"`);
  const { id } = (await accountByEmail(server.store.read, "ada@example.org"))!;
  await ownedProduct(server.store, id);
  expect(await previewOf()).toContain(
    `<a href="/founders/${(await profile())!.slug}">View your public founder page</a>`,
  );
});

test("preview: a link that is not a web address stays text", async () => {
  const { html } = await save({ bio, website: "javascript:alert(1)" });
  expect(html).not.toContain('href="javascript:');
});

test("a person enters and leaves the public data set", async () => {
  const chosen = async () => {
    const { inDataSet, leftDataSetAt } = (await profile())!;
    return [inDataSet, leftDataSetAt];
  };
  await save({ bio });
  expect(await chosen()).toEqual([false, null]);
  await save({ bio, data: "1" });
  expect(await chosen()).toEqual([true, null]);
  expect((await person.get("/account/profile")).html).toContain('value="1" checked');
  await save({ bio });
  expect(await chosen()).toEqual([false, testNow.toISOString()]);
});
