import { expect, test } from "bun:test";
import { readBadge } from "./read-badge.ts";

const wanted = { base: "https://slipway.example", slug: "kelp" };
const page = "https://slipway.example/listings/kelp";
const image = '<img src="https://slipway.example/badges/site.svg" alt="Listed">';

const look = (body: string, head = "") => {
  const html = `<!doctype html><html><head><title>Kelp</title>${head}</head><body>${body}</body></html>`;
  const source = { bytes: new TextEncoder().encode(html), contentType: "text/html", url: "https://kelp.example/" };
  return readBadge({ ...source, fetchedAt: "2026-11-18T12:00:00Z", isRendered: false }, wanted);
};

test.each([
  ["a link around the image", `<a href="${page}">${image}</a>`],
  ["with a query, a fragment and a slash", `<a href="${page}/?utm_source=kelp#top"><span>${image}</span></a>`],
  ["over http", `<a href="${page.replace("https", "http")}">${image}</a>`],
  ["capitals and entities", `<A HREF='https&#58;//SLIPWAY.example/listings/kelp'>${image}</A>`],
  [
    "the listing's own badge",
    `<a href="${page}"><img src="https://slipway.example/badges/kelp/launched.svg?theme=dark">`,
  ],
  ["an image that loads late", `<a href="${page}"><img data-src="https://slipway.example/badges/site.svg"></a>`],
  ["a link beside the image", `<p>${image} <a href="${page}">Listed on Slipway</a></p>`],
  ["a link in the next item", `<ul><li>${image}</li><li><a href="${page}">Slipway</a></li></ul>`],
  [
    "through an image service",
    `<a href="${page}"><img src="/_next/image?url=${encodeURIComponent("https://slipway.example/badges/site.svg")}&w=64"></a>`,
  ],
  ["after an unclosed hidden paragraph", `<p hidden>psst<p><a href="${page}">${image}</a>`],
])("found: %s", (_what, body) => {
  expect(look(body)).toEqual({ isFound: true, fault: null, detail: null });
});

test.each([
  ["absent", "<h1>Kelp</h1>"],
  [
    "absent",
    `<a href="https://slipway.example/listings/other"><img src="https://slipway.example/badges/other/listed.svg"></a>`,
  ],
  [
    "absent",
    `<a href="https://slipway.example.evil.example/listings/kelp"><img src="https://evil.example/badges/site.svg"></a>`,
  ],
  ["link_alone", `<a href="${page}">We are on Slipway</a>`],
  ["elsewhere", image],
  ["elsewhere", `<div><p>${image}</p></div><footer><p><a href="${page}">Slipway</a></p></footer>`],
  ["elsewhere", `<a href="https://slipway.example/">${image}</a>`],
  ["elsewhere", `<a href="javascript:go('${page}')">${image}</a>`],
  ["in_code", `<!-- <a href="${page}">${image}</a> -->`],
  ["in_code", `<script>document.write('<a href="${page}">${image}</a>')</script>`],
  ["in_code", `<template><a href="${page}">${image}</a></template>`],
  ["in_code", `<noscript><a href="${page}">${image}</a></noscript>`],
  ["hidden", `<div style="display: none"><a href="${page}">${image}</a></div>`],
  ["hidden", `<a hidden href="${page}">${image}</a>`],
  ["hidden", `<a href="${page}"><img width="1" height="1" src="https://slipway.example/badges/site.svg"></a>`],
] as const)("%s: %s", (fault, body) => {
  expect(look(body)).toMatchObject({ isFound: false, fault });
});

test("wrong badge link: the detail names its target", () => {
  expect(look(`<a href="/partners">${image}</a>`).detail).toBe("https://kelp.example/partners");
});

test("base element: relative URLs are resolved against it", () => {
  const relative = '<a href="listings/kelp"><img src="badges/site.svg"></a>';
  expect(look(relative, '<base href="https://slipway.example/">').isFound).toBe(true);
  expect(look(relative).isFound).toBe(false);
});
