import { expect, test } from "bun:test";
import { addRingKey } from "#db/keys/key-ring.ts";
import { testNow } from "#test/support/server/harness.ts";
import { networkRange, networksAround, shortNetwork } from "../../core/operations/client-network.ts";
import { ruleWarnings } from "./dry-run.ts";
import { ruleSet } from "./match.ts";
import { emailHash, emailHashes, hostOf } from "./rule-value.ts";

const rule = (
  kind: "word" | "email_domain" | "product_domain" | "network",
  value: string,
  effect = "deny",
  siteId: number | null = null,
) => ({ id: 1, siteId, kind, value, effect }) as const as never;

test.each([
  ["upper case", "CASINO"],
  ["a zero-width space", "cas\u200bino"],
  ["a soft hyphen", "cas\u00adino"],
  ["a Cyrillic letter", "c\u0430sino"],
  ["a Cyrillic capital", "C\u0410SINO"],
  ["full-width letters", "\uff43\uff41\uff53\uff49\uff4e\uff4f"],
  ["a digit", "cas1no"],
  ["struck-through letters", "c\u0336a\u0336s\u0336i\u0336n\u0336o\u0336"],
  ["punctuation around it", "“casino”!"],
])("word: found with %s", (_, text) => {
  expect(ruleSet([rule("word", "casino")]).word(1, `The best ${text} online`)).not.toBeNull();
});

test("word: matches whole words and phrases only, and inside text without spaces", () => {
  const rules = ruleSet([rule("word", "casino"), rule("word", "free money"), rule("word", "赌 场")]);
  for (const text of ["casinos", "occasino", "free the money", "赌 一 场"])
    expect([text, rules.word(1, text)]).toEqual([text, null]);
  for (const text of ["FREE-money", "free\n money", "在线赌场游戏"]) expect(rules.word(1, text)).not.toBeNull();
});

test("allow: an allowed phrase excuses only the words inside it", () => {
  const rules = ruleSet([rule("word", "casino"), rule("word", "casino royale", "allow")]);
  expect(rules.word(1, "A fan page of Casino Royale")).toBeNull();
  expect(rules.word(1, "Casino Royale and casino bonus")).not.toBeNull();
});

test("domain: covers subdomains in every spelling, and allow wins", () => {
  const rules = ruleSet([
    rule("product_domain", "xn--bcher-kva.example"),
    rule("product_domain", "spam.example"),
    rule("product_domain", "good.spam.example", "allow"),
  ]);
  const denied = [
    "https://bücher.example/a",
    "https://XN--BCHER-KVA.example./",
    "http://a.b.spam.example:8080/",
    "https://ｓｐａｍ.example",
  ];
  for (const url of denied) expect([url, rules.productDomain(1, url) !== null]).toEqual([url, true]);
  for (const url of ["https://good.spam.example", "https://notspam.example", "https://spam.example.org"])
    expect([url, rules.productDomain(1, url)]).toEqual([url, null]);
});

test("site: a rule of another site does not apply", () => {
  const rules = ruleSet([rule("email_domain", "spam.example", "deny", 2)]);
  expect(rules.emailDomain(1, "a@spam.example")).toBeNull();
  expect(rules.emailDomain(2, "a@SPAM.example")).not.toBeNull();
});

test("network: an IPv4 address in IPv6 form is the same address", () => {
  const rules = ruleSet([
    rule("network", "203.0.113.0/24"),
    rule("network", "2001:db8::/32"),
    rule("network", "203.0.113.9/32", "allow"),
  ]);
  for (const address of ["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107", "2001:db8:5::1"])
    expect([address, rules.network(1, address) !== null]).toEqual([address, true]);
  for (const address of ["203.0.114.7", "203.0.113.9", "2001:db9::1", "unknown"])
    expect(rules.network(1, address)).toBeNull();
});

test("values: normal form of networks and hosts", () => {
  const given = [
    "203.0.113.7/24",
    "::ffff:203.0.113.7/120",
    "2001:DB8::1",
    "10.0.0.0/33",
    "1.2",
    "0x7f.1",
    "1.2.3.4/",
    "1.2.3.4/8/8",
  ];
  expect(given.map(networkRange)).toEqual([
    "203.0.113.0/24",
    "203.0.113.0/24",
    "2001:db8::1/128",
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(["::ffff:203.0.113.7", "2001:db8:5:6::1", "unknown"].map(shortNetwork)).toEqual([
    "203.0.113.0/24",
    "2001:db8:5::/48",
    null,
  ]);
  expect(networksAround("0.0.0.0/1")).toEqual(["0.0.0.0/1", "0.0.0.0/0"]);
  expect(["https://www.Ex.example/", "ex.example.", "ex.example/path", "a b", "ex\u200b.example"].map(hostOf)).toEqual([
    "ex.example",
    "ex.example",
    null,
    null,
    "ex.example",
  ]);
});

test("hash of an email address: one for each mailbox, and different with another key", () => {
  const db = { path: `/tmp/slipway-hash-${process.pid}-${testNow.getTime()}` };
  const other = { path: `${db.path}-other` };
  const hash = emailHash(db, "ada.q@gmail.com");
  for (const same of [" Ada.Q@Gmail.com", "adaq+news@googlemail.com"]) expect(emailHash(db, same)).toBe(hash);
  for (const different of ["ada.q@example.org", "adb.q@gmail.com"]) expect(emailHash(db, different)).not.toBe(hash);
  expect(emailHash(db, "a.b@example.org")).not.toBe(emailHash(db, "ab@example.org"));
  expect(emailHash(other, "ada.q@gmail.com")).not.toBe(hash);
  expect(hash).not.toContain("ada");
  addRingKey(db, "rules", new Date());
  expect(emailHashes(db, "ada.q@gmail.com")).toEqual([emailHash(db, "ada.q@gmail.com"), hash]);
});

test("warnings: rules that match nearly everything", () => {
  const none = { checked: 0, matched: 0, examples: [] };
  const counts = { accounts: none, drafts: none, listings: none };
  expect(ruleWarnings({ kind: "network", value: "0.0.0.0/0" }, counts)).toHaveLength(1);
  expect(ruleWarnings({ kind: "email_domain", value: "com" }, counts)).toHaveLength(1);
  expect(ruleWarnings({ kind: "word", value: "casino" }, counts)).toEqual([]);
  const many = { ...counts, accounts: { checked: 9, matched: 5, examples: [] } };
  expect(ruleWarnings({ kind: "email_domain", value: "gmail.com" }, many)).toEqual([
    "The rule matches 5 of the 9 accounts of the last 30 days.",
  ]);
  const few = { ...counts, accounts: { checked: 4, matched: 4, examples: [] } };
  expect(ruleWarnings({ kind: "email_domain", value: "gmail.com" }, few)).toEqual([]);
});

test("10,000 rules: a lookup finds the last one", () => {
  const rules = ruleSet(Array.from({ length: 10_000 }, (_, i) => rule("word", `word${i} thing`)));
  expect(rules.word(1, `${"harmless text ".repeat(300)}word9999 thing`)).not.toBeNull();
});
