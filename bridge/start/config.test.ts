import { describe, expect, test } from "bun:test";
import { inspectConfig, misspeltVariables, readConfig, readServerConfig } from "./config.ts";
import { ConfigError, combinationFaults, serverFaults } from "./config-checks.ts";

test("no variables: a demo on loopback", () => {
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

test("production: no demo by default", () => {
  expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ SEED: "none", isProduction: true });
});

test("an empty variable: counts as absent; an unknown one is ignored", () => {
  expect(readConfig({ PORT: "", TERM: "xterm" })).toEqual(readConfig({}));
});

test("values: normalised", () => {
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

describe("an invalid value: one line with the variable and the value", () => {
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

  test("an invalid secret: the variable is named, the value is not shown", () => {
    const message = refusal({ METRICS_TOKEN: "too-short" });
    expect(message).toStartWith("METRICS_TOKEN: must ");
    expect(message).not.toContain("too-short");
  });

  test("several invalid values: all variables are named", () => {
    expect(refusal({ PORT: "x", SEED: "x" })).toMatch(/^PORT: .*\nSEED: .*$/);
  });

  test("RATE_LIMITS=off in production: refused", () => {
    expect(refusal({ NODE_ENV: "production", RATE_LIMITS: "off" })).toStartWith("RATE_LIMITS: ");
  });
});

test("OpenTelemetry: headers are decoded; wrong values are refused, and headers are not shown", () => {
  expect(
    readConfig({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc%3D, x-scope=1", OTEL_TRACES_SAMPLER_ARG: "0" }),
  ).toMatchObject({
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: "Basic abc=", "x-scope": "1" },
    OTEL_TRACES_SAMPLER_ARG: 0,
  });
  for (const value of ["no-pair-4711", "a=%zz4711", "a=4711%0d%0ab: c", "a b=4711"]) {
    const message = refusal({ OTEL_EXPORTER_OTLP_HEADERS: value });
    expect(message).toStartWith("OTEL_EXPORTER_OTLP_HEADERS: must ");
    expect(message).not.toContain("4711");
  }
  for (const value of ["2", "-0.1", "1.5", "half"])
    expect(refusal({ OTEL_TRACES_SAMPLER_ARG: value })).toStartWith("OTEL_TRACES_SAMPLER_ARG: must ");
  expect(refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" })).toStartWith("OTEL_EXPORTER_OTLP_ENDPOINT: must ");
});

test("networks and name servers: parsed as lists", () => {
  expect(
    readConfig({
      ALLOW_NETWORKS: "127.0.0.0/8, ::1/128",
      DNS_SERVERS: "9.9.9.9,127.0.0.1:5353 [::1]:53 2620:fe::fe",
    }),
  ).toMatchObject({
    ALLOW_NETWORKS: ["127.0.0.0/8", "::1/128"],
    DNS_SERVERS: ["9.9.9.9", "127.0.0.1:5353", "[::1]:53", "2620:fe::fe"],
  });
  expect(readConfig({})).toMatchObject({ ALLOW_NETWORKS: [], DNS_SERVERS: [] });
});

test.each([
  [{ ALLOW_NETWORKS: "127.0.0.1" }],
  [{ ALLOW_NETWORKS: "127.0.0.0/33" }],
  [{ ALLOW_NETWORKS: "127.0.0.0/8", NODE_ENV: "production" }],
  [{ DNS_SERVERS: "dns.example.com" }],
  [{ DNS_SERVERS: "9.9.9.9:0" }],
  [{ DNS_SERVERS: "9.9.9.9:port" }],
])("%p: refused", (environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0]);
});
const fault = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};
const provider = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };

