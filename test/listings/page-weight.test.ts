import { afterAll, beforeAll, expect, test } from "bun:test";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

const budgets = { page: 30_000, stylesheets: 15_000, scripts: 10_000 };

let server: TestServer;
let paths: string[];
beforeAll(async () => {
  server = await startTestServer();
  const parts = await locations("/sitemap.xml");
  paths = [...(await Promise.all(parts.map(locations))).flat(), ...unlisted];
});
afterAll(() => server.stop());

/** Public pages that no sitemap names: they have no end, or are made for a question. */
const unlisted = [
  ...["/search?q=photo", "/search?per_page=100", "/search?q=zzzz", "/compare"],
  ...["/compare?slugs=lumenroll,framevault,tidepad", "/updates?page=2", "/mcp", "/mcp?profile=read"],
];

const asPage = { accept: "text/html", "accept-encoding": "gzip" };
const get = (path: string, headers: Record<string, string> = asPage, method = "GET") =>
  fetch(server.url + path, { method, headers, decompress: false });

async function locations(path: string): Promise<string[]> {
  const text = await (await get(path, {})).text();
  return [...text.matchAll(/<loc>([^<]+)/g)].map(([, url]) => new URL(url!).pathname);
}

const sizes = new Map<string, number>();
/** Bytes of a file as they are sent; asked for once. */
async function sizeOf(path: string): Promise<number> {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const response = await get(path, { "accept-encoding": "gzip" });
  expect([path, response.status]).toEqual([path, 200]);
  const size = (await response.arrayBuffer()).byteLength;
  sizes.set(path, size);
  return size;
}
const sum = async (files: string[]) => (await Promise.all(files.map(sizeOf))).reduce((total, size) => total + size, 0);

type Load = "stylesheets" | "scripts" | "images" | "others";

/** What a browser fetches with a page, by kind, and what stands in the page itself that should be a file. */
function loadsOf(page: string): Record<Load, string[]> {
  const loads: Record<Load, string[]> = { stylesheets: [], scripts: [], images: [], others: [] };
  const kindsOfLink = new Map<string, Load | null>([
    ["stylesheet", "stylesheets"],
    ["icon", "images"],
    ["apple-touch-icon", "images"],
    // Named for those who want them, fetched by none.
    ...["alternate", "canonical", "describedby", "manifest", "prev", "next"].map((rel) => [rel, null] as const),
  ]);
  new HTMLRewriter()
    .on("link", {
      element(link) {
        const kind = kindsOfLink.get(link.getAttribute("rel") ?? "");
        if (kind !== null) loads[kind ?? "others"].push(link.getAttribute("href") ?? "");
      },
    })
    .on("script", {
      element(script) {
        const source = script.getAttribute("src");
        if (source !== null) loads.scripts.push(source);
        else if (script.getAttribute("type") !== "application/ld+json") loads.others.push("a script in the page");
      },
    })
    .on("img, source, input[type=image]", {
      element: (image) => {
        loads.images.push(image.getAttribute("src") ?? "", ...sourcesIn(image.getAttribute("srcset")));
      },
    })
    .on("style, [style], iframe, object, embed, video, audio, svg image, svg use", {
      element: (element) => {
        loads.others.push(`<${element.tagName}>`);
      },
    })
    .transform(page);
  return loads;
}
const sourcesIn = (srcset: string | null) =>
  (srcset ?? "").split(",").flatMap((each) => each.trim().split(" ")[0] || []);

test("each page stays within its size budget and loads only our own files", async () => {
  expect(paths.length).toBeGreaterThan(200);
  const images = new Set<string>();
  for (const path of paths) {
    const sent = new Uint8Array(await (await get(path)).arrayBuffer());
    const loads = loadsOf(Buffer.from(Bun.gunzipSync(sent)).toString());
    expect({ path, others: loads.others }).toEqual({ path, others: [] });
    const foreign = Object.values(loads)
      .flat()
      .filter((address) => !/^\/[^/]/.test(address));
    expect({ path, foreign }).toEqual({ path, foreign: [] });
    const weights = { page: sent.length, stylesheets: await sum(loads.stylesheets), scripts: await sum(loads.scripts) };
    const over = Object.entries(budgets).filter(([kind, most]) => weights[kind as keyof typeof budgets] > most);
    expect({ path, over, weights }).toEqual({ path, over: [], weights });
    // A page without its look or its module is measured wrongly.
    expect([path, loads.stylesheets.length > 0, loads.scripts.length]).toEqual([path, true, 1]);
    for (const image of loads.images) images.add(image);
  }
  for (const image of images) {
    const { status, headers } = await get(image, {});
    expect([image, status, headers.get("content-type")]).toEqual([image, 200, expect.stringMatching(/^image\//)]);
  }
}, 180_000);

/** Fields of an answer that say when and to which request it was given. */
const ofThisAnswer = ["date", "x-request-id"];
const fieldsOf = ({ headers }: Response, without: string[] = []) =>
  Object.fromEntries([...headers].filter(([name]) => ![...ofThisAnswer, ...without].includes(name)));

test("every page is cacheable, returns 304 for a matching ETag, and sets no cookie", async () => {
  for (const path of paths) {
    const whole = await get(path);
    await whole.arrayBuffer();
    const fields = fieldsOf(whole);
    expect({ path, status: whole.status, ...fields }).toMatchObject({
      path,
      status: 200,
      "cache-control": expect.stringMatching(/^public, max-age=[1-9]\d*$/),
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect([path, whole.headers.getSetCookie()]).toEqual([path, []]);

    const known = await get(path, { ...asPage, "if-none-match": fields.etag! });
    expect([path, known.status, await known.text()]).toEqual([path, 304, ""]);
    for (const name of ["etag", "cache-control", "vary"])
      expect([path, name, known.headers.get(name)]).toEqual([path, name, fields[name]!]);

    const head = await get(path, asPage, "HEAD");
    expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
    expect({ path, ...fieldsOf(head) }).toEqual({ path, ...fields });
  }
}, 180_000);

test("Vary names only what the page depends on", async () => {
  const person: Visitor = await signUpAs(server, "ada@example.org");
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const oneOfEachKind = new Map(paths.map((path) => [path.replace(/\?.*|(?<=^\/\w+\/)[^/]+/g, ""), path]));
  for (const path of oneOfEachKind.values()) {
    const page = await get(path, { accept: "text/html" });
    const plain = await page.text();
    const isOther = async (headers: Record<string, string>) => (await (await get(path, headers)).text()) !== plain;
    const expected = [
      ...((await isOther({ accept: "text/markdown" })) ? ["Accept"] : []),
      ...((await isOther({ accept: "text/html", cookie })) ? ["Cookie"] : []),
      ...["Host", "Accept-Encoding"],
    ];
    expect([path, page.headers.get("vary")?.split(", ")]).toEqual([path, expected]);
  }
});
