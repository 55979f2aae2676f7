import { expect, test } from "bun:test";
import { OAuthError } from "./errors.ts";
import { parseScope } from "./scope-parameter.ts";

test("scopes come in our order, each once", () => {
  expect(parseScope("orders:write account:read orders:write")).toEqual(["account:read", "orders:write"]);
});

test("nothing asked is null, also where only a refresh token was asked for", () => {
  for (const scope of [undefined, "", "   ", "offline_access"]) expect(parseScope(scope)).toBeNull();
  expect(parseScope("offline_access account:read")).toEqual(["account:read"]);
});

test.each([
  "admin",
  "Account:read",
  "account:read,orders:write",
  "account:read\torders:write",
  "toString",
  "__proto__",
])("%p is no scope, and known ones beside it do not help", (scope) => {
  for (const asked of [scope, `account:read ${scope}`]) {
    const attempt = () => parseScope(asked);
    expect(attempt).toThrow(OAuthError);
    expect(attempt).toThrow("known scopes are account:read, listings:write, orders:write");
  }
});
