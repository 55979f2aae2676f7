import { expect, test } from "bun:test";

import fc from "fast-check";
import { addRingKey } from "#db/keys/key-ring.ts";
import type { RuleEffect, RuleKind } from "#db/schema/vocabulary.ts";
import { testNow } from "#test/support/server/harness.ts";
import { networkRange, networksAround, shortNetwork } from "../../core/operations/client-network.ts";
import { ruleWarnings } from "./dry-run.ts";
import { type RuleSet, ruleSet } from "./match.ts";
import { emailHash, emailHashes, hostOf } from "./rule-kinds.ts";

const db = { path: `/tmp/slipway-rules-${process.pid}-${testNow.getTime()}` };
const rule = (kind: RuleKind, value: string, effect: RuleEffect = "deny", siteId: number | null = null) => ({
  id: 1,
  siteId,
  kind,
  value,
  effect,
});
const inText = (rules: RuleSet, headline: string) => rules(1, { fields: { headline } }).length > 0;

test.each([
  ["upper case", "CASINO"],
  ["a zero-width space", "cas\u200bino"],
  ["a soft hyphen", "cas\u00adino"],
  ["a Cyrillic letter", "c\u0430sino"],
  ["a Cyrillic capital", "C\u0410SINO"],
  ["full-width letters", "\uff43\uff41\uff53\uff49\uff4e\uff4f"],
  ["mathematical letters", "\u{1d41c}\u{1d41a}\u{1d42c}\u{1d422}\u{1d427}\u{1d428}"],
  ["a digit", "cas1no"],
  ["a dotted capital", "CAS\u0130NO"],
  ["struck-through letters", "c\u0336a\u0336s\u0336i\u0336n\u0336o\u0336"],
  ["a direction mark", "cas\u202eino"],
  ["punctuation around it", "“casino”!"],
])("word: found with %s", (_, text) => {
  expect(inText(ruleSet(db, [rule("word", "casino")]), `The best ${text} online`)).toBe(true);
});

test("word: matches whole words and phrases only, and inside text without spaces", () => {
  const rules = ruleSet(db, [rule("word", "casino"), rule("word", "free money"), rule("word", "赌 场")]);
  for (const text of ["casinos", "occasino", "free the money", "赌 一 场"])
    expect([text, inText(rules, text)]).toEqual([text, false]);
  for (const text of ["FREE-money", "free\n money", "在线赌场游戏"])
    expect([text, inText(rules, text)]).toEqual([text, true]);
});

test("word: every text of a listing counts, but neither categories nor links", () => {
  const rules = ruleSet(db, [rule("word", "casino")]);
  const fields = {
    name: "Casino",
    platforms: ["Web", "Casino floor"],
    faqs: [{ question: "Is it free?", answer: "As a casino." }],
    seo_title: "A casino",
    categories: ["casino"],
    socials: { website: "https://casino.example" },
    constructor: "casino",
  };
  expect(rules(1, { fields }).map(({ field }) => field)).toEqual(["name", "platforms.1", "faqs.0.answer", "seo_title"]);
});

test("allow: an allowed phrase excuses only the words inside it", () => {
  const rules = ruleSet(db, [rule("word", "casino"), rule("word", "casino royale", "allow")]);
  expect(inText(rules, "A fan page of Casino Royale")).toBe(false);
  expect(inText(rules, "Casino Royale and casino bonus")).toBe(true);
});

test("domain: covers subdomains in every spelling, and allow wins", () => {
  const rules = ruleSet(db, [
    rule("product_domain", "xn--bcher-kva.example"),
    rule("product_domain", "spam.example"),
    rule("product_domain", "good.spam.example", "allow"),
  ]);
  const denied = [
    "https://bücher.example/a",
    "https://XN--BCHER-KVA.example./",
    "http://a.b.spam.example:8080/",
    "https://www.spam.example",
    "https://ｓｐａｍ.example",
  ];
  for (const url of denied) expect([url, rules(1, { url }).length]).toEqual([url, 1]);
  const fields = { landing_url: "https://start.spam.example/?utm_source=slipway" };
  expect(rules(1, { fields }).map(({ field }) => field)).toEqual(["landing_url"]);
  for (const url of ["https://good.spam.example", "https://notspam.example", "https://spam.example.org"])
    expect([url, rules(1, { url })]).toEqual([url, []]);
});

