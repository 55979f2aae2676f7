import { expect, test } from "bun:test";
import { isLandingUrl, urlKey } from "./company-key.ts";

test.each([
  ["http://boatvictim.example//", "boatvictim.example"],
  ["http://boatvictim.example///index.html", "boatvictim.example"],
  ["https://www.boatvictim.example/apps//kelp/", "boatvictim.example/apps/kelp"],
  ["https://boatvictim.example//?b=2&a=1", "boatvictim.example?a=1&b=2"],
  [
    "https://boatvictim.example/go?to=https://kelp.example//x",
    "boatvictim.example/go?to=https%3A%2F%2Fkelp.example%2F%2Fx",
  ],
])("%s has the key %s", (address, key) => {
  expect(urlKey(address)).toBe(key);
});

test.each([
  ["https://kelp.example", "https://kelp.example/?utm_source=slipway", true],
  ["http://www.kelp.example/app", "https://start.kelp.example/", true],
  ["https://kelp.example", "http://kelp.example/", false],
  ["https://kelp.example", "https://kelp.example.evil.example/", false],
  ["https://kelp.example", "https://kelp.example@evil.example/", false],
  ["https://kelp.example", "https://me:secret@kelp.example/", false],
  ["https://kelp.example", "https://kelp.example:8443/", false],
  ["https://kelp.example", "kelp", false],
  // In the private section of the public suffix list, each subdomain has its own owner.
  ["https://kelp.github.io", "https://eve.github.io/", false],
  ["https://github.com/kelp/works", "https://www.github.com/Kelp/works#start", true],
  ["https://github.com/kelp/works", "https://github.com/eve/works", false],
  ["https://github.com/kelp/works", "https://github.com/kelp/../eve", false],
  ["https://github.com/kelp/works", "https://gist.github.com/kelp/works", false],
  ["https://kelp.medium.com/works", "https://eve.medium.com/works", false],
  ["https://github.com/", "https://github.com/eve", false],
])("the main link of %s may lead to %s: %p", (product, landing, isAllowed) => {
  expect(isLandingUrl(product, landing)).toBe(isAllowed);
});
