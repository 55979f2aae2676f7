import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { takesDryRun } from "#tools/core/calls/dry-run.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { CommandOf } from "#tools/core/operations/command.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { operations } from "#tools/registry.ts";
import { type Admin, AdminError, chosenSite, commaList, faultText, nounOf, siteOption } from "./command.ts";
import { fieldTable, table } from "./table.ts";

type Binding = CommandOf<Record<string, unknown>, Record<string, unknown>>;

interface InputSchema {
  type?: string | string[];
  enum?: string[];
  description?: string;
  default?: unknown;
  properties?: Record<string, InputSchema>;
  required?: string[];
  items?: InputSchema;
  anyOf?: InputSchema[];
}

type CommandInput = ReturnType<typeof inputsOf>[number];

const standardNames: Record<string, string> = { per_page: "limit" };
const standardTexts: Record<string, string> = { page: "page number, starting at 1", per_page: "items per page" };
const standardDefaults: Record<string, unknown> = { per_page: 50 };

export function addGenerated(program: Command, admin: Admin): void {
  for (const operation of operations)
    if (operation.command) addCommand(program, admin, operation, operation.command as Binding);
}

function addCommand(program: Command, admin: Admin, operation: AnyOperation, binding: Binding): void {
  const [noun = "", verb = "", ...names] = binding.name.split(" ");
  const command = nounOf(program, noun).command(verb).description(binding.description);
  const inputs = inputsOf(operation, binding);
  const positions = names.map((name) => name.slice(1, -1));
  for (const name of positions) command.addArgument(argumentOf(inputs, name, binding));
  if (binding.site === "option") command.option(...siteOption);
  // An argument replaces the other fields of which a call must contain exactly one.
  const isReplaced = (field: string) =>
    operation.exactlyOne?.includes(field) && operation.exactlyOne.some((other) => positions.includes(other));
  const options = inputs.filter(({ name, field }) => !positions.includes(name) && !isReplaced(field));
  if (takesDryRun(operation)) command.option("--dry-run", "show the result, but change nothing");
  for (const input of options) for (const option of optionsOf(operation, input)) command.addOption(option);
  command.action(
    admin.withStore<{ site?: string; dryRun?: true }>(async (session, { site: key, dryRun: isDryRun }, ...values) => {
      const given: Record<string, unknown> = command.opts();
      const fields = inputOf(inputs.map((input) => [input.field, inputValue(input, positions, values, given)]));
      const siteKey = binding.site === "argument" ? values[positions.indexOf("key")] : key;
      const site = binding.site && (await chosenSite(session, siteKey));
      let output: Record<string, unknown> = {};
      // Each call is a transaction of its own. If the command is interrupted, the next one continues.
      do {
        const step = await session
          .call(operation, { ...fields, ...stepFrom(output) }, site, { isDryRun })
          .catch((error) => {
            throw withNames(error, inputs, positions);
          });
        output = { ...step, ...joined(output, step) };
      } while (typeof output.next === "number");
      if (binding.columns) {
        const items = output.items as object[];
        return { data: items, text: table(items, binding.columns as never[]) };
      }
      const text = isDryRun ? JSON.stringify(output, null, 2) : (binding.done?.(output, fields) ?? fieldTable(output));
      return { data: output, text };
    }),
  );
}

/** An operation that works in steps returns `next`, which the next call gets as `after`. */
const stepField = "after";
const stepFrom = ({ next }: { next?: unknown }) => (typeof next === "number" ? { [stepField]: next } : {});

/** Returns the lists of all steps so far. */
const joined = (before: Record<string, unknown>, step: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, list]) =>
      Array.isArray(list) ? [[name, [...list, ...(lookup(step, name) as unknown[])]]] : [],
    ),
  );

function inputsOf({ input, output }: AnyOperation, { options = {} }: Binding) {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as InputSchema;
  return fieldsIn(schema)
    .filter(({ field }) => field !== stepField || !("next" in output.shape))
    .map(({ field, ...rest }) => {
      const [last = ""] = field.split(".").slice(-1);
      const name = lookup<string | undefined>(options, field) ?? lookup(standardNames, field) ?? last;
      return { field, name: name.replaceAll("_", "-"), ...rest };
    });
}

