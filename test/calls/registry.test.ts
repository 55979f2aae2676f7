import { expect, test } from "bun:test";
import { operations, tools } from "#tools/registry.ts";

test("operations: unique names, and each declares its callers", () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const hidden = operations.filter(({ name }) => !tools.some((tool) => tool.name === name));
  expect(hidden.filter(({ actors = [] }) => actors.length === 0).map(({ name }) => name)).toEqual([]);
});

test("anonymous writes: only with the link of an order, or to report a listing", () => {
  const open = operations.filter(({ effect, scopes, actors }) => effect !== "read" && scopes.length === 0 && !actors);
  expect(open.map(({ name }) => name)).toEqual([]);
  const forAnyone = operations.filter(
    ({ effect, actors }) => effect !== "read" && actors && actors.includes("anonymous"),
  );
  expect(forAnyone.map(({ name }) => name)).toEqual(["bill_order", "confirm_order", "play_payment", "report_listing"]);
  for (const { name, input } of forAnyone)
    if (name !== "report_listing") expect(Object.keys(input.shape)).toContain("key");
});
