import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import {
  choices,
  type FieldErrors,
  fileField,
  foldedPart,
  hiddenField,
  selectField,
  textArea,
  textField,
  withFileAgain,
} from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { attempt, clientProblem, onceKey, onceToken } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { hereWith } from "./page-links.ts";

/** How a form shows a field of an operation's input, whose schema gives the length and the meaning of empty text. */
export interface FormField {
  label: string;
  hint?: HtmlValue;
  type?: "date" | "url";
  keyboard?: "code" | "decimal";
  suggestions?: readonly string[];
  /** The choices of a select, by value. */
  options?: Record<string, string>;
  /** True if several choices are possible, each with a checkbox. */
  isMultiple?: true;
  /** The text beside the checkbox of a boolean. */
  tick?: string;
  /** The lines of a text area. */
  rows?: number;
  /** The types of a file, which the operation gets in base64. */
  accept?: string;
  /** True if an empty field is left out of the call. */
  isOptional?: true;
  /** Replaces the operation's error messages. */
  says?: string;
  read?(text: string): unknown;
}

/** By their path in the input, such as `name` or `access.submissions`. */
export type FormFields = Record<string, FormField>;

/** A form that calls an operation. */
export interface Act {
  operation: Pick<AnyOperation, "name" | "input">;
  fields?: FormFields;
  label: string;
  button?: string;
  /** Input that is always the same. */
  input?: object;
  /** The input field that names the record, on a page with this form for each record. */
  record?: string;
  note?: string;
  isDangerous?: true;
  /** The first press shows the output of a dry run, and the second one makes the change. */
  hasPreview?: true;
  /** The notice after the change. */
  done: string;
  /** Keeps a part of the output for the next page. */
  onDone?(visit: SignedInVisit, output: object): void;
  /** The path of the next page, if it is another one. */
  next?: string;
}
export type Acts = Record<string, Act>;

/** A form that is shown again with what was typed. */
export interface Sent {
  name: string;
  record: string;
  form: Form;
  errors?: FieldErrors;
  refusal?: Problem;
  preview?: object;
}

/** The input's part and the name in it. Names of settings contain further dots. */
const pathOf = (name: string) => /^([^.]+)\.?(.*)$/.exec(name)!.slice(1) as [string, string];

function schemaOf({ shape }: z.ZodObject, name: string): z.ZodType {
  const [group, key] = pathOf(name);
  const schema = lookup(shape as Record<string, z.ZodType>, group)!;
  const inner = key === "" ? schema : unwrapped(schema);
  if (key === "" || !(inner instanceof z.ZodObject || inner instanceof z.ZodRecord)) return schema;
  return inner instanceof z.ZodRecord ? (inner.valueType as z.ZodType) : schemaOf(inner, key);
}

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;

function maxLengthOf(schema: z.core.$ZodType): number | undefined {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodPipe) return maxLengthOf(inner.out) ?? maxLengthOf(inner.in);
  return (inner as z.ZodString).maxLength ?? undefined;
}

async function sentValue(schema: z.ZodType, name: string, field: FormField, form: Form): Promise<unknown> {
  if (field.tick) return form.text(name) === "yes";
  if (field.isMultiple) return form.all(name);
  const file = field.accept && (await form.file(name));
  if (file) return Buffer.from(file).toString("base64");
  if (field.accept) return form.text(`${name}_removed`) === "yes" ? null : undefined;
  if (form.all(name).length === 0) return undefined;
  const text = form.text(name);
  if (field.read) return field.read(text);
  // Spaces at the start of a text in Markdown can mean code.
  if (text !== "") return field.rows ? form.raw(name) : text;
  return field.isOptional ? undefined : schema.safeParse(null).success ? null : "";
}

/** Returns the output of a call, or its errors by the HTML IDs of the fields. Throws errors of the server. */
export function outcomeOf<Output>(call: Promise<unknown>, fields: FormFields, suffix: string) {
  const shown: [string, object][] = Object.entries(fields).map(([name, { label, says }]) => [
    name,
    { in: name + suffix, label, says },
  ]);
  shown.push(["once", { says: "This form was sent before, with other values. Reload the page and send it again." }]);
  // An error of a field that the form does not show, such as an id in the URL, is the cause.
  const refused = (error: Error) => ({
    output: undefined,
    errors: undefined,
    refusal: clientProblem(error.cause instanceof Problem ? error.cause : error),
  });
  return attempt(call as Promise<Output>, Object.fromEntries(shown)).catch(refused);
}

const suffixOf = (record = "") => (record === "" ? "" : `-${record}`);

