import { expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createAddressPolicy } from "./address-policy.ts";
import { createResolve } from "./resolve.ts";
import { vetUrl } from "./vet-url.ts";

const policy = createAddressPolicy(["127.0.0.0/8"]);
const never = new AbortController().signal;
const target = (host: string) => vetUrl(`http://${host}/`, { policy, hasAllowedNetworks: true });

test("DNS server that never responds: given up", async () => {
  const silent = createSocket("udp4").bind(0, "127.0.0.1");
  await once(silent, "listening");
  const resolve = createResolve(policy, { dnsServers: [`127.0.0.1:${silent.address().port}`], timeoutMs: 100 });
  expect(resolve(target("silent.test"), never)).rejects.toMatchObject({ reason: "unresolvable" });
  await resolve(target("silent.test"), never).catch(() => {});
  const reason = new Error("no longer needed");
  await expect(resolve(target("silent.test"), AbortSignal.abort(reason))).rejects.toBe(reason);
  silent.close();
});

test("no configured DNS servers: the system's resolver is used", async () => {
  const resolve = createResolve(policy, { timeoutMs: 1000 });
  await expect(resolve(target("missing.invalid"), never)).rejects.toMatchObject({ reason: "unresolvable" });
});

test("literal address: no lookup", async () => {
  const resolve = createResolve(policy, { dnsServers: ["127.0.0.1:1"] });
  expect(await resolve(target("127.0.0.3"), never)).toEqual([{ address: "127.0.0.3", family: 4 }]);
  expect(await resolve(target("[2606:4700::1111]"), never)).toEqual([{ address: "2606:4700::1111", family: 6 }]);
});
