import { expect, test } from "bun:test";
import { awayKind, topicOf } from "./section-words.ts";

test.each([
  ["Everything your notes need", "features"],
  ["Naše služby", "features"],
  ["核心功能", "features"],
  ["Så funkar det", "steps"],
  ["Pronto em menos de 5 minutos", "steps"],
  ["Dla kogo?", "readers"],
  ["Vos données restent chez vous", "trust"],
  ["Hvorfor Fernleaf?", "reasons"],
  ["Notes that walk with you", "any"],
])("heading %p: topic %p", (heading, topic) => {
  expect(topicOf(heading)).toBe(topic as ReturnType<typeof topicOf>);
});

test.each([
  ["Privacybeleid", "notices"],
  ["Fontos biztonsági információk", "notices"],
  ["準備中のサービス", "coming"],
  ["Dárkové poukazy", "extras"],
  ["Kostenloses E-Book", "gifts"],
  ["Your free guide to notes", "gifts"],
  ["Staatliche Förderprogramme", "public"],
  ["Apa kata mereka", "voices"],
  ["Naše portfolio", "cases"],
  ["Search in notes", null],
])("heading %p: kind %p", (heading, kind) => {
  expect(awayKind(heading, "Fernleaf")).toBe(kind as ReturnType<typeof awayKind>);
});
