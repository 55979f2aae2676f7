import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createAddressPolicy, forbiddenIpv4, forbiddenIpv6 } from "./address-policy.ts";

const judge = createAddressPolicy([]);

const toNumber = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
const groups = (bits: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - index * 16)) & 0xffffn).toString(16)).join(":");

describe("special-purpose ranges", () => {
  test.each(forbiddenIpv4)("%s: refused from its first to its last address", (network) => {
    const [base, length] = network.split("/") as [string, string];
    const first = toNumber(base);
    const last = first + 2 ** (32 - Number(length)) - 1;
    expect([first, Math.floor((first + last) / 2), last].map((value) => judge(dotted(value)))).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
    ]);
  });

  test.each([
    ["9.255.255.255", "11.0.0.0"],
    ["100.63.255.255", "100.128.0.0"],
    ["126.255.255.255", "128.0.0.0"],
    ["168.63.129.15", "168.63.129.17"],
    ["169.253.255.255", "169.255.0.0"],
    ["172.15.255.255", "172.32.0.0"],
    ["191.255.255.255", "192.0.1.0"],
    ["192.0.1.255", "192.0.3.0"],
    ["192.31.195.255", "192.31.197.0"],
    ["192.52.192.255", "192.52.194.0"],
    ["192.88.98.255", "192.88.100.0"],
    ["192.167.255.255", "192.169.0.0"],
    ["192.175.47.255", "192.175.49.0"],
    ["198.17.255.255", "198.20.0.0"],
    ["198.51.99.255", "198.51.101.0"],
    ["203.0.112.255", "203.0.114.0"],
    ["1.0.0.0", "223.255.255.255"],
  ])("%s and %s, just outside of one, are public", (below, above) => {
    expect([judge(below), judge(above)]).toEqual(["public", "public"]);
  });

  test.each([
    ...forbiddenIpv6.map((network) => [network.split("/")[0]!]),
    ["::"], // unspecified
    ["::1"], // loopback
    ["::7f00:1"], // IPv4-compatible
    ["::5db8:d822"], // IPv4-compatible of a public address
    ["::ffff:127.0.0.1"], // IPv4-mapped
    ["::ffff:93.184.216.34"],
    ["::ffff:0:7f00:1"], // IPv4-translated, RFC 2765
    ["64:ff9b::7f00:1"], // NAT64
    ["64:ff9b::5db8:d822"],
    ["64:ff9b:1::1"], // local NAT64
    ["100::1"], // discard only
    ["100:0:0:1::1"], // dummy prefix
    ["1fff:ffff::1"], // below global unicast
    ["2001::1"], // Teredo
    ["2001:1ff:ffff::1"], // end of the protocol assignments
    ["2001:db8:ffff::1"], // documentation
    ["2002:7f00:1::"], // 6to4 of loopback
    ["3fff:fff:ffff::1"], // documentation
    ["4000::1"], // above global unicast
    ["5f00::1"], // segment routing
    ["fc00::1"], // unique local
    ["fd00:ec2::254"], // a cloud's metadata
    ["fe80::1"], // link local
    ["fe80::1%eth0"],
    ["2606:4700::1111%eth0"],
    ["fec0::1"], // site local
    ["ff02::1"], // multicast
  ])("%s is refused", (address) => {
    expect(judge(address)).toBe("forbidden");
  });

  test.each([
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2606:4700::1111",
    "3ffe::1",
    "3fff:1000::1",
  ])("%s is public", (address) => {
    expect(judge(address)).toBe("public");
  });

  test.each(["", "example.com", "1.2.3", "1.2.3.4.5", "256.1.1.1", "[::1]", "1.1.1.1/32", ":::"])(
    "%p is no address, so it is refused",
    (text) => {
      expect(judge(text)).toBe("forbidden");
    },
  );
});

describe("any address", () => {
  const anyIpv4 = fc.nat(2 ** 32 - 1);

  test("an IPv4 address inside an IPv6 one is never public", () => {
    fc.assert(
      fc.property(anyIpv4, (value) => {
        const [high, low] = [Math.floor(value / 65536).toString(16), (value % 65536).toString(16)];
        const carried = [
          `::${high}:${low}`,
          `::ffff:${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
        ];
        carried.push(`::ffff:${dotted(value)}`, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::1`);
        expect(carried.map(judge)).toEqual(carried.map(() => "forbidden"));
      }),
    );
  });

  test("long and short spellings of an IPv6 address: same result", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), (bits) => {
        const long = groups(bits);
        const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
        expect(judge(short)).toBe(judge(long));
        expect(judge(long.toUpperCase())).toBe(judge(long));
      }),
    );
  });

  test("outside 2000::/3 no IPv6 address is public", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), (bits) => {
        fc.pre(bits >> 125n !== 1n);
        expect(judge(groups(bits))).toBe("forbidden");
      }),
    );
  });
});

test("allowed networks: allowed, and nothing else", () => {
  const allowing = createAddressPolicy(["127.0.0.1/32", "fd00::/8"]);
  expect(["127.0.0.1", "127.0.0.2", "fd12::1", "::1", "::ffff:127.0.0.1", "1.1.1.1"].map(allowing)).toEqual([
    "let_through",
    "forbidden",
    "let_through",
    "forbidden",
    "forbidden",
    "public",
  ]);
  expect(() => createAddressPolicy(["127.0.0.1"])).toThrow();
});
