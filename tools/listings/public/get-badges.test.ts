import { afterAll, beforeAll, expect, test } from "bun:test";
import { marked } from "marked";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const badges = async (slug: string): Promise<any[]> => (await server.call("get_badges", { slug })).body.items;
const kinds = async (slug: string) => (await badges(slug)).map(({ kind }) => kind);

async function readHtml(html: string) {
  const found: Record<string, string> = {};
  await new HTMLRewriter()
    .on("a img", { element: (image) => void Object.assign(found, Object.fromEntries(image.attributes)) })
    .on("a", { element: (link) => void Object.assign(found, { href: link.getAttribute("href") }) })
    .transform(new Response(html))
    .text();
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  const decode = (text: string) =>
    text.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code, name) =>
      code ? String.fromCodePoint(code) : names[name]!,
    );
  return { ...found, alt: decode(found.alt ?? "") };
}

test("200: listed and launched for all, verified and awards for listings that have them", async () => {
  expect(await kinds("halfhour")).toEqual(["listed", "launched"]);
  const awards = server.store.read.$client
    .query(
      "SELECT a.id FROM awards a JOIN listings l ON l.id = a.listing_id WHERE l.slug = 'pingmoor' AND l.site_id = 1",
    )
    .all() as { id: number }[];
  expect(awards.length).toBeGreaterThan(0);
  expect(await kinds("pingmoor")).toEqual(["listed", "launched", "verified", ...awards.map(({ id }) => `award-${id}`)]);
  const award = (await badges("pingmoor")).at(-1);
  expect(award.label).toBe("#1 of Week 45, 2026 on Slipway");
});

test("200: HTML and Markdown link the served image to the listing", async () => {
  for (const { label, image_url, html, markdown } of await badges("pingmoor")) {
    for (const code of [html, await marked.parse(markdown)])
      expect(await readHtml(code)).toMatchObject({
        href: `${server.url}/listings/pingmoor`,
        src: image_url,
        alt: `Pingmoor: ${label}`,
      });
    const image = await fetch(image_url);
    expect(image.status).toBe(200);
    const drawn = await image.text();
    const { width, height } = (await readHtml(html)) as any;
    expect(drawn).toContain(`width="${width}" height="${height}"`);
    expect(drawn).toContain(`<title>${label}</title>`);
  }
});

test("200: the Markdown has the dark variant for readers with a dark theme", async () => {
  for (const { image_url, markdown } of await badges("pingmoor")) {
    const [, media, url] = /<picture><source media="([^"]+)" srcset="([^"]+)"><img /.exec(
      await marked.parse(markdown),
    )!;
    expect([media, url]).toEqual(["(prefers-color-scheme: dark)", `${image_url}?theme=dark`]);
    const [dark, other] = await Promise.all([url!, image_url].map(async (one) => (await fetch(one)).text()));
    expect(dark).not.toBe(other!);
  }
});

test("200: the owner of a listing that is not live gets its site badge, in a private response", async () => {
  const { key: reader, account } = await keyFor(server.store);
  const { key: writer } = await keyFor(server.store, { scopes: ["listings:write"] });
  const { slug } = await ownedProduct(server.store, account.id, "awaiting_badge");
  const { status, body } = await server.as(reader).call("get_badges", { slug });
  expect([status, body.items.map(({ kind }: any) => kind)]).toEqual([200, ["listed"]]);
  expect(body.items[0].html).toContain(`${server.url}/listings/${slug}"`);
  const counts = "The listing is not live; the badge's link works as soon as it is.";
  expect(body.note).toEndWith(counts);
  const { text } = await server.as(reader).mcp("get_badges", { slug });
  expect(text).toContain(counts);
  expect(text).toContain(`HTML: ${body.items[0].html}`);
  expect(text).toContain(`README (light and dark): ${body.items[0].markdown}`);
  expect((await server.call("get_badges", { slug: "halfhour" })).body.note).not.toContain(counts);
  const response = await fetch(`${server.url}/api/v1/listings/${slug}/badges`, {
    headers: { authorization: `Bearer ${reader}` },
  });
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const stranger = (await keyFor(server.store, { email: "eve@example.test" })).key;
  const unknown = (await server.call("get_badges", { slug: "no-such-thing" })).body;
  for (const caller of [server, server.as(writer), server.as(stranger)]) {
    const { status, body } = await caller.call("get_badges", { slug });
    expect([status, Object.keys(body), body.detail]).toEqual([
      404,
      Object.keys(unknown),
      unknown.detail.replace("no-such-thing", slug),
    ]);
  }
});

test("200: HTML and Markdown characters in names stay text", async () => {
  const name = `A<b>&"'\`*_[x](y)!\\ ~~z~~ &amp; https://evil.example`;
  await server.store.write(async (tx) => {
    tx.$client.run("UPDATE companies SET name = ? WHERE name = 'Halfhour'", [name]);
    tx.$client.run("UPDATE sites SET name = ? WHERE id = 1", [`S<script>"&'`]);
  });
  for (const { label, html, markdown, image_url } of await badges("halfhour")) {
    for (const code of [html, await marked.parse(markdown)]) {
      expect(await readHtml(code)).toMatchObject({ alt: `${name}: ${label}`, href: `${server.url}/listings/halfhour` });
      expect(code.match(/<[a-z/]+/g)!.filter((tag: string) => !/^<\/?(a|img|p|picture|source)$/.test(tag))).toEqual([]);
    }
    expect(await (await fetch(image_url)).text()).not.toContain("<script");
  }
});

test("404: an unknown slug, and a listing that is not live", async () => {
  for (const slug of ["no-such-thing", "slotkeeper"]) {
    const { status, body } = await server.call("get_badges", { slug });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found" });
  }
});
