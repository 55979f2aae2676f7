import { expect, test } from "bun:test";
import { missingFromProfile } from "./rules.ts";

const rules = { minWords: 300, minSections: 3, minSectionWords: 40, minBioCharacters: 50 };
const complete = { name: "Ada", bio: "x".repeat(50), links: { website: "https://ada.example" }, photoHash: "abc" };

test("name, photo, bio and one link make a complete profile", () => {
  expect(missingFromProfile(complete, rules)).toEqual([]);
});

test.each([
  [{ name: " " }, "The name is missing."],
  [{ photoHash: null }, "A photo is missing."],
  [{ bio: "short" }, "The bio needs at least 50 characters; it has 5."],
  [{ bio: "👩‍🚀".repeat(10) }, "The bio needs at least 50 characters; it has 30."],
  [{ links: {} }, "A link is missing."],
])("%j is named", (change, reason) => {
  expect(missingFromProfile({ ...complete, ...change }, rules)).toEqual([reason]);
});

test("no profile: only that is missing", () => {
  expect(missingFromProfile(null, rules)).toEqual(["There is no founder profile yet."]);
});