test("SMTP_URL: requires MAIL_FROM, which must be one email address", () => {
  const SMTP_URL = "smtps://user:password@mail.example";
  expect(fault({ SMTP_URL })).toBe("MAIL_FROM: is required with SMTP_URL");
  for (const MAIL_FROM of ["hello@example.org", "Slipway <hello@example.org>"])
    expect(fault({ SMTP_URL, MAIL_FROM })).toBe("");
  for (const MAIL_FROM of ["hello", "a@b.example, c@d.example", "A <a@b.example>\r\nBcc: c@d.example"])
    expect(fault({ SMTP_URL, MAIL_FROM })).toStartWith("MAIL_FROM:");
});

test("OIDC: all three variables are required, and https except on loopback", () => {
  expect(fault(provider)).toBe("");
  expect(fault({ ...provider, OIDC_CLIENT_SECRET: "" })).toStartWith("OIDC_CLIENT_SECRET:");
  expect(fault({ ...provider, OIDC_ISSUER: "http://id.example" })).toStartWith("OIDC_ISSUER:");
  const loopback = { ...provider, OIDC_ISSUER: "http://127.0.0.1:9000" };
  expect(fault(loopback)).toBe("");
  expect(fault({ ...loopback, NODE_ENV: "production" })).toStartWith("OIDC_ISSUER:");
});

test.each(["GITHUB", "GOOGLE"])("%s: the client ID and the secret require each other", (name) => {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
  expect(fault({ [id]: "a", [secret]: "b" })).toBe("");
  expect(fault({ [id]: "a" })).toBe(`${secret}: is required with ${id}`);
  expect(fault({ [secret]: "b" })).toBe(`${id}: is required with ${secret}`);
});

test("secrets that do not fit in a header, and a mail server without a host: refused", () => {
  for (const name of ["METRICS_TOKEN", "ANTHROPIC_API_KEY", "DATABASE_TOKEN"])
    for (const value of ["\u201c0123456789abcdef\u201d", "0123456789abcdef\n", " ".repeat(20)])
      expect(fault({ [name]: value })).toBe(`${name}: must be printable ASCII without spaces`);
  for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"])
    expect(fault({ ...provider, [name]: " " })).toStartWith(`${name}: must not be blank`);
  for (const SMTP_URL of ["smtp://", "smtp:mail.example"])
    expect(fault({ SMTP_URL, MAIL_FROM: "a@b.example" })).toStartWith("SMTP_URL: must be a URL");
  expect(fault({ SMTP_URL: "smtp://user:password@[::1]:25", MAIL_FROM: "a@b.example" })).toBe("");
});

test("DATABASE_FILE without DATABASE_URL: refused for a server", () => {
  expect(() => readServerConfig({ DATABASE_FILE: "/sqld/dbs/default/data" })).toThrow(
    /^DATABASE_URL: is required with DATABASE_FILE/,
  );
});

test("several faults that depend on each other: all appear at once, with one line for each variable", () => {
  const environment = {
    NODE_ENV: "production",
    PORT: "http",
    METRICS_TOKEN: "short",
    STRIPE_SECRET_KEY: "sk_live_abc",
    SMTP_URL: "mail.example",
  };
  expect(() => readServerConfig(environment)).toThrow(ConfigError);
  const { faults } = inspectConfig(environment, [combinationFaults, serverFaults]);
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([
    ...["PORT", "METRICS_TOKEN", "SMTP_URL", "STRIPE_WEBHOOK_SECRET", "SELLER_NAME", "SELLER_ADDRESS", "MAIL_FROM"],
    ...["SELLER_TAX_NUMBER", "BASE_URL"],
  ]);
});