test("site: a rule of another site neither denies nor excuses", () => {
  const rules = ruleSet(db, [
    rule("email_domain", "spam.example", "deny", 2),
    rule("email_domain", "bulk.example"),
    rule("email_domain", "bulk.example", "allow", 2),
  ]);
  const isDenied = (siteId: number | null, email: string) => rules(siteId, { email }).length > 0;
  expect([isDenied(1, "a@spam.example"), isDenied(2, "a@SPAM.example")]).toEqual([false, true]);
  expect([isDenied(1, "a+b@x.bulk.example"), isDenied(2, "a@bulk.example")]).toEqual([true, false]);
  expect(isDenied(null, "a@bulk.example")).toBe(true);
});

test("network: an IPv4 address in IPv6 form is the same address", () => {
  const rules = ruleSet(db, [
    rule("network", "203.0.113.0/24"),
    rule("network", "2001:db8::/32"),
    rule("network", "203.0.113.9/32", "allow"),
  ]);
  for (const network of ["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107", "2001:db8:5::1"])
    expect([network, rules(1, { network }).length]).toEqual([network, 1]);
  for (const network of ["203.0.114.7", "203.0.113.9", "2001:db9::1", "unknown"])
    expect([network, rules(1, { network })]).toEqual([network, []]);
});

/** Searches word by word, without an index. A denied phrase counts unless an allowed one of the site contains it. */
function isDeniedPlainly(rules: readonly ReturnType<typeof rule>[], siteId: number, words: string[]): boolean {
  const placesOf = (effect: RuleEffect) =>
    rules
      .filter((one) => one.effect === effect && (one.siteId ?? siteId) === siteId)
      .flatMap(({ value }) => {
        const phrase = value.split(" ");
        const starts = words.keys().filter((at) => phrase.every((word, i) => words[at + i] === word));
        return [...starts].map((at) => [at, at + phrase.length] as const);
      });
  return placesOf("deny").some(([start, end]) => !placesOf("allow").some(([from, to]) => from <= start && to >= end));
}

test("word: finds the same as a plain search, for any rules and texts", () => {
  const word = fc.constantFrom("red", "blue", "green", "gray");
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  const any = fc.record({
    value: phrase,
    effect: fc.constantFrom<RuleEffect>("deny", "deny", "allow"),
    siteId: fc.constantFrom(null, 1, 2),
  });
  const shown = fc.tuple(word, fc.constantFrom(" ", "-", ",\n"));
  const look = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    wide,
    cyrillic,
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(any, { maxLength: 5 }), fc.array(shown, { maxLength: 9 }), look, (given, parts, disguise) => {
      const rules = given.map(({ value, effect, siteId }) => rule("word", value, effect, siteId));
      const words = parts.map(([one]) => one);
      const expected = isDeniedPlainly(rules, 1, words);
      found += Number(expected);
      return inText(ruleSet(db, rules), disguise(parts.flat().join(""))) === expected;
    }),
    { seed: 33, numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(200);
});

const wide = (word: string) =>
  word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x61 + 0xff41));
const cyrillic = (word: string) => word.replace(/[ae]/g, (letter) => (letter === "a" ? "\u0430" : "\u0435"));

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
  for (const value of ["co.uk", "github.io"])
    expect(ruleWarnings({ kind: "product_domain", value }, counts)).toEqual([
      `The rule matches every domain under .${value}.`,
    ]);
  expect(ruleWarnings({ kind: "product_domain", value: "spam.github.io" }, counts)).toEqual([]);
  expect(ruleWarnings({ kind: "word", value: "casino" }, counts)).toEqual([]);
  const many = { ...counts, accounts: { checked: 9, matched: 5, examples: [] } };
  expect(ruleWarnings({ kind: "email_domain", value: "gmail.com" }, many)).toEqual([
    "The rule matches 5 of the 9 accounts of the last 30 days.",
  ]);
  const few = { ...counts, accounts: { checked: 4, matched: 4, examples: [] } };
  expect(ruleWarnings({ kind: "email_domain", value: "gmail.com" }, few)).toEqual([]);
});

test("10,000 rules: a lookup finds the last one", () => {
  const rules = ruleSet(
    db,
    Array.from({ length: 10_000 }, (_, i) => rule("word", `word${i} thing`)),
  );
  expect(inText(rules, `${"harmless text ".repeat(300)}word9999 thing`)).toBe(true);
});
