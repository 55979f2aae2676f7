import { expect, test } from "bun:test";
import { html } from "./html.ts";

const hostile = `&<>"'</p><script>alert(1)</script>`;
const harmless = "&amp;&lt;&gt;&quot;&#39;&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;";

test("text is escaped in content and in attributes", () => {
  expect(String(html`<p title="${hostile}" lang='${hostile}'>${hostile}</p>`)).toBe(
    `<p title="${harmless}" lang='${harmless}'>${harmless}</p>`,
  );
});

test("escaped text is escaped again", () => {
  expect(String(html`${"&amp; &#39;"}`)).toBe("&amp;amp; &amp;#39;");
});

test("HTML values are not escaped, even in nested arrays", () => {
  const items = ["a<b", "c"].map((text) => html`<li>${text}</li>`);
  expect(String(html`<ul>${[items, [html`<li>&amp;</li>`]]}</ul>`)).toBe(
    "<ul><li>a&lt;b</li><li>c</li><li>&amp;</li></ul>",
  );
});

test("null, undefined, false and empty values render nothing; zero renders 0", () => {
  expect(String(html`[${null}${undefined}${false}${[]}${[null, false]}${""}]${0}`)).toBe("[]0");
});

test("objects that imitate HTML throw", () => {
  const forged = JSON.parse('{"text":"<script>"}');
  expect(() => html`${forged}`).toThrow();
});
