import { expect, test } from "bun:test";
import { readDocument } from "./read-document.ts";

const textsOf = (html: string) => readDocument(html, "https://fernleaf.example/").blocks.map(({ text }) => text);

const polish = [
  "Notatki, które zostają u Ciebie",
  "Fernleaf trzyma notatki w folderze na Twoim komputerze i nie wysyła ich do nikogo.",
  "Wyszukiwanie zna odmianę słów w dziewięciu językach, więc znajdzie to, co jest w nich zapisane.",
  "Każda z notatek jest plikiem tekstowym, który można otworzyć w innym programie na komputerze.",
];
const english = [
  "Notes that stay with you",
  "Fernleaf keeps your notes in a folder of your own and sends them to nobody in the world.",
  "The search knows the endings of words in nine languages and finds what is written in the notes.",
  "Each of the notes is a text file that you open with the editor that you are used to.",
];

test.each([
  ["an attribute", (language: string) => `lang="${language}"`],
  ["a class", (language: string) => `class="t lang-${language}"`],
])("two languages marked by %s: only the page's language is read", (_, mark) => {
  const pairs = polish.map((text, at) => `<p ${mark("pl")}>${text}</p><p ${mark("en")}>${english[at]}</p>`);
  expect(textsOf(`<html lang="pl"><body><main>${pairs.join("")}</main></body></html>`)).toEqual(polish);
});

test("two unmarked languages: the page's language is read, with its headings", () => {
  const part = ([heading, ...texts]: string[]) =>
    `<h2>${heading}</h2>${texts.map((text) => `<p>${text}</p>`).join("")}`;
  const html = `<html lang="en"><body><main>${part(polish)}${part(english)}</main></body></html>`;
  expect(textsOf(html)).toEqual(english);
});

test("one language with a quotation or a wrong mark: nothing is lost", () => {
  const quoted = [...polish, english[1]!].map((text) => `<p>${text}</p>`).join("");
  expect(textsOf(`<html lang="pl"><body>${quoted}</body></html>`)).toHaveLength(5);
  const marked = polish.map((text) => `<p lang="pl">${text}</p>`).join("");
  expect(textsOf(`<html lang="en"><body>${marked}</body></html>`)).toEqual(polish);
});
