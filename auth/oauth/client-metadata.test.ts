import { describe, expect, test } from "bun:test";
import { parseClientMetadata } from "./client-metadata.ts";
import { OAuthError } from "./errors.ts";

const parse = (more: Record<string, unknown>) =>
  parseClientMetadata({ redirect_uris: ["https://app.test/callback"], ...more }, "invalid_client_metadata");

function refused(raw: unknown): OAuthError {
  try {
    parseClientMetadata(raw, "invalid_client_metadata");
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
  throw new Error("the metadata was accepted");
}
const refusedWith = (more: Record<string, unknown>) =>
  refused({ redirect_uris: ["https://app.test/callback"], ...more }).code;

test("minimal metadata: defaults of RFC 7591 §2, and unknown fields are left out", () => {
  expect(parse({ logo_uri: "https://app.test/logo.png", tos_uri: "x", jwks: {}, contacts: ["a@b"] })).toEqual({
    redirect_uris: ["https://app.test/callback"],
    client_name: "app.test",
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  });
});

test("known fields are kept", () => {
  const known = {
    client_name: "An app",
    client_uri: "https://app.test/",
    token_endpoint_auth_method: "none",
    application_type: "native",
    scope: "account:read",
    software_id: "4NRB1",
    software_version: "1.2",
  };
  expect(parse(known)).toMatchObject(known);
});

describe("client_name", () => {
  test.each([
    ["Acme\nAssistant", "Acme Assistant"],
    ["  Acme \t  Assistant ", "Acme Assistant"],
    ["Acme\u2028Assistant", "Acme Assistant"],
    ["Acme\u202eTNATSISSA", "AcmeTNATSISSA"],
    ["Ac\u200bme\ufeff", "Acme"],
    ["Ac\u00adme\u2066x\u2069", "Acmex"],
    ["Acme\u0000\u001b[31m", "Acme[31m"],
    ["Acme\u3164\u2800\u115f", "Acme"],
    ["<b>Acme</b>", "<b>Acme</b>"],
    ["日本語アプリ", "日本語アプリ"],
  ])("%p is shown as %p", (name, shown) => {
    expect(parse({ client_name: name }).client_name).toBe(shown);
  });

  test("name without visible characters: replaced by the redirect host", () => {
    expect(parse({ client_name: "\u200b \u202e\u3164" }).client_name).toBe("app.test");
  });
});

test.each([
  ["redirect_uris", undefined],
  ["redirect_uris", []],
  ["redirect_uris", "https://app.test/callback"],
  ["redirect_uris", [1]],
  ["redirect_uris", Array(21).fill("https://app.test/callback")],
  ["client_name", 7],
  ["client_name", "x".repeat(101)],
  ["client_uri", "javascript:alert(1)"],
  ["client_uri", "app.test"],
  ["client_uri", "https://bank.test@app.test/"],
  ["client_uri", `https://app.test/${"x".repeat(2000)}`],
  ["token_endpoint_auth_method", "private_key_jwt"],
  ["token_endpoint_auth_method", "client_secret_jwt"],
  ["token_endpoint_auth_method", null],
  ["grant_types", ["implicit"]],
  ["grant_types", ["client_credentials"]],
  ["grant_types", ["refresh_token"]],
  ["grant_types", "authorization_code"],
  ["response_types", ["token"]],
  ["response_types", []],
  ["application_type", "desktop"],
  ["scope", ["account:read"]],
  ["scope", "x".repeat(1001)],
  ["software_id", {}],
  ["software_version", "x".repeat(201)],
])("invalid %s: %p", (field, value) => {
  expect(refusedWith({ [field]: value })).toBe("invalid_client_metadata");
});

test("invalid redirect: invalid_redirect_uri (RFC 7591 §3.2.2), but invalid_client for documents", () => {
  const raw = { redirect_uris: ["https://app.test/callback", "javascript:alert(1)"] };
  expect(refused(raw).code).toBe("invalid_redirect_uri");
  expect(() => parseClientMetadata(raw, "invalid_client")).toThrow(
    expect.objectContaining({
      code: "invalid_client",
      description: expect.stringContaining("uses the scheme javascript"),
    }),
  );
});

test.each([[null], [1], ["text"], [[]]])("%p instead of metadata is refused", (raw: unknown) => {
  expect(refused(raw).code).toBe("invalid_client_metadata");
});

test("descriptions contain only the characters of RFC 6749 §5.2", () => {
  expect(refused({ redirect_uris: ['https://app.test/"\\ü'] }).description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(refused({ redirect_uris: ["https://a.test"], application_type: '"\\ü' }).description).toMatch(
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/,
  );
});
