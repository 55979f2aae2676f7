import type * as z from "zod";
import type { Scope } from "../../auth/scopes.ts";
import type { ActorKind } from "./actor.ts";
import type { CallContext } from "./context.ts";
import type { ProblemCode } from "./errors.ts";

export type Effect = "read" | "write" | "delete" | "spend";

/**
 * Something that can be asked of the directory or changed in it. All go through `callTool`, whoever asks: an
 * assistant, a script, a person's form, a command, a job.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** `verb_noun`; the action in the log of changes. */
  name: string;
  effect: Effect;
  /** Scopes that an app or key needs, all of them; none for what is public or not for them. */
  scopes: readonly Scope[];
  /** Who may call it. Unless said: everyone without scopes, the account by person, app and key with them. */
  actors?: readonly ActorKind[];
  input: Input;
  output: Output;
  /**
   * Does it. What writes does so in one `context.write`, names there what it changed with `context.record`, and
   * answers what that transaction returned: so the effect, its entry in the log and the kept answer are one.
   */
  run(context: CallContext, input: z.output<Input>): Promise<z.input<Output>>;
}

export interface RestRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`; `{name}` segments are fields of the input. */
  path: string;
  /** Status of a success, 200 unless said. */
  status?: 201 | 202;
}

/** An operation that assistants and scripts may call: the MCP tool, the REST route, the OpenAPI operation and the README row all come from it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends Operation<Input, Output> {
  title: string;
  /** For a model: what it does, when to use it, what to call before or after. */
  description: string;
  /** Heading of the family in documents. */
  family: string;
  rest: RestRoute;
  /** Problems of its own, besides those every operation may answer with. */
  errors: readonly ProblemCode[];
  /** Inputs shown in documents; each must work against the demo directory. */
  examples: readonly z.input<Input>[];
  /** Whether a repeat of the same call changes nothing more, for a tool that writes. */
  isIdempotent?: boolean;
  /** Whether it makes us ask addresses that a user gave. */
  reachesOut?: boolean;
  /** Where the `total` of a list stops counting; none when it is always exact. */
  countsUpTo?: number;
  /** Seconds a public answer may be kept by caches. */
  maxAge?: number;
  /** The answer in a few lines for a reader who sees no structured content. */
  text(output: z.input<Output>): string;
}

/** An operation with a face in MCP and REST, its schemas' types kept for whoever calls it by name. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;

/** An operation that only pages, commands or jobs call. */
export const defineOperation = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output> & { actors: readonly ActorKind[] },
): Operation<Input, Output> => operation;

/** A tool whose schema types are forgotten, as the registry holds it. */
export type AnyTool = Tool;

export type AnyOperation = Operation;
