import { expect, test } from "bun:test";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

async function suggested(q: string): Promise<{ kind: string; label: string; path: string }[]> {
  const response = await fetch(`${server.url}/search/suggestions?${new URLSearchParams({ q })}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: { kind: string; label: string; path: string }[] }).items;
}

test("listings whose name starts with the text come first, and all links return 200", async () => {
  expect((await suggested("lumen"))[0]).toEqual({ kind: "listing", label: "Lumenroll", path: "/listings/lumenroll" });
  for (const { path } of await suggested("ph")) expect((await fetch(server.url + path)).status).toBe(200);
});

test("categories match at the start of any word", async () => {
  expect(await suggested("galler")).toContainEqual({
    kind: "category",
    label: "Photo galleries",
    path: "/categories/photo-galleries",
  });
});

test("alternatives to well-known products, and to listed products if asked for", async () => {
  expect(await suggested("shopi")).toEqual([
    { kind: "search", label: "alternatives to Shopify", path: "/search?q=alternatives+to+Shopify" },
  ]);
  expect(await suggested("alternative to lumen")).toContainEqual({
    kind: "search",
    label: "alternatives to Lumenroll",
    path: "/search?q=alternatives+to+Lumenroll",
  });
  const { body } = await server.call("search_listings", { q: "alternatives to Lumenroll" });
  expect(body.understood_as).toBe("alternatives to Lumenroll");
});

test("short, long and meaningless queries have no suggestions", async () => {
  for (const q of ["", "l", "zzzzqqqq", "!!!", "x".repeat(5000), '" OR *']) expect(await suggested(q)).toEqual([]);
});
