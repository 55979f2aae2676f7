import type { CallOptions } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { type FieldErrors, hiddenField } from "./fields.ts";
import type { Form } from "./form-body.ts";
import type { Html } from "./html.ts";

/** A field of an operation's input as a form has it. */
interface FormField {
  /** Its name in the form, where that is another. */
  in?: string;
  /** What stands before the operation's own words, such as `Name` before "is required". */
  label?: string;
  /** What is said in their place. */
  says?: string;
}

/**
 * The answer to a call that a form asks for, or what is wrong at which field of the form. What is no field's fault
 * stands at the first; what no other input would help against is thrown.
 * @param fields by their paths in the input, such as `links.website`
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

interface Outcome<Output> {
  output?: Output;
  errors?: FieldErrors;
  /** What no other input would help against; its next actions say what does. */
  refusal?: Problem;
}

/** The same for pages that show where a refusal leads. */
export async function attempt<Output>(
  call: Promise<Output>,
  fields: Record<string, FormField>,
): Promise<Outcome<Output>> {
  const refusal = await call.then(
    () => null,
    (error: unknown) => (isProblem(error, ...passing) ? error : null),
  );
  return refusal ? { refusal } : submit(call, fields);
}

const onceField = "once";

/** Marks a form so that sending it twice, as an impatient click does, does its work once. */
export const onceToken = (): Html => hiddenField(onceField, crypto.randomUUID());

/** The key that such a form brings to its call. */
export const onceKey = (form: Form): CallOptions => {
  const value = form.text(onceField);
  return value === "" ? {} : { key: { value, field: onceField } };
};

/** Whether a button's call did what it is for: false where its record has gone, or is done with, since the page was made. */
export const stillDone = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (isProblem(error, "not_found", "state_conflict", "validation_failed")) return false;
      throw error;
    },
  );

const passing = ["state_conflict", "version_conflict", "idempotency_in_progress", "conflict", "rate_limited"] as const;

/** Why a button's call was refused, or null where it did what it is for; what no other state or time would help against is thrown. */
export const refusalOf = (call: Promise<unknown>): Promise<Problem | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (isProblem(error, ...passing)) return error;
      throw error;
    },
  );

const isProblem = (error: unknown, ...codes: Problem["code"][]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);

// An item of a list is shown with the list.
const fieldAt = (fields: Record<string, FormField>, path: string) =>
  Object.entries(fields).find(([known]) => path === known || path.startsWith(`${known}.`));

/** A fault at a field that the form does not have is a mistake of the page. */
function unexpected(error: Problem): never {
  throw new Error(`the form has no such field: ${error.detail}`, { cause: error });
}
