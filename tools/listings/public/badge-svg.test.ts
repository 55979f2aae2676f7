import { expect, test } from "bun:test";
import fc from "fast-check";
import { type BadgeDrawing, badgeSvg, badgeThemes, badgeWidth, escapeXml } from "./badge-svg.ts";

const drawing = (parts: Partial<BadgeDrawing>): BadgeDrawing => ({
  mark: "site",
  caption: "Listed on",
  title: "Slipway",
  label: "Listed on Slipway",
  ...parts,
});

/** Throws for XML that is not well-formed. */
function parseXml(xml: string): { tags: string[]; text: string } {
  const open: string[] = [];
  const tags: string[] = [];
  const token = /<(\/?)([a-z]+)((?:\s[\w-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#39);[^"<&]*)*")*)(\/?)>|([^<>]+)/gy;
  let text = "";
  let end = 0;
  for (const [whole, closing, name, , empty, content] of xml.matchAll(token)) {
    end += whole.length;
    if (content !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(content)) throw new Error(`bare & in ${content}`);
      text += content;
    } else if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      tags.push(name!);
      if (!empty) open.push(name!);
    }
  }
  if (end !== xml.length || open.length > 0) throw new Error(`not well-formed at ${end}: ${xml.slice(end, end + 40)}`);
  return { tags, text };
}

test("any text: well-formed SVG with the same elements", () => {
  const any = () =>
    fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.constantFrom(`<&"'>`, "]]>"));
  const plain = parseXml(badgeSvg(drawing({}), "auto")).tags;
  fc.assert(
    fc.property(any(), any(), any(), fc.constantFrom(...badgeThemes), (caption, title, label, theme) => {
      expect(parseXml(badgeSvg(drawing({ caption, title, label }), theme)).tags).toEqual(plain);
    }),
  );
});

test("text is escaped, and characters that XML does not allow are left out", () => {
  const svg = badgeSvg(drawing({ title: `<i>&"\0\uD800` }), "light");
  expect(svg).toContain("&lt;i&gt;&amp;&quot;");
  expect(svg).not.toContain("\0");
  expect(svg.isWellFormed()).toBeTrue();
  expect(escapeXml(`'`)).toBe("&#39;");
});

test("themes: light and dark differ, and auto contains both", () => {
  const [auto, light, dark] = badgeThemes.map((theme) => badgeSvg(drawing({}), theme));
  expect(light).not.toBe(dark);
  expect(light).not.toContain("prefers-color-scheme");
  expect(dark).not.toContain("prefers-color-scheme");
  expect(auto).toContain("@media(prefers-color-scheme:dark)");
});

test("the SVG loads no external resource", () => {
  for (const mark of ["site", "launch", "verified", { place: 3 }] as const)
    expect(badgeSvg(drawing({ mark }), "auto").replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|url\(|href|@import/,
    );
});

test("a longer text makes a wider badge, up to a maximum width", () => {
  const width = (title: string) => badgeWidth(drawing({ title }));
  expect(width("Slipway for people")).toBeGreaterThan(width("Slipway"));
  expect(width("WWWWWWWWWW")).toBeGreaterThan(width("iiiiiiiiii"));
  const long = "A very long name of a site that would never end ".repeat(3);
  expect(width(long)).toBeLessThanOrEqual(360);
  expect(badgeSvg(drawing({ title: long }), "light")).toContain("…</text>");
});
