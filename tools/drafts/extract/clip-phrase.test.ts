import { expect, test } from "bun:test";
import { clipPhrase } from "./clip-phrase.ts";

test.each([
  [
    "A modular note program for walkers: folders, text files, links, search, copies and letters in one place",
    "A modular note program for walkers",
  ],
  [
    "Ein Verein für gemeinsames, bezahlbares und ruhiges Schreiben von Notizen im alten Haus am Fluss in Fernheim",
    "Ein Verein für gemeinsames, bezahlbares und ruhiges Schreiben von Notizen",
  ],
  [
    "Din nye notesbog, der lader dig se, hvor du skrev den første note, før du skriver den næste note i den",
    "Din nye notesbog",
  ],
  [
    "Et program for skrivende mennesker som henter tekster direkte fra mapper og legger dem i nye mapper igjen",
    "Et program for skrivende mennesker",
  ],
])("%p: clipped to %p", (text, cut) => {
  expect(clipPhrase(text, 80)).toBe(cut);
});
