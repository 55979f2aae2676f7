import { expect, test } from "bun:test";
import { mainTexts } from "./main-text.ts";

const url = "https://fernleaf.example/";
const sentence = "Fernleaf keeps each note as a text file in a folder, and the search understands nine languages.";
const paragraphs = [1, 2, 3, 4].map((at) => `${sentence} Part ${at} tells of walks, and of woods, and of rain.`);
const main = paragraphs.map((text) => `<p>${text}</p>`).join("");
const around = (html: string) => `<html><body>
  <nav><ul><li><a href="/a">Products</a></li><li><a href="/b">Prices</a></li></ul></nav>
  <main><h1>Notes</h1>${html}</main>
  <footer><p><a href="/terms">Terms and imprint</a></p></footer></body></html>`;

test("main text: without menus and footers", () => {
  const texts = mainTexts(around(main), url);
  for (const paragraph of paragraphs) expect(texts).toContain(paragraph);
  for (const text of ["Products", "Prices", "Terms and imprint"]) expect(texts).not.toContain(text);
});

const many = 100_000;
test.each([
  ["too deeply nested", `${"<div>".repeat(many)}${main}${"</div>".repeat(many)}`],
  ["with too many tags", `${main}${"<b>x</b>".repeat(many)}`],
])("document %s: empty set", (_, html) => {
  expect(mainTexts(around(html), url)).toEqual(new Set());
});

test.each([
  "",
  "<",
  "<html",
  "</body></html>",
  "<!doctype html>",
  "<frameset><frame src=a>",
  "<p",
  "\0",
  "<svg><p></svg><table>",
])("broken document %p: empty set", (html) => {
  expect(mainTexts(html, url)).toEqual(new Set());
});

test("long attributes: do not hide the main text", () => {
  const picture = `<img class="${"comment-".repeat(50_000)}" src="data:image/png;base64,${"A".repeat(many)}">`;
  expect(mainTexts(around(`${picture}${main}`), url)).toContain(paragraphs[0]!);
});
