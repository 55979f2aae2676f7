import { expect, test } from "bun:test";
import Ajv from "ajv/dist/2020.js";
import * as z from "zod";
import { Problem, problemBody } from "../errors/errors.ts";
import { defineTool } from "../operations/define.ts";
import { describeTool } from "./server.ts";

const tool = defineTool({
  name: "get_order",
  title: "Get an order",
  description: "One order.",
  family: "Orders",
  rest: { method: "GET", path: "/orders/{number}" },
  scopes: ["account:read"],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ number: z.string(), status: z.enum(["pending", "paid"]), paid_at: z.string().optional() }),
  examples: [],
  run: async (_, { number }) => ({ number, status: "paid" as const }),
  text: ({ number }) => number,
});

const matches = new Ajv().compile(describeTool(tool).outputSchema!);
const problem = problemBody(new Problem("not_found", "There is no such order."), {
  docsUrl: "http://localhost/docs",
  instance: "/mcp",
  requestId: "1",
});

test("listed output schema: accepts an output, and a problem with its numeric status", () => {
  expect(matches({ number: "SW-2026-1", status: "paid" })).toBe(true);
  expect(matches(problem)).toBe(true);
});

test.each([
  ["with a field of another type", { number: 1, status: "paid" }],
  ["with a status of another type", { number: "SW-2026-1", status: true }],
])("listed output schema: rejects an output %s", (_, answer) => {
  expect(matches(answer)).toBe(false);
});
