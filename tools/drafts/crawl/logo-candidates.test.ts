import { expect, test } from "bun:test";
import type { PageImage } from "../shared/crawled-page.ts";
import { logoCandidates, manifestIcons } from "./logo-candidates.ts";

const image = (name: string, kind: PageImage["kind"], size: number | null = null): PageImage => ({
  url: `https://acme.example/${name}`,
  kind,
  size,
  isVector: name.endsWith(".svg"),
});

const order = (images: PageImage[], meta: Record<string, string> = {}, manifest = "") =>
  logoCandidates(
    { url: "https://acme.example/en/", images, meta },
    manifestIcons(new TextEncoder().encode(manifest), "https://acme.example/en/site.webmanifest"),
  ).map((url) => url.replace("https://acme.example/", ""));

const last = ["apple-touch-icon.png", "favicon.ico"];

test("order: vector icons, icons of 128 to 512 pixels, then wide images", () => {
  const images = [
    image("16.png", "icon", 16),
    image("32.png", "icon", 32),
    image("96.png", "icon", 96),
    image("192.png", "icon", 192),
    image("mark.svg", "icon"),
    image("header.png", "inline"),
    image("ld.png", "schema"),
    image("touch.png", "touch_icon"),
    image("share.png", "social", 1200),
  ];
  const names = ["mark.svg", "192.png", "touch.png", "ld.png", "96.png", "header.png", "32.png"];
  expect(order(images)).toEqual([...names, ...last]);
});

test("social image: used only if square", () => {
  const meta = { "og:image:width": "600", "og:image:height": "600" };
  expect(order([image("share.png", "social", 600)], meta)).toEqual(["share.png", ...last]);
  expect(order([image("share.png", "social", 600)], { ...meta, "og:image:height": "315" })).toEqual(last);
  expect(order([image("share.png", "social")])).toEqual(last);
});

test("manifest icons: maskable ones come later, monochrome ones are ignored", () => {
  const manifest = JSON.stringify({
    icons: [
      { src: "cut.png", sizes: "512x512", purpose: "maskable" },
      { src: "/both.png", sizes: "192x192 512x512", purpose: "any maskable" },
      { src: "mono.png", sizes: "512x512", purpose: "monochrome" },
      { src: "javascript:alert(1)" },
      { src: 5 },
      null,
    ],
  });
  expect(order([], {}, manifest)).toEqual(["both.png", "en/cut.png", ...last]);
  for (const broken of ["{", "null", "[]", '{"icons":{}}']) expect(order([], {}, broken)).toEqual(last);
});
