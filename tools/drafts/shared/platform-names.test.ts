import { expect, test } from "bun:test";
import { platformName, platformNames } from "./platform-names.ts";

test.each([
  ["Mac OS X 10.15", "macOS"],
  ["WINDOWS", "Windows"],
  ["iPadOS 17 or later", "iOS"],
  ["K8S", "Kubernetes"],
  ["Nodejs", "Node.js"],
  ["Chrome extension", "Browser extension"],
  ["toaster", null],
  ["", null],
])("%p: %p", (text, name) => {
  expect(platformName(text)).toBe(name as never);
});

test("canonical names: unchanged", () => {
  for (const name of platformNames) expect(platformName(name)).toBe(name);
});
