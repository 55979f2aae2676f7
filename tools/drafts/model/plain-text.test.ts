import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainLine, plainText } from "./plain-text.ts";

test.each([
  ["A <b>bold</b> claim", "A bold claim"],
  ["Notes<script>alert('x')</script> app", "Notes app"],
  ["<<b>script>alert(1)<</b>/script>", "< script>alert(1)< /script>"],
  ["Hidden <!-- not seen --> here", "Hidden here"],
  ["See [the docs](https://evil.example/x) now", "See the docs now"],
  ['Logo ![alt](https://evil.example/x.png "t") here', "Logo alt here"],
  ["[[nested](https://a.example)](https://b.example)", "nested"],
  ["# Title\n\n**Bold** and `code`\n> quoted", "Title\n\nBold and code\nquoted"],
  ["One\r\n\r\n\r\n\r\nTwo", "One\n\nTwo"],
  ["Tab\tand\u0000null and\u001b[31m colour", "Tab and null and [31m colour"],
  ["\u202Eevil\u202C \u2066x\u2069\uFEFF\u200B soft\u00ADhyphen", "evil x softhyphen"],
  ["Hidden tags\u{E0041}\u{E0042}", "Hidden tags"],
  ["5 < 6 and 7 > 2", "5 < 6 and 7 > 2"],
  ["C++ & R&D, a_b, 2*3", "C++ & R&D, a_b, 2*3"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["日本語のメモ。🌿", "日本語のメモ。🌿"],
])("%j: %j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test("plain line: no line breaks", () => {
  expect(plainLine(" One\n\n two\u2028three ")).toBe("One two three");
});

test("removed markup: does not reappear", () => {
  const part = fc.constantFrom("<", ">", "b", "/", "script", "[", "]", "(", ")", "!", "a", " ", "\n", "*", "`", "--");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const plain = plainText(parts.join(""));
      expect(plain).not.toMatch(/<\/?[a-z][^<>]*>/u);
      expect(plain).not.toMatch(/\[[^[\]]*\]\([^()\s]*\)/u);
    }),
    { numRuns: 2000 },
  );
});
