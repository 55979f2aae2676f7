import { expect, test } from "bun:test";
import { html } from "./html.ts";

const hostile = `&<>"'</p><script>alert(1)</script>`;
const harmless = "&amp;&lt;&gt;&quot;&#39;&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;";

test("text is escaped in content and in attributes", () => {
  expect(String(html`<p title="${hostile}" lang='${hostile}'>${hostile}</p>`)).toBe(
    `<p title="${harmless}" lang='${harmless}'>${harmless}</p>`,
  );
});

test("what is escaped already is escaped again: text means what it says", () => {
  expect(String(html`${"&amp; &#39;"}`)).toBe("&amp;amp; &amp;#39;");
});

test("HTML inside HTML stays as it is, also in arrays of arrays", () => {
  const items = ["a<b", "c"].map((text) => html`<li>${text}</li>`);
  expect(String(html`<ul>${[items, [html`<li>&amp;</li>`]]}</ul>`)).toBe(
    "<ul><li>a&lt;b</li><li>c</li><li>&amp;</li></ul>",
  );
});

test("nothing renders nothing, and zero and the empty string are something", () => {
  expect(String(html`[${null}${undefined}${false}${[]}${[null, false]}${""}]${0}`)).toBe("[]0");
});

test("data that looks like HTML's own object is refused", () => {
  const forged = JSON.parse('{"text":"<script>"}');
  expect(() => html`${forged}`).toThrow();
});
