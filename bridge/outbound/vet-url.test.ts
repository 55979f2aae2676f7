import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { OutboundError, type OutboundOptions } from "#tools/core/ports/outbound.ts";
import { vetBy, vetRules } from "./vet-url.ts";

/** The reason it is refused for, or the address that would be asked. */
function vet(url: string, options: OutboundOptions = {}, allowNetworks: string[] = []): string {
  try {
    return vetBy(vetRules(allowNetworks))(url, options).href;
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

describe("spellings of loopback and of local names", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0X7F.1/",
    "http://017700000001/",
    "http://0177.0.0.01/",
    "http://127.0.0.0x1/",
    "http://0/",
    "http://0x/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://127。0。0。1/",
    "http://１２７.0.0.1/",
    "http://①②⑦.0.0.1/",
    "http:127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http:///127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    "ht\ntp://127.0.\t0.1/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://loca\u00adlhost/",
    "http://api.localhost/",
    "http://printer.local/",
    "http://vault.internal./",
    "http://router.home.arpa/",
    "http://example.onion/",
    "http://intranet/",
    "http://com/",
  ])("%p does not point to a public address", (url) => {
    expect(vet(url)).toBe("forbidden_address");
  });
});

test.each([
  "",
  "example.com",
  "//example.com/",
  "http://",
  "http://256.0.0.1/",
  "http://1.2.3.4.5/",
  "http://4294967296/",
  "http://09.0.0.1/",
  "http://example.0x1/",
  "http://127.0.0.1../",
  "http://[::1%25lo]/",
  "http://[fe80::1%lo]/",
  "http://[::ffff:0x7f.1]/",
  "http://exam ple.com/",
  "http://ex%00ample.com/",
  "http://example%2fcom/",
  "http://example..com/",
  "http://.example.com/",
  "http://example.com../",
  "http://exa*mple.com/",
  "http://xn--a.com/",
  `http://${"a".repeat(64)}.com/`,
  `http://${"a.".repeat(130)}com/`,
  `http://example.com/${"a".repeat(2048)}`,
  "http://example.com:65536/",
])("%p is not a web address", (url) => {
  expect(vet(url)).toBe("bad_url");
});

test.each([
  ["ftp://example.com/", "forbidden_scheme"],
  ["file:///etc/passwd", "forbidden_scheme"],
  ["javascript:alert(1)", "forbidden_scheme"],
  ["data:text/html,hi", "forbidden_scheme"],
  ["ws://example.com/", "forbidden_scheme"],
  ["blob:https://example.com/1", "forbidden_scheme"],
  ["http://user@example.com/", "has_credentials"],
  ["http://:secret@example.com/", "has_credentials"],
  ["http://example.com@127.0.0.1/", "has_credentials"],
  ["http://example.com:8080/", "forbidden_port"],
  ["http://example.com:0/", "forbidden_port"],
  ["https://1.1.1.1:22/", "forbidden_port"],
])("%p is refused as %s", (url, reason) => {
  expect(vet(url)).toBe(reason);
});

test.each([
  ["https://example.com", "https://example.com/"],
  ["http://example.com:443/", "http://example.com:443/"],
  ["https://example.com:80/", "https://example.com:80/"],
  ["https://EXAMPLE.com.:443/a?b=c#d", "https://example.com/a?b=c"],
  ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
  ["https://under_score.example.com/", "https://under_score.example.com/"],
  ["https://1.1.1.1/", "https://1.1.1.1/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
])("%p would be asked as %s", (url, asked) => {
  expect(vet(url)).toBe(asked);
});

test("https only", () => {
  expect(vet("http://example.com/", { httpsOnly: true })).toBe("forbidden_scheme");
  expect(vet("https://example.com/", { httpsOnly: true })).toBe("https://example.com/");
});

test("http only in allowed networks: of a name, the lookup decides", () => {
  const options = { httpsOnly: "unless_allowed" } as const;
  expect(vet("http://example.com/", options)).toBe("forbidden_scheme");
  const allowed = ["127.0.0.0/8"];
  expect(vet("http://127.0.0.1:3000/", options, allowed)).toBe("http://127.0.0.1:3000/");
  expect(vet("http://1.1.1.1/", options, allowed)).toBe("forbidden_scheme");
  expect(vet("http://example.com/", options, allowed)).toBe("http://example.com/");
  expect(vet("https://example.com/", options, allowed)).toBe("https://example.com/");
});

test("with an allowed network: the lookup decides about other ports and local names", () => {
  const allowed = ["127.0.0.0/8"];
  expect(vet("http://127.0.0.1:3000/", {}, allowed)).toBe("http://127.0.0.1:3000/");
  expect(vet("http://example.com:3000/", {}, allowed)).toBe("http://example.com:3000/");
  expect(vet("http://localhost:3000/", {}, allowed)).toBe("http://localhost:3000/");
  expect(vet("http://1.1.1.1:3000/", {}, allowed)).toBe("forbidden_port");
  expect(vet("http://10.0.0.1/", {}, allowed)).toBe("forbidden_address");
});

test("every spelling of an IPv4 address: same result", () => {
  const digits = (value: number) =>
    fc.constantFrom(String(value), `0${value.toString(8)}`, `0x${value.toString(16)}`, `0X00${value.toString(16)}`);
  const spelling = fc.nat(2 ** 32 - 1).chain((value) => {
    const bytes = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
    // inet_aton: the last of one to four parts holds all bytes that remain.
    const parts = fc.integer({ min: 0, max: 3 }).chain((leading) => {
      const last = value % 2 ** (8 * (4 - leading));
      return fc.tuple(...bytes.slice(0, leading).map(digits), digits(last));
    });
    return fc.tuple(
      fc.constant(bytes.join(".")),
      parts.map((spelled) => spelled.join(".")),
      fc.constantFrom("", "."),
    );
  });
  fc.assert(
    fc.property(spelling, ([dotted, spelled, dot]) => {
      expect(vet(`http://${spelled}${dot}/`)).toBe(vet(`http://${dotted}/`));
    }),
    { numRuns: 500 },
  );
});
