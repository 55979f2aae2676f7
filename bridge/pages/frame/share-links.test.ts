import { expect, test } from "bun:test";
import { shareLinks } from "./share-links.ts";

const hrefs = (title: string) =>
  [...String(shareLinks({ url: "https://slipway.example/listings/tidepad", title })).matchAll(/href="([^"]+)"/g)].map(
    ([, href]) => new URL(href!.replaceAll("&amp;", "&")),
  );

test("each link carries the title and the URL, whatever characters the title contains", () => {
  const title = `Tide & Pad + 50% "><script> #1`;
  const [x, linkedIn, bluesky, mastodon, email] = hrefs(title);
  const url = "https://slipway.example/listings/tidepad";
  expect([x!.host, x!.searchParams.get("text"), x!.searchParams.get("url")]).toEqual(["x.com", title, url]);
  expect([linkedIn!.host, linkedIn!.searchParams.get("url")]).toEqual(["www.linkedin.com", url]);
  expect([bluesky!.host, bluesky!.searchParams.get("text")]).toEqual(["bsky.app", `${title} ${url}`]);
  expect([mastodon!.host, decodeURIComponent(mastodon!.hash)]).toEqual([
    "share.joinmastodon.org",
    `#text=${title} ${url}`,
  ]);
  expect([email!.pathname, email!.searchParams.get("subject"), email!.searchParams.get("body")]).toEqual([
    "",
    title,
    url,
  ]);
  expect(email!.href).not.toContain("+");
});

test("a title with half of a surrogate pair still gives links", () => {
  expect(hrefs("Tide\uD83D")[0]!.searchParams.get("text")).toBe("Tide\uFFFD");
});
