import type * as z from "zod";
import type { Scope } from "../../auth/scopes.ts";
import type { Db } from "../../db/store.ts";
import type { CallContext } from "./context.ts";
import type { ProblemCode } from "./errors.ts";

export type Effect = "read" | "write" | "delete" | "spend";

export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`; `{name}` segments are fields of the input. */
  path: string;
} & Success;

/** Status of a success, 200 unless said. What is made, or going to be, has a path whose `{name}` are fields of the output. */
type Success = { status?: undefined; location?: undefined } | { status: 201 | 202; location: string };

/**
 * What a tool changes: run by `callTool` in one transaction with all that belongs to the call, such as the answer it
 * keeps for an `Idempotency-Key`. Only the database is awaited in it.
 */
export type Change<Output> = (tx: Db) => Promise<Output>;

/** How a tool runs: one that reads answers, one that writes looks at what it needs and returns its change. */
type Running<Input, Output> =
  | { effect: "read"; run(context: CallContext, input: Input): Promise<Output> }
  | { effect: Exclude<Effect, "read">; run(context: CallContext, input: Input): Promise<Change<Output>> };

/**
 * A shorter form of an answer: models pay by the token, and take the rest from the tool that shows one record whole. A
 * field that has the name of one of the whole has its type and value too.
 */
interface Brief<Output extends z.ZodObject, Short extends z.ZodObject> {
  output: Short;
  from(output: z.input<Output>): z.input<Short>;
}

/** One operation of Slipway. The MCP tool, the REST route, the OpenAPI operation and the README row all come from it. */
export type Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Short extends z.ZodObject = z.ZodObject,
> = Facts<Input, Output, Short> & Running<z.output<Input>, z.input<Output>>;

interface Facts<Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject> {
  /** `verb_noun`, the same in MCP and as OpenAPI `operationId`. */
  name: string;
  title: string;
  /** For a model: what it does, when to use it, what to call before or after. */
  description: string;
  /** Heading of the family in documents. */
  family: string;
  rest: RestRoute;
  /** Scopes a caller needs, all of them; none for a public tool. */
  scopes: readonly Scope[];
  /** Problems of its own, besides those every operation may answer with. */
  errors: readonly ProblemCode[];
  input: Input;
  output: Output;
  /** Inputs shown in documents; each must work against the demo directory. */
  examples: readonly z.input<Input>[];
  /** Whether a repeat of the same call changes nothing more, for a tool that writes. */
  isIdempotent?: boolean;
  /** Whether it makes us ask addresses, or write to people, that a user named. */
  reachesOut?: boolean;
  /** Where the `total` of a list stops counting; none when it is always exact. */
  countsUpTo?: number;
  /** Seconds a public answer may be kept by caches. */
  maxAge?: number;
  /** What MCP sends as structured content in place of the whole answer, which REST sends. */
  brief?: Brief<Output, Short>;
  /**
   * The answer as `lines`. It says all that a reader needs to go on, as many hosts show the model nothing else; text
   * from outside that has lines of its own goes through `quoted`.
   */
  text(output: z.input<Output>): string;
}

/** Declares a tool; infers the types of `run`, `brief` and `text` from the schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject>(
  tool: Tool<Input, Output, Short>,
): AnyTool {
  return tool as unknown as AnyTool;
}

/** A tool whose schema types are forgotten, as the registry holds it. */
export type AnyTool = Tool<z.ZodObject, z.ZodObject>;

export type WritingTool = Exclude<AnyTool, { effect: "read" }>;
