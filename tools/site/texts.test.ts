import { expect, test } from "bun:test";
import { renderMarkdown } from "../blog/markdown.ts";
import { type DefaultTextName, defaultTexts, fillText, type TextFacts } from "./texts.ts";

const names = Object.keys(defaultTexts) as DefaultTextName[];
const seller = {
  ...{ name: "Harbour & Sons *GmbH*", address: "1. Quay, 20457 <Hamburg>", contact: "", country: "DE" },
  ...{ vatId: "DE129273398", taxNumber: null, vatScheme: "oss" as const },
};
const facts: TextFacts = {
  ...{ site: { name: "Harbour [Tools]" }, urls: { base: "https://harbour.example" } },
  ...{ seller, teamEmail: "ask_us@harbour.example" },
};
const bare: TextFacts = { ...facts, seller: { ...seller, name: null, address: null, vatId: null }, teamEmail: null };
const withRecipients = (recipients: Partial<TextFacts["recipients"]>): TextFacts => ({
  ...facts,
  recipients: { stripe: false, vies: false, anthropic: false, model: false, ...recipients },
});

test.each(names)("%s: complete with the settings, and has points to check", (name) => {
  const { source, checks } = defaultTexts[name];
  const { text, missing, unknown } = fillText(source, facts);
  expect({ missing, unknown, braces: /[{}]/.test(text) }).toEqual({ missing: [], unknown: [], braces: false });
  expect(text).toContain("<ask_us@harbour.example>");
  expect(checks.length).toBeGreaterThan(1);
  for (const point of checks) expect(text).not.toContain(point);
});

test.each(["terms", "privacy", "imprint"] as const)("%s: names the variables that it lacks", (name) => {
  const { text, missing } = fillText(defaultTexts[name].source, bare);
  expect(missing.toSorted()).toEqual(["SELLER_ADDRESS", "SELLER_NAME", "TEAM_EMAIL"]);
  expect(text).toContain("(SELLER_NAME is not set)");
});

test("contact: needs no variable", () => {
  const { text, missing } = fillText(defaultTexts.contact.source, bare);
  expect(missing).toEqual([]);
  expect(text).toContain("We have not published an email address yet.");
  expect(text).not.toContain("by post");
});

test("the settings appear as they are, even if they look like Markdown or HTML", async () => {
  const { text } = fillText(defaultTexts.imprint.source, facts);
  const html = await renderMarkdown(text, "https://harbour.example", { keepsLines: true });
  expect(html).toContain("<p>Harbour &amp; Sons *GmbH*<br />1. Quay<br />20457 &lt;Hamburg&gt;<br />Germany</p>");
  expect(html).toContain('<a href="mailto:ask_us@harbour.example">ask_us@harbour.example</a>');
  expect(fillText("{{site}}", facts).text).toBe("Harbour \\[Tools\\]");
});

test("privacy: names only recipients that the server uses", () => {
  const named = (recipients: Partial<TextFacts["recipients"]>) => {
    const { text } = fillText(defaultTexts.privacy.source, withRecipients(recipients));
    return ["Stripe", "VIES", "Anthropic", "A language model"].filter((name) => text.includes(name));
  };
  expect(named({})).toEqual([]);
  expect(named({ stripe: true })).toEqual(["Stripe"]);
  expect(named({ vies: true })).toEqual(["VIES"]);
  expect(named({ anthropic: true })).toEqual(["Anthropic"]);
  expect(named({ model: true })).toEqual(["A language model"]);
});

test("unknown placeholders stay in the text and are named", () => {
  const source = "{{site}} {{constructor}} {{#nothing}}x{{/nothing}} {{{raw}}}";
  const { text, unknown } = fillText(source, facts);
  expect(text).toBe(source.replace("{{site}}", "Harbour \\[Tools\\]"));
  expect(unknown).toEqual(["{{constructor}}", "{{#nothing}}", "{{/nothing}}", "{{raw}}"]);
});
