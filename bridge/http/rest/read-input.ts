import { lookup } from "#db/values/lookup.ts";
import { dryRunArgument, takesDryRun } from "#tools/core/calls/dry-run.ts";
import { keyArgument } from "#tools/core/calls/idempotency.ts";
import { invalid, Problem } from "#tools/core/errors/errors.ts";
import { isNumeral } from "#tools/core/input/coerce-input.ts";
import type { AnyTool, WrittenForm } from "#tools/core/operations/define.ts";
import { inputJsonSchema, type JsonSchema } from "#tools/core/schema/json-schema.ts";
import { readJsonBody } from "./json-body.ts";

type PathParams = Record<string, string>;
export type InputReader = (request: Request, params: PathParams, ignored: string[]) => unknown;

export function queryNames(tool: AnyTool): string[] {
  const { rest, input } = tool;
  if (rest.method !== "GET") return takesDryRun(tool) ? [dryRunArgument] : [];
  return Object.keys(input.shape).filter((name) => !rest.path.includes(`{${name}}`));
}

export function inputReader(tool: AnyTool): InputReader {
  const properties = (inputJsonSchema(tool.input).properties ?? {}) as Record<string, JsonSchema>;
  const textOf = (name: string) => lookup(tool.rest.texts ?? {}, name);
  const kinds = new Map(Object.entries(properties).map(([name, schema]) => [name, kindOf(schema, textOf(name))]));
  const inQuery = new Map(queryNames(tool).map((name) => [name, kinds.get(name) ?? "boolean"]));
  const withPath = (input: Record<string, unknown>, params: PathParams) => {
    const entries = Object.entries(params).map(([name, value]) => [name, read(kinds.get(name) ?? "string", value)]);
    return { ...input, ...Object.fromEntries(entries) };
  };
  if (tool.rest.method !== "GET")
    return async (request, params, ignored) => {
      requireUtf8(request.url);
      if (request.url.includes("?"))
        ignored.push(...[...queryOf(request.url).keys()].filter((name) => !inQuery.has(name)));
      return withPath(await bodyBeside(request, tool, params), params);
    };
  return (request, params, ignored) => {
    requireUtf8(request.url);
    return withPath(request.url.includes("?") ? fromQuery(queryOf(request.url), inQuery, ignored) : {}, params);
  };
}

/** MCP arguments that REST reads from the URL or a header. */
const movedArguments = [
  [dryRunArgument, `Send ?${dryRunArgument}=true in the URL.`],
  [keyArgument, "Send it as the Idempotency-Key header."],
] as const;

async function bodyBeside(request: Request, tool: AnyTool, params: PathParams): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request);
  for (const name of Object.keys(params))
    if (Object.hasOwn(body, name))
      invalid(name, "in_path", "is part of the path and must not be in the body", { fix: "Remove it from the body." });
  // If these arguments were ignored, a dry run would change data, or a repeated call would run twice.
  for (const [name, fix] of movedArguments)
    if (takesDryRun(tool) && Object.hasOwn(body, name))
      invalid(name, "unknown_field", "is an MCP argument, not a field of the body", { fix });
  return body;
}

function fromQuery(query: URLSearchParams, kinds: Map<string, FieldKind>, ignored: string[]): Record<string, unknown> {
  const input = new Map<string, unknown>();
  for (const [name, value] of query) {
    const kind = kinds.get(name);
    // Unknown parameters are ignored because other sites append parameters to links.
    if (kind === undefined) ignored.push(name);
    else if (typeof kind === "object") {
      const before = [input.get(name) ?? []].flat();
      if (kind.text && !kind.text.pattern.test(value))
        invalid(`${name}.${before.length}`, "invalid_format", `must be written as ${kind.text.description}`);
      const sent = kind.text ? [value] : value.split(",");
      const items = [...before, ...sent.map((item) => read(kind.items, item))];
      input.set(name, kind.isAlsoSingle && items.length === 1 ? items[0] : items);
    } else if (input.has(name)) invalid(name, "repeated", "is sent twice", { fix: "Send it once." });
    else input.set(name, read(kind, value));
  }
  return Object.fromEntries(input);
}

/** Returns the query without parsing the URL, because the client chooses the URL's host, which may be invalid. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}

// Decoders replace invalid bytes with U+FFFD, which would silently change the request.
function requireUtf8(url: string): void {
  if (!url.includes("%")) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw new Problem("bad_request", "The URL is not percent-encoded UTF-8.");
  }
}

type ScalarKind = "number" | "boolean" | "string";
type FieldKind = ScalarKind | { items: ScalarKind; isAlsoSingle: boolean; text: WrittenForm | undefined };

function kindOf(schema: JsonSchema, text: WrittenForm | undefined): FieldKind {
  const branches = [schema, ...((schema.anyOf as JsonSchema[]) ?? [])];
  const list = branches.find(({ type }) => type === "array");
  const types = branches.flatMap(({ type }) => type ?? []).filter((type) => type !== "null");
  const itemType = (list?.items as JsonSchema | undefined)?.type;
  if (list) return { items: scalarKind(itemType), isAlsoSingle: types.length > 1, text };
  return types.length > 1 ? "string" : scalarKind(types[0]);
}

const scalarKind = (type: unknown): ScalarKind =>
  type === "integer" || type === "number" ? "number" : type === "boolean" ? type : "string";

// A value that does not fit the field's type remains text, so the schema reports the error.
function read(kind: FieldKind, value: string): unknown {
  if (kind === "number" && isNumeral(value)) return Number(value);
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
