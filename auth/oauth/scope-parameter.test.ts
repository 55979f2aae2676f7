import { expect, test } from "bun:test";
import { OAuthError } from "./errors.ts";
import { parseScope } from "./scope-parameter.ts";

test("scopes are returned once and in our order", () => {
  expect(parseScope("orders:write account:read orders:write")).toEqual(["account:read", "orders:write"]);
});

test("no scope, or only offline_access: null", () => {
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
])("unknown scope %p: refused, alone or beside a known one", (scope) => {
  for (const asked of [scope, `account:read ${scope}`]) {
    const attempt = () => parseScope(asked);
    expect(attempt).toThrow(OAuthError);
    expect(attempt).toThrow("known scopes are account:read, listings:write, orders:write");
  }
});