/** Calls the operation of the pressed button. Redirects, or shows the form again with its errors or its preview. */
export async function press(
  visit: SignedInVisit,
  form: Form,
  acts: Acts,
  render: (visit: SignedInVisit, sent: Sent) => Promise<Response>,
): Promise<Response> {
  const [name = "", step] = form.text("do").split(".");
  const act = lookup(acts, name);
  if (!act) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
  const { operation, fields = {} } = act;
  const record = act.record ? form.text(act.record) : "";
  const input = new Map<string, unknown>(Object.entries({ ...act.input, ...(act.record && { [act.record]: record }) }));
  for (const [path, field] of Object.entries(fields)) {
    const [group, key] = pathOf(path);
    const value = await sentValue(schemaOf(operation.input, path), path, field, form);
    if (value !== undefined) input.set(group, key === "" ? value : { ...(input.get(group) as object), [key]: value });
  }
  const isDryRun = act.hasPreview === true && step !== "confirm";
  const call = visit.call(
    operation as AnyOperation,
    Object.fromEntries(input),
    isDryRun ? { isDryRun } : onceKey(form),
  );
  const { output, errors, refusal } = await outcomeOf<object>(call, fields, suffixOf(record));
  if (output && !isDryRun) {
    act.onDone?.(visit, output);
    return answerRedirect(visit, act.next ? `${act.next}?done=${name}` : hereWith(visit, { done: name }));
  }
  const [path, file] = Object.entries(fields).find(([, { accept }]) => accept) ?? [];
  const again = errors && path && withFileAgain(errors, path, await form.file(path), file!.label.toLowerCase());
  return render(visit, { name, record, form, errors: again || errors, refusal, preview: output });
}

export const noticesOf = (acts: Acts): Record<string, string> =>
  Object.fromEntries(Object.entries(acts).map(([name, { done }]) => [name, done]));

/** The control of a field. What was typed replaces the known value. */
export function control(
  input: z.ZodObject,
  name: string,
  { label, hint, rows, options, isMultiple, accept, tick, type, keyboard, suggestions }: FormField,
  { suffix = "", known, form, errors = {} }: { suffix?: string; known?: unknown; form?: Form; errors?: FieldErrors },
): Html {
  const id = name + suffix;
  const typed = form?.all(name)[0];
  const value = typed ?? (Array.isArray(known) ? known.join(rows ? "\n" : ", ") : String(known ?? ""));
  const field = { id, name, label, hint, value, error: lookup(errors, id) };
  const maxlength = maxLengthOf(schemaOf(input, name));
  if (tick) return choices({ ...field, type: "checkbox", options: [{ value: "yes", label: tick }], chosen: [value] });
  const offered = Object.entries(options ?? {}).map(([value, label]) => ({ value, label }));
  if (isMultiple)
    return choices({
      ...field,
      type: "checkbox",
      options: offered,
      chosen: form ? form.all(name) : ((known ?? []) as string[]),
    });
  if (options) return selectField({ ...field, options: offered });
  if (rows) return textArea({ ...field, rows, maxlength: maxlength ?? 2000 });
  if (!accept) return textField({ ...field, type, keyboard, suggestions, maxlength });
  return html`${fileField({ ...field, accept })}${value !== "" && html`<div class="choice"><input id="${id}-removed" type="checkbox" name="${name}_removed" value="yes"><label for="${id}-removed">Remove the ${label.toLowerCase()}</label></div>`}`;
}

interface About {
  /** The known values by field. */
  values?: Record<string, unknown>;
  record?: string;
  /** Name of the record, for screen readers. */
  of?: string;
  /** The fields, if they depend on the record. */
  fields?: FormFields;
  sent?: Sent;
  isUnfolded?: true;
  isOpen?: boolean;
  /** True if `buttons` contains a field for a file. */
  hasFile?: true;
  /** Content before and after the button. */
  more?: HtmlValue;
  buttons?: HtmlValue;
}

/** The form of an act, which the user unfolds. It is open after an error. */
export function actForm(visit: SignedInVisit, acts: Acts, name: string, about: About = {}): Html {
  const { operation, label, button = label, note, isDangerous, hasPreview, ...act } = lookup(acts, name)!;
  const { values = {}, record, of = "", fields = act.fields ?? {}, sent, more, buttons } = about;
  const mine = sent?.name === name && sent.record === (record ?? "") ? sent : undefined;
  const content = html`${onceToken()}${act.record && hiddenField(act.record, record!)}${note && html`<p>${note}</p>`}
${Object.entries(fields).map(([path, field]) => control(operation.input, path, field, { ...mine, suffix: suffixOf(record), known: lookup(values, path) }))}${more}
<div class="actions"><button class="${isDangerous && !hasPreview ? "danger" : "primary"}" name="do" value="${name}" aria-label="${hasPreview ? "Preview" : button}: ${of || label}">${hasPreview ? "Preview" : button}</button>${buttons}</div>`;
  if (isDangerous && Object.keys(fields).length === 0)
    return confirmedForm(visit, hereWith(visit), { label, of }, content);
  // Only pages that take files accept such a form.
  const multipart = about.hasFile || Object.values(fields).some(({ accept }) => accept);
  const form = pageForm(visit, hereWith(visit), content, { multipart });
  if (about.isUnfolded) return form;
  const summary = html`${label}${of && html` <span class="hidden">${of}</span>`}`;
  return foldedPart(summary, about.isOpen || (mine !== undefined && !mine.preview), form);
}

/** The effects of a dry run, with the button that makes the change. */
export function actPreview(visit: SignedInVisit, acts: Acts, { name, form }: Sent, effects: HtmlValue): Html {
  const { label, isDangerous, fields = {} } = lookup(acts, name)!;
  return html`<section class="aside" aria-labelledby="preview"><h2 id="preview">${label}?</h2>
${effects}
${pageForm(
  visit,
  hereWith(visit),
  html`${onceToken()}${Object.keys(fields).map((path) => hiddenField(path, form.raw(path)))}
<div class="actions"><button class="${isDangerous ? "danger" : "primary"}" name="do" value="${name}.confirm">${label}</button>
<a href="${hereWith(visit)}">Cancel</a></div>`,
)}</section>`;
}
