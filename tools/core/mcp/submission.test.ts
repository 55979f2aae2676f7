import { expect, test } from "bun:test";
import { tools } from "../../registry.ts";
import { toolSetAt } from "./profiles.ts";
import { chatGptSubmission } from "./submission.ts";

const { tools: submitted } = toolSetAt(tools, new URLSearchParams("profile=no-commerce"));
const submission = chatGptSubmission(submitted, { name: "Slipway", tagline: "Products as they launch." });
const sentence = /^[A-Z][^\n]{10,160}\.$/;

test("each hint of each tool has a sentence that says why", () => {
  expect(Object.keys(submission.tools)).toEqual(submitted.map(({ name }) => name));
  for (const [name, { annotations, justifications }] of Object.entries(submission.tools)) {
    expect([name, Object.values(annotations)]).toEqual([name, Array(3).fill(expect.any(Boolean))]);
    for (const reason of Object.values(justifications))
      expect([name, reason]).toEqual([name, expect.stringMatching(sentence)]);
  }
});

test("what deletes is destructive, and what only reads is neither that nor open-world", () => {
  for (const { name, effect, destructive, openWorld } of tools) {
    if (effect === "delete") expect([name, destructive]).toEqual([name, expect.any(String)]);
    if (effect === "read") expect([name, destructive, openWorld]).toEqual([name, undefined, undefined]);
  }
});

test("the prompts name tools of the address that is submitted", () => {
  const names = submission.test_cases.flatMap(({ tools_triggered }) => tools_triggered.split(", "));
  expect(submitted.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect([submission.test_cases.length, submission.negative_test_cases.length]).toEqual([5, 3]);
  expect(submission.app_info.subtitle.length).toBeLessThanOrEqual(30);
});
