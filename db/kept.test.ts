import { expect, test } from "bun:test";
import { Kept } from "./kept.ts";

test("answers are kept until there are too many, null among them", () => {
  const kept = new Kept();
  kept.set("nothing", null);
  expect([kept.get("nothing"), kept.get("unknown")]).toEqual([{ answer: null }, undefined]);
  const long = "x".repeat(300_000);
  for (let i = 0; i < 7; i++) kept.set(`long ${i}`, long);
  expect([kept.get("nothing"), kept.get("long 0"), kept.get("long 6")]).toEqual([
    undefined,
    undefined,
    { answer: long },
  ]);
});
