import { describe, expect, test } from "bun:test";
import { ConfigError, readConfig } from "./config.ts";

test("nothing given: a demo on loopback", () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    DATA_DIR: "./data",
    SEED: "demo",
    LOG_LEVEL: "info",
    RATE_LIMITS: true,
    TRUST_PROXY: 0,
    isProduction: false,
  });
});

test("production starts empty unless told otherwise", () => {
  expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ SEED: "none", isProduction: true });
});

test("an empty variable counts as absent, a foreign one does not matter", () => {
  expect(readConfig({ PORT: "", TERM: "xterm" })).toEqual(readConfig({}));
});

test("values are brought into form", () => {
  expect(
    readConfig({ PORT: "0", BASE_URL: "https://Slipway.example:443/", RATE_LIMITS: "off", TRUST_PROXY: "2" }),
  ).toMatchObject({ PORT: 0, BASE_URL: "https://slipway.example", RATE_LIMITS: false, TRUST_PROXY: 2 });
});

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("a bad value is refused in one line that names the variable and shows the value", () => {
  test.each([
    ["NODE_ENV", "prod"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "0x50"],
    ["PORT", "80.5"],
    ["HOST", "  "],
    ["BASE_URL", "slipway.example"],
    ["BASE_URL", "ftp://slipway.example"],
    ["BASE_URL", "https://slipway.example/app"],
    ["BASE_URL", "https://slipway.example/?a=b"],
    ["BASE_URL", "https://user:secret@slipway.example"],
    ["DATA_DIR", " "],
    ["SEED", "yes"],
    ["LOG_LEVEL", "loud"],
    ["RATE_LIMITS", "true"],
    ["TRUST_PROXY", "all"],
    ["TRUST_PROXY", "11"],
  ])("%s=%s", (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: must [^\n]+$`));
    expect(message).toContain(JSON.stringify(value));
  });

  test("a secret is named but not shown", () => {
    const message = refusal({ METRICS_TOKEN: "too-short" });
    expect(message).toStartWith("METRICS_TOKEN: must ");
    expect(message).not.toContain("too-short");
  });

  test("several are all named", () => {
    expect(refusal({ PORT: "x", SEED: "x" })).toMatch(/PORT: .*; SEED: /);
  });

  test("rate limits cannot be off in production", () => {
    expect(refusal({ NODE_ENV: "production", RATE_LIMITS: "off" })).toStartWith("RATE_LIMITS: ");
  });
});
