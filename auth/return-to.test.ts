import { expect, test } from "bun:test";
import { safeReturnTo, submittedHost } from "./return-to.ts";

test("paths on our origin are kept with their query", () => {
  for (const path of ["/", "/account", "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fb.example"])
    expect(safeReturnTo(path)).toBe(path);
});

test("paths that a browser could take for another host are refused", () => {
  const hostile = [
    "",
    "account",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "javascript:alert(1)",
    `/${"a".repeat(20_000)}`,
  ];
  for (const path of hostile) expect(safeReturnTo(path)).toBeNull();
});

test("dot segments cannot lead to another host", () => {
  for (const path of ["/.//evil.example", "/..//evil.example", "/a/..//evil.example"])
    expect(new URL(safeReturnTo(path) ?? "/", "http://localhost").origin).toBe("http://localhost");
});

test("submittedHost: only the hostname of a URL sent to /submit", () => {
  const of = (url: string) => submittedHost(`/submit?${new URLSearchParams({ url })}`);
  expect(of("https://kelp.example/a?b=c")).toBe("kelp.example");
  for (const url of ["", "kelp", "https://kelp", "javascript:alert(1)", "https://<b>.example", "http://[::1]/"])
    expect([url, of(url)]).toEqual([url, null]);
  expect(submittedHost("/account?url=https://kelp.example")).toBeNull();
  expect(submittedHost(null)).toBeNull();
});
