import { expect, test } from "bun:test";
import { type FieldError, Problem, type ProblemCode } from "#tools/core/errors/errors.ts";
import { stillDone, submit } from "./submit.ts";

const refusal = (code: ProblemCode, errors: FieldError[] = []) =>
  Promise.reject(new Problem(code, "You have them all.", { errors }));
const fault = (field: string) => ({ field, code: "custom", message: "is required" });
const fields = {
  name: { label: "Your name" },
  scopes: { in: "scope", says: "Choose one." },
  "links.website": { in: "website", label: "Website" },
};

test("errors appear at the form's fields, with the operation's message or the form's own", async () => {
  const faults = ["name", "scopes.0", "scopes.1", "links.website"].map(fault);
  expect((await submit(refusal("validation_failed", faults), fields)).errors).toEqual({
    name: "Your name is required.",
    scope: "Choose one.",
    website: "Website is required.",
  });
  expect((await submit(refusal("conflict"), fields)).errors).toEqual({ name: "You have them all." });
  expect(await submit(Promise.resolve({ id: 1 }), fields)).toEqual({ output: { id: 1 } });
});

test("other problems and errors without a form field are thrown", async () => {
  expect(submit(refusal("rate_limited"), fields)).rejects.toMatchObject({ code: "rate_limited" });
  expect(submit(refusal("validation_failed", [fault("email")]), fields)).rejects.toThrow("no such field");
});

test("stillDone is false for a missing or changed record, and throws other problems", async () => {
  expect(await stillDone(Promise.resolve(1))).toBe(true);
  for (const code of ["not_found", "state_conflict", "validation_failed"] as const)
    expect(await stillDone(refusal(code))).toBe(false);
  expect(stillDone(refusal("rate_limited"))).rejects.toMatchObject({ code: "rate_limited" });
});
