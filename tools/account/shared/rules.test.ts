import { expect, test } from "bun:test";
import { personName } from "./rules.ts";

const names = [
  "Ada Quill",
  "J.R. Smith",
  "J.R.R.Tolkien",
  "Dr. St.John",
  "Dr.No",
  "J.R.Li",
  "John Smith M.D.",
  "Dr.med. Anna Weiß-Łęcka",
  "Dipl.-Ing. Hans Groß",
  "Sammy Davis Jr.",
  "Conan O'Brien",
  "Xi Li, Ph.D.",
  "Team 2.0",
  "K. 9...",
  "佐藤 花子",
  "محمد علي",
  "-",
];
test.each(names)("%p: valid name", (name) => {
  expect(personName.parse(name)).toBe(name);
});

const links = [
  "Slipway: renew it at https://slipway-login.evil.example/x –",
  "See www.evil",
  "WWW.Evil",
  "evil.com",
  "Go to Evil.Com",
  "Ada evil.co.uk now",
  "mail security@bank.com",
  "t.me/evil",
  "X.Ng/login",
  "Zq.Support?renew=1",
  "Zq.Support#renew",
  "X.Ng:8080",
  "xy.ng",
  "evil。com",
  "ｅｖｉｌ．ｃｏｍ",
  "пример.рф",
  "xn--e1afmkfd.xn--p1ai",
  "evil.com:8080",
  "evil.com.",
  "192.168.1.1",
  "ev\u200Bil.c\u00ADom",
];
test.each(links)("%p: rejected as a link", (name) => {
  expect(personName.safeParse(name).success).toBe(false);
});

// This takes minutes if each letter starts its own search.
test.each(["a", "a.", "a-", "a. "])("a megabyte of %p: rejected quickly", (text) => {
  expect(personName.safeParse(text.repeat(1_048_576 / text.length)).success).toBe(false);
});
