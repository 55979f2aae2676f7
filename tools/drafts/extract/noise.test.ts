import { expect, test } from "bun:test";
import { calmText, isCallToAction, isNoise, isOnSignIn, isStuffed } from "./noise.ts";

test.each([
  "We use cookies to improve your experience.",
  "© 2026 Fernleaf Ltd.",
  "🚀🔥",
  "“It saved our bakery more than a day each week.” — Ida",
  "crm, best crm, free crm, crm software, cheap crm, crm online, crm tool, top crm",
  "Please enable JavaScript to continue.",
])("noise: %p", (text) => {
  expect(isNoise(text)).toBeTrue();
});

test("long list in a sentence: not keyword stuffing", () => {
  expect(
    isStuffed("It reads CSV, JSON, XML, YAML, TOML, INI, Excel and Parquet files and writes any of them."),
  ).toBeFalse();
});

test("calls to action: detected, sentences are not", () => {
  for (const call of [
    "Sign up now",
    "Try it for free",
    "Ready to get started?",
    "Jetzt kostenlos testen",
    "今すぐ始める",
  ])
    expect([call, isCallToAction(call)]).toEqual([call, true]);
  for (const text of ["Signatures that hold", "Downloads are checked for viruses.", "Readers join groups by town."])
    expect([text, isCallToAction(text)]).toEqual([text, false]);
});

test("capitals, emoji and exclamation marks: toned down, names kept", () => {
  expect(calmText("THE BEST NOTES FOR PGSIFT USERS!!!", ["pgsift"])).toBe("The best notes for pgsift users");
  expect(calmText("🚀 Notes, fast ⚡️!")).toBe("Notes, fast");
  expect(calmText("NASA API")).toBe("NASA API");
});

test("sign-in form texts: detected, sign-in products are not", () => {
  for (const text of [
    "Sign in with your Fernleaf account to go on.",
    "Melde dich mit deinem Konto an.",
    "Devam etmek için hesabınızla giriş yapın.",
    "Войдите в свой аккаунт.",
  ])
    expect([text, isOnSignIn(text)]).toEqual([text, true]);
  for (const text of ["Readers sign in without a password.", "Keeps your accounts and passwords in one place."])
    expect([text, isOnSignIn(text)]).toEqual([text, false]);
});
