import { afterAll, beforeAll, expect, test } from "bun:test";
import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { dropAsset, sweepAssets } from "#db/queries/common/assets.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import addPostPicture from "./add-post-picture.ts";
import createBlogPost from "./create-blog-post.ts";
import deleteBlogPost from "./delete-blog-post.ts";
import { renderMarkdown } from "./markdown.ts";
import updateBlogPost from "./update-blog-post.ts";

let server: TestServer;
let call: ReturnType<typeof teamCaller>;
let picture: { hash: string; width: number; height: number; markdown: string };
const unknown = "0".repeat(64);

beforeAll(async () => {
  server = await startTestServer();
  const [site] = await allSites(server.store.read);
  call = teamCaller(server.store, site!, { role: "editor" });
  picture = await call(addPostPicture, { picture: await photo(2000, 800), alt: 'A [quay]](x) "at" <b>dusk</b>' });
});
afterAll(() => server.stop());

const photo = async (width: number, height: number, channels: 3 | 4 = 3) =>
  (
    await sharp({ create: { width, height, channels, background: "#08f8" } })
      .png()
      .toBuffer()
  ).toString("base64");

const post = (body_markdown: string) => ({ title: "Low water", excerpt: "Mind the keel.", body_markdown });

test("a picture is resized, and the post shows it lazily with its size, description and absolute URL", async () => {
  expect(picture).toMatchObject({ width: 1600, height: 640 });
  await call(createBlogPost, { ...post(`Look:\n\n${picture.markdown}`), slug: "low-water" });
  const { body } = await server.call("get_blog_post", { slug: "low-water" });
  expect(body.body_html).toMatch(
    /<img src="http[^"]+\/media\/[0-9a-f]{64}" alt="A \[quay\]\]\(x\) &quot;at&quot; &lt;b&gt;dusk&lt;\/b&gt;" width="1600" height="640" loading="lazy" \/>/,
  );
  expect(body.body_markdown).toContain(`](${server.url}/media/${picture.hash}#1600x640)`);
  const shown = await (await fetch(`${server.url}/blog/low-water`)).text();
  expect(shown).toContain(`/media/${picture.hash}" alt="A [quay]`);
  expect((await fetch(`${server.url}/media/${picture.hash}`)).headers.get("content-type")).toBe("image/webp");
});

test("the Atom feed has the post's HTML with the picture's absolute URL", async () => {
  await call(createBlogPost, { ...post(`[Tides](/updates)\n\n${picture.markdown}`), slug: "high-water" });
  const xml = await (await fetch(`${server.url}/blog.atom`)).text();
  const { feed } = new XMLParser({ ignoreAttributes: false }).parse(xml);
  const entry = feed.entry.find(({ id }: { id: string }) => id.endsWith("/blog/high-water"));
  expect(entry.content).toMatchObject({ "@_type": "html", "@_xml:base": `${server.url}/blog/high-water` });
  const [, src] = /<img src="([^"]+)" alt="A \[quay/.exec(entry.content["#text"])!;
  expect(src).toBe(`${server.url}/media/${picture.hash}`);
  expect((await fetch(src!)).status).toBe(200);
  await call(deleteBlogPost, { slug: "high-water" });
});

test("a transparent picture has its size as well", async () => {
  const { markdown } = await call(addPostPicture, { picture: await photo(300, 200, 4), alt: "A buoy" });
  await call(createBlogPost, { ...post(markdown), slug: "buoy" });
  expect((await server.call("get_blog_post", { slug: "buoy" })).body.body_html).toContain('width="300" height="200"');
});

test("422: files that are no images, and pictures without a description", async () => {
  const svg = Buffer.from("<svg onload=alert(1)>").toString("base64");
  expect(call(addPostPicture, { picture: svg, alt: "x" })).rejects.toThrow("is not a PNG, JPEG or WebP image");
  expect(call(addPostPicture, { picture: await photo(9, 9), alt: " " })).rejects.toThrow("alt");
});

test("422: images from elsewhere, unknown images, tags and images without a description, also in an update", async () => {
  const refused: Record<string, string> = {
    "![x](https://other.test/x.png)": "the image https://other.test/x.png, which is not stored on this site; upload it",
    "![x](//other.test/x.png)": "not stored",
    "[![x][a]](/y)\n\n[a]: https://other.test/x.png": "not stored",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)": "not stored",
    [`![x](/media/${unknown})`]: "not stored",
    [`![x](/media/${picture.hash}/../../x)`]: "not stored",
    [`![](/media/${picture.hash})`]: "without a description",
    [`- a <img src="/media/${picture.hash}" onerror=alert(1)>`]: "has an <img> tag; write",
  };
  for (const [body, why] of Object.entries(refused)) {
    expect(call(createBlogPost, { ...post(body), slug: "refused" })).rejects.toThrow(why);
    expect(call(updateBlogPost, { slug: "low-water", body_markdown: body })).rejects.toThrow(why);
  }
  await call(updateBlogPost, {
    slug: "buoy",
    body_markdown: `\`![x](https://other.test/x.png)\`, ${picture.markdown}`,
  });
});

test("rendering keeps a picture's own size and drops handlers, whatever a stored text contains", async () => {
  const path = `/media/${picture.hash}`;
  const html = (text: string) => renderMarkdown(text, server.url);
  for (const foreign of ["https://other.test/x#1x1", `//x.test${path}`])
    expect(await html(`![x](${foreign})<img src="${foreign}">`)).not.toContain("<img");
  const hostile = `<img src="${path}#40x30" onerror="alert(1)" width="9999" srcset="//x.test 1x">`;
  expect(await html(hostile)).toBe(`<img src="${server.url}${path}" width="40" height="30" loading="lazy" />`);
  expect(await html(`![x](${path}#1x1"onload="y)`)).not.toContain("onload=");
});

test("a picture is kept while a post shows it", async () => {
  const isStored = async () => (await fetch(`${server.url}/media/${picture.hash}`)).status === 200;
  const sweep = () => server.store.write((tx) => sweepAssets(tx, "", "9999-01-01T00:00:00.000Z"));
  await call(updateBlogPost, { slug: "buoy", body_markdown: "None." });
  await sweep();
  await server.store.write((tx) => dropAsset(tx, picture.hash));
  expect(await isStored()).toBe(true);
  await call(deleteBlogPost, { slug: "low-water" });
  await sweep();
  expect(await isStored()).toBe(false);
});
