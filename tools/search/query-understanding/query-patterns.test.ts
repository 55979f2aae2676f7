import { expect, test } from "bun:test";
import { queryIntentOf, requirementOf } from "./query-patterns.ts";

test.each([
  ["trello alternative", "trello"],
  ["alternatives to google photos", "google photos"],
  ["best open source alternative to notion?", "notion"],
  ["something like evernote", "evernote"],
  ["apps like joplin", "joplin"],
  ["replacement for sendmail", "sendmail"],
  ["instead of slack", "slack"],
  ["Alternative zu Dropbox", "dropbox"],
  ["Was ist die beste Alternative zu Google Analytics", "google analytics"],
  ["Ersatz für Skype", "skype"],
  ["alternative à zoom", "zoom"],
  ["Quelle est la meilleure alternative à Trello ?", "trello"],
  ["logiciel comme photoshop", "photoshop"],
  ["alternativa a slack", "slack"],
  ["¿Cuál es la mejor alternativa a Trello?", "trello"],
  ["en lugar de gmail", "gmail"],
  ["alternativa ao google drive", "google drive"],
  ["qual a melhor alternativa para o zoom", "o zoom"],
])("%p asks for what replaces %p", (query, target) => {
  expect(queryIntentOf(query)).toEqual({ kind: "replacing", targets: [target] });
});

test("two products: comparing or choosing", () => {
  expect(queryIntentOf("Plex vs. Jellyfin")).toEqual({ kind: "comparing", targets: ["plex", "jellyfin"] });
  expect(queryIntentOf("plex or jellyfin")).toEqual({ kind: "choosing", targets: ["plex", "jellyfin"] });
});

test("a short name may be a product, a long sentence is not", () => {
  expect(queryIntentOf("self-hosted airtable")).toEqual({ kind: "naming", targets: ["airtable"] });
  expect(queryIntentOf("netflix self hosted")).toEqual({ kind: "naming", targets: ["netflix"] });
  expect(queryIntentOf("where do I write down what I eat")).toBeNull();
});

test("licence and hosting are a requirement, separate from the product", () => {
  expect(requirementOf("open source crm")).toEqual({ q: "crm", requirement: "open-source" });
  expect(requirementOf("best self-hosted photo app")).toEqual({ q: "photo app", requirement: "self-hosted" });
  for (const q of ["open source", "photo app", "Wiki.js"]) expect(requirementOf(q)).toEqual({ q, requirement: null });
  expect(requirementOf("comment partager des fichiers").q).toBe("partager des fichiers");
  expect(requirementOf("comment system").q).toBe("comment system");
});

test("long texts are analysed quickly", () => {
  for (const part of ["the best ", "alternative to ", "open source ", "a or ", "comment "])
    expect(() => queryIntentOf(part.repeat(200).slice(0, 200))).not.toThrow();
});
