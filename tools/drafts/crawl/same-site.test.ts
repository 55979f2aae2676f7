import { expect, test } from "bun:test";
import { isSameSite, productAddress, withoutTracking } from "./same-site.ts";

test("product URL: the redirect's target, unless only the page within the site changed", () => {
  const cases: [submitted: string, arrived: string, address: string][] = [
    ["http://acme.example/", "https://www.acme.example/en/", "https://www.acme.example/"],
    ["https://acme.example", "https://acme.example/home?utm_source=x", "https://acme.example/"],
    ["https://acme.example/?ref=hn", "https://acme.example/de/", "https://acme.example/"],
    ["https://old.example/", "https://acme.example/welcome?via=old", "https://acme.example/welcome"],
    [
      "https://acme.example/tool",
      "https://acme.example/tools/new?utm_medium=a&x=1#top",
      "https://acme.example/tools/new?x=1",
    ],
    ["https://github.com/acme/tool", "https://github.com/acme/tool2", "https://github.com/acme/tool2"],
    ["https://acme.github.io/", "https://acme.github.io/docs/", "https://acme.github.io/"],
  ];
  for (const [submitted, arrived, address] of cases) expect(productAddress(submitted, arrived)).toBe(address);
});

test("same site: registrable domain, path on a shared host, or bare host", () => {
  const same = (home: string, address: string) => isSameSite(`https://${home}`, `https://${address}`);
  expect(same("acme.example/", "docs.acme.example/x")).toBe(true);
  expect(same("www.acme.co.uk/", "acme.co.uk/x")).toBe(true);
  expect(same("acme.co.uk/", "other.co.uk/")).toBe(false);
  expect(same("github.com/acme/tool", "github.com/acme/tool/wiki")).toBe(true);
  expect(same("github.com/acme/tool", "github.com/acme/tool2")).toBe(false);
  expect(same("192.0.2.7/", "192.0.2.7/a")).toBe(true);
  expect(same("192.0.2.7/", "192.0.2.8/a")).toBe(false);
  expect(same("192.0.2.7/", "192.0.2.7:8080/a")).toBe(false);
});

test("tracking parameters: removed", () => {
  expect(withoutTracking("https://acme.example/?utm_source=a&q=1&fbclid=b&ref=c#d")).toBe("https://acme.example/?q=1");
});
