import type { CallOptions } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { answerRedirect } from "./answers.ts";
import { type FieldErrors, hiddenField } from "./fields.ts";
import type { Form } from "./form-body.ts";
import type { Html } from "./html.ts";
import type { Visit } from "./visit.ts";

/** How a form shows a field of an operation's input. */
interface FormField {
  /** The field's name in the form, if it differs from the name in the input. */
  in?: string;
  /** Subject of the operation's error message, for example `Name` before "is required". */
  label?: string;
  /** Error message shown instead of the operation's. */
  says?: string;
}

/**
 * Returns the output of a form's call, or the errors by form field. An error without a field appears at the first
 * field. Throws errors that different input cannot fix.
 * @param fields by path in the input, for example `links.website`
 */
export async function submit<Output>(
  call: Promise<Output>,
  fields: Record<string, FormField>,
): Promise<{ output: Output; errors?: undefined } | { output?: undefined; errors: FieldErrors }> {
  try {
    return { output: await call };
  } catch (error) {
    if (!isProblem(error, "validation_failed", "conflict")) throw error;
    const errors = new Map<string, string>();
    for (const { field: path, message } of error.errors) {
      const [known, { in: name = known, label, says }] = fieldAt(fields, path) ?? unexpected(error);
      if (!errors.has(name)) errors.set(name, says ?? `${label} ${message}.`);
    }
    const [first] = Object.entries(fields);
    if (errors.size === 0) errors.set(first![1].in ?? first![0], error.detail);
    return { errors: Object.fromEntries(errors) };
  }
}

/**
 * Works like `submit`, but also returns problems that other input cannot fix, so that a page can show the next actions
 * of the problem.
 */
export async function attempt<Output>(
  call: Promise<Output>,
  fields: Record<string, FormField>,
): Promise<{ output?: Output; errors?: FieldErrors; refusal?: Problem }> {
  const refusal = await refusalOf(call).catch(() => null);
  return refusal ? { refusal } : submit(call, fields);
}

const onceField = "once";

/** Idempotency key of a form, so that a double click runs its action only once. */
export const onceToken = (): Html => hiddenField(onceField, crypto.randomUUID());

export const onceKey = (form: Form): CallOptions => {
  const value = form.text(onceField);
  return value === "" ? {} : { key: { value, field: onceField } };
};

/** Returns false if a button's call failed because its record was deleted or changed after the page was loaded. */
export const stillDone = async (call: Promise<unknown>): Promise<boolean> =>
  (await problemOf(call, "not_found", "state_conflict", "validation_failed")) === null;

/** Redirects after a button's call, with a notice only if the call succeeded. */
export const redirectAfter = async (visit: Visit, call: Promise<unknown>, path: string, notice: string) =>
  answerRedirect(visit, (await stillDone(call)) ? `${path}?done=${notice}` : path);

const refusals = [
  "state_conflict",
  "version_conflict",
  "idempotency_in_progress",
  "conflict",
  "rate_limited",
  "forbidden",
] as const;

/** Returns the problem if a button's call was refused, or null if the call succeeded. Throws other errors. */
export const refusalOf = (call: Promise<unknown>): Promise<Problem | null> => problemOf(call, ...refusals);

/** Returns the call's output, or null if the record does not exist or its ID is invalid. */
export const ifFound = <Output>(call: Promise<Output>): Promise<Output | null> =>
  call.catch((error: unknown) => {
    if (isProblem(error, "not_found", "validation_failed")) return null;
    throw error;
  });

/** Returns the problem if its cause is the call or the state of its records. Throws other errors. */
export function clientProblem(error: unknown): Problem {
  if (error instanceof Problem && error.status < 500) return error;
  throw error;
}

const problemOf = (call: Promise<unknown>, ...codes: Problem["code"][]): Promise<Problem | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (isProblem(error, ...codes)) return error;
      throw error;
    },
  );

const isProblem = (error: unknown, ...codes: Problem["code"][]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);

// Finds the form field for a path in the input. An error in a list item is shown at the list.
const fieldAt = (fields: Record<string, FormField>, path: string) =>
  Object.entries(fields).find(([known]) => path === known || path.startsWith(`${known}.`));

/** Throws, because a form without this field is a bug in the page. */
function unexpected(error: Problem): never {
  throw new Error(`the form has no such field: ${error.detail}`, { cause: error });
}
