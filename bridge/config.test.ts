import { expect, test } from "bun:test";
import { ConfigError, readConfig } from "./config.ts";

test("networks and name servers are lists", () => {
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
])("refuses %p", (environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0]);
});