test("payments: sellers in the EU need a VAT ID or a tax number, others need neither", () => {
  const seller = {
    STRIPE_SECRET_KEY: "sk_live_abc",
    STRIPE_WEBHOOK_SECRET: "whsec_abc",
    SELLER_NAME: "Ada",
    SELLER_ADDRESS: "1 High Street, Hull",
  };
  expect(fault(seller)).toBe(
    "SELLER_TAX_NUMBER: is required with STRIPE_SECRET_KEY unless SELLER_VAT_ID is set; set one of them",
  );
  expect(fault({ ...seller, SELLER_VAT_SCHEME: "exempt" })).toStartWith("SELLER_TAX_NUMBER: is required");
  expect(fault({ ...seller, SELLER_TAX_NUMBER: "12/345" })).toBe("");
  expect(fault({ ...seller, SELLER_VAT_ID: "DE136695976" })).toBe("");
  expect(fault({ ...seller, SELLER_COUNTRY: "GB", SELLER_VAT_SCHEME: "exempt" })).toBe("");
});

test("misspelt variables: each is named with the nearest real one; those of other programs are not", () => {
  const environment = {
    METRIC_TOKEN: "typo",
    SMPT_URL: "smtp://mail.example",
    SELLER_ADRESS: "1 High Street",
    NODE_HOME: "/opt/node",
    NODE_OPTIONS: "--inspect",
    HOSTNAME: "web-1",
    LOGNAME: "ada",
    ANTHROPIC_AUTH_TOKEN: "x",
    PORT: "1",
  };
  expect(misspeltVariables(environment)).toEqual([
    "METRIC_TOKEN: is unknown and has no effect; did you mean METRICS_TOKEN?",
    "SMPT_URL: is unknown and has no effect; did you mean SMTP_URL?",
    "SELLER_ADRESS: is unknown and has no effect; did you mean SELLER_ADDRESS?",
  ]);
});

test("FORMER_HOSTS: host names without a scheme or port", () => {
  expect(readConfig({ FORMER_HOSTS: "old.example.org www.example.org" }).FORMER_HOSTS).toHaveLength(2);
  for (const FORMER_HOSTS of ["https://old.example.org", "old.example.org:443", "old.example.org/x"])
    expect(fault({ FORMER_HOSTS })).toStartWith("FORMER_HOSTS: must be a list of host names");
  const loop = { FORMER_HOSTS: "www.example.org", BASE_URL: "https://www.example.org" };
  expect(fault(loop)).toStartWith("FORMER_HOSTS: must not contain the host of BASE_URL");
});

test("an invalid SMTP_URL: the message does not contain the password", () => {
  const message = fault({ SMTP_URL: "https://user:hunter2@mail.example", MAIL_FROM: "a@b.example" });
  expect(message).toStartWith("SMTP_URL:");
  expect(message).not.toContain("hunter2");
});

test("seller variables: country, VAT ID and VAT scheme must match", () => {
  expect(readConfig({})).toMatchObject({ SELLER_COUNTRY: "DE", SELLER_VAT_SCHEME: "oss" });
  expect(readConfig({ SELLER_VAT_ID: "de 136 695 976" })).toMatchObject({ SELLER_VAT_ID: "DE136695976" });
  expect(fault({ SELLER_COUNTRY: "GR", SELLER_VAT_ID: "EL094259216" })).toBe("");
  expect(fault({ SELLER_COUNTRY: "US", SELLER_VAT_SCHEME: "exempt" })).toBe("");
  expect(fault({ SELLER_COUNTRY: "US" })).toStartWith("SELLER_COUNTRY: must be an EU member state");
  expect(fault({ SELLER_COUNTRY: "Germany" })).toStartWith("SELLER_COUNTRY: must be an ISO 3166-1 country");
  expect(fault({ SELLER_VAT_ID: "FR40303265045" })).toBe(
    'SELLER_VAT_ID: must be DE followed by 9 digits for SELLER_COUNTRY DE (it is "FR40303265045")',
  );
  expect(fault({ SELLER_VAT_SCHEME: "none" })).toStartWith("SELLER_VAT_SCHEME: must be one of oss, domestic, exempt");
  expect(fault({ VIES_URL: "vies" })).toStartWith("VIES_URL:");
  expect(fault({ TEAM_EMAIL: "team" })).toStartWith("TEAM_EMAIL:");
});