/** Returns the fields of an input. The fields of an object in it get names such as `fields.summary`. */
function fieldsIn({ properties = {}, required = [] }: InputSchema, prefix = ""): InputField[] {
  return Object.entries(properties).flatMap(([name, { anyOf = [], ...given }]) => {
    const schema = { ...anyOf[0], type: anyOf.flatMap(({ type }) => typesOf(type)), ...given };
    if (schema.properties && prefix === "") return fieldsIn(schema, `${name}.`).filter(isOption);
    return { field: prefix + name, schema, isRequired: required.includes(name) };
  });
}

interface InputField {
  field: string;
  schema: InputSchema;
  isRequired: boolean;
}

const optionTypes = ["string", "integer", "boolean"];
const isTextList = ({ type, items }: InputSchema) => typesOf(type).includes("array") && items?.type === "string";
const isOption = ({ schema }: InputField) =>
  isTextList(schema) || typesOf(schema.type).some((type) => optionTypes.includes(type));

function inputOf(values: readonly (readonly [field: string, value: unknown])[]): Record<string, unknown> {
  const input = new Map<string, unknown>();
  for (const [field, value] of values) {
    const [name = "", inner] = field.split(".");
    if (inner === undefined) input.set(name, value);
    else if (value !== undefined) input.set(name, { ...(input.get(name) as object), [inner]: value });
  }
  return Object.fromEntries(input);
}

function argumentOf(inputs: readonly CommandInput[], name: string, { site }: Binding): Argument {
  const input = inputs.find((one) => one.name === name);
  if (!input && site === "argument") return new Argument("<key>", "site key");
  if (!input) throw new Error(`no field of the input is called ${name}`);
  const { type, enum: choices, description = "" } = input.schema;
  const argument = new Argument(`<${name}>`, description);
  if (choices) return argument.choices(choices);
  return typesOf(type).includes("integer") ? argument.argParser(wholeNumber) : argument;
}

/** Returns the option for a field. If the field can be cleared, a second option, `--no-NAME`, sends null. */
function optionsOf(operation: AnyOperation, { field, name, schema, isRequired }: CommandInput): Option[] {
  const { enum: choices } = schema;
  if (isTextList(schema))
    return [new Option(`--${name} <a,b>`, `${schema.description ?? ""} (separated by commas)`).argParser(commaList)];
  const description = lookup(standardTexts, field) ?? schema.description ?? "";
  const types = typesOf(schema.type);
  if (types.includes("boolean")) return [new Option(`--${name}`, description)];
  const isNumber = types.includes("integer");
  if (!isNumber && !types.includes("string"))
    throw new Error(`${operation.name}: the field ${field} cannot be given on the command line`);
  const form = choices ? name : isNumber ? "number" : "text";
  const option = new Option(`--${name} <${form}>`, description).makeOptionMandatory(isRequired);
  if (choices) option.choices(choices);
  if (isNumber) option.argParser(wholeNumber);
  const preset = lookup(standardDefaults, field) ?? schema.default;
  if (preset !== undefined && preset !== null && preset !== "") option.default(preset);
  const isClearable = types.includes("null") && !isRequired && preset === undefined;
  return isClearable ? [option, new Option(`--no-${name}`, `remove the ${name}`)] : [option];
}

function inputValue(
  { name, schema, isRequired }: CommandInput,
  positions: readonly string[],
  values: readonly unknown[],
  given: Record<string, unknown>,
): unknown {
  if (positions.includes(name)) return values[positions.indexOf(name)];
  const value = lookup(given, new Option(`--${name}`).attributeName());
  if (typesOf(schema.type).includes("boolean")) return value ?? (isRequired ? false : undefined);
  return value === false ? null : value;
}

/** Replaces field names in an input error with the names that the operator typed. */
function withNames(error: unknown, inputs: readonly CommandInput[], positions: readonly string[]): unknown {
  if (!(error instanceof Problem) || error.errors.length === 0) return error;
  const nameOf = (path: string) => {
    const input = inputs.find(({ field }) => path === field || path.startsWith(`${field}.`));
    if (!input) return path;
    return `${positions.includes(input.name) ? "" : "--"}${input.name}${path.slice(input.field.length)}`;
  };
  return new AdminError(faultText(error.errors.map((fault) => ({ ...fault, field: nameOf(fault.field) }))));
}

const typesOf = (type: InputSchema["type"] = []): string[] => [type].flat();

function wholeNumber(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}
