import { expect, test } from "bun:test";
import { tools } from "../../registry.ts";
import { toolSetAt } from "./profiles.ts";
import { chatGptSubmission } from "./submission.ts";

const { tools: submitted } = toolSetAt(tools, new URLSearchParams("profile=no-commerce"));
const submission = chatGptSubmission(submitted, { name: "Slipway", tagline: "Products as they launch." });
const sentence = /^[A-Z][^\n]{10,160}\.$/;

test("every hint of every tool has a justification", () => {
  expect(Object.keys(submission.tools)).toEqual(submitted.map(({ name }) => name));
  for (const [name, { annotations, justifications }] of Object.entries(submission.tools)) {
    expect([name, Object.values(annotations)]).toEqual([name, Array(3).fill(expect.any(Boolean))]);
    for (const reason of Object.values(justifications))
      expect([name, reason]).toEqual([name, expect.stringMatching(sentence)]);
  }
});

test("tools that delete are destructive; tools that read are not, nor open-world", () => {
  for (const { name, effect, destructive, openWorld } of tools) {
    if (effect === "delete") expect([name, destructive]).toEqual([name, expect.any(String)]);
    if (effect === "read") expect([name, destructive, openWorld]).toEqual([name, undefined, undefined]);
  }
});

test("test prompts name tools of the submitted URL", () => {
  const names = submission.test_cases.flatMap(({ tools_triggered }) => tools_triggered.split(", "));
  expect(submitted.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect([submission.test_cases.length, submission.negative_test_cases.length]).toEqual([5, 3]);
  expect(submission.app_info.subtitle.length).toBeLessThanOrEqual(30);
});
