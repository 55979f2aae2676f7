import { expect, test } from "bun:test";
import { isAddressed, isBoast, isGreeting, isImperative } from "./slogans.ts";

test.each([
  ["Objevte místo, kde tělo najde klid", isImperative],
  ["Upptäck böcker nära dig", isImperative],
  ["Inserisci la chiave per continuare", isImperative],
  ["Vaše brána k notám", isAddressed],
  ["Notele pe telefonul tău", isAddressed],
  ["Hallo, das ist mein Blatt", isGreeting],
  ["Willkommen beim Notizblatt", isGreeting],
  ["Att skriva har aldrig varit lättare.", isBoast],
  ["Writing has never been easier.", isBoast],
])("%p: detected", (text, isKnown) => {
  expect(isKnown(text)).toBe(true);
});

test("definition: not a slogan", () => {
  for (const text of ["Masáže a terapie v Jablonci", "A note app for walkers", "Hallenbad mit Sauna", "Buchhaltung"])
    expect([isImperative, isAddressed, isGreeting, isBoast].some((isKnown) => isKnown(text))).toBe(false);
});
