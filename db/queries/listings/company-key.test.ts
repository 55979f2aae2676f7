import { expect, test } from "bun:test";
import { urlKey } from "./company-key.ts";

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
