import type * as z from "zod";
import type { Scope } from "#auth/scopes.ts";
import type { AuditEntry, Subject } from "#db/queries/common/audit-log.ts";
import type { ApprovalCategory, InsightCounter } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import type { ProblemCode } from "../errors/errors.ts";
import type { Quota } from "../errors/rate-limit-state.ts";
import type { ActorKind } from "./actor.ts";
import type { AppName } from "./app-names.ts";
import type { CommandOf } from "./command.ts";
import type { CallContext } from "./context.ts";
import type { TaskOf } from "./task.ts";

export type Effect = "read" | "write" | "delete" | "spend";

/**
 * Runs in one transaction with its audit log entry. It may await only the database. Calls `record` once if it changed
 * something.
 */
export type Change<Output> = (tx: Tx, record: (entry: AuditEntry) => void) => Promise<Output>;

type Running<Input, Output> =
  | {
      effect: "read";
      run(context: CallContext, input: Input): Promise<Output>;
      /**
       * True if the server stores responses and reuses them until the next change. The output must depend only on the
       * input, the site, the database and the day in UTC.
       */
      isStored?: true;
    }
  | { effect: Exclude<Effect, "read">; run(context: CallContext, input: Input): Promise<Change<Output>> };

interface OperationFacts<Input extends z.ZodObject, Output extends z.ZodObject> {
  /**
   * The name is also the action in the audit log. `db/schema/action-names.ts` lists the names of writing operations.
   */
  name: string;
  /** Scopes that an app or key needs. Empty for public operations and those not meant for apps and keys. */
  scopes: readonly Scope[];
  /**
   * The actors that may call the operation. The default is everyone if there are no scopes, otherwise persons, apps and
   * keys.
   */
  actors?: readonly ActorKind[];
  input: Input;
  output: Output;
  /** The category for which the person may require approval. Derived from `effect` if absent. */
  approvalCategory?: ApprovalCategory;
  /** True if apps and keys always need approval for the call, whatever their policy says. */
  isAlwaysApproved?: true;
  /** Fields of which each call must contain exactly one. A REST path contains one of them, and its body none. */
  exactlyOne?: readonly (keyof Input["shape"] & string)[];
  /** Ids of the listings that a call is about, if they are not in its `listing_id`. */
  listings?(context: CallContext, input: z.output<Input>): Promise<readonly number[]>;
  /** Content published or sent in addition to the input. The person approves exactly this content. */
  approvalContent?(context: CallContext, input: z.output<Input>): Promise<Record<string, unknown>>;
  /**
   * For a decision that can be undone for ten minutes: returns the listing whose rows it changes. Its emails wait until
   * then.
   */
  undoListing?(context: CallContext, input: z.output<Input>): Promise<number | null>;
  /**
   * True if the operation only changes the person's own apps, keys or webhooks, which no public page shows. Responses are
   * stored encrypted, because they may contain a secret.
   */
  isOwnAccess?: true;
  /** Output fields that only a real run creates, such as ids and links (`a.b` is field b of a). A dry run returns null. */
  madeByRun?: readonly string[];
  /** One sentence for each step that a dry run of this input leaves out. */
  notTried?(input: z.output<Input>): string[];
  /** The quota per account, in addition to the general limit, for operations that cause requests to other servers. */
  quota?: Quota;
  /** The quota per IP address, for all accounts together, because one person may have many accounts. */
  addressQuota?: Quota;
  /**
   * Waits at most `patienceMs` for the queued work. A repeated call with the same `Idempotency-Key` gets the same
   * output.
   */
  awaitWork?(context: CallContext, output: z.input<Output>, patienceMs: number): Promise<z.input<Output>>;
  /**
   * The counter of the listings in the output: its `items`, or the output itself. Each call by a visitor counts
   * (docs/insights.md).
   */
  counts?: InsightCounter;
  /** The command for operators, if `admin` may call it. */
  command?: CommandOf<z.input<Input>, z.input<Output>>;
  /** The date since which something that this input uses has been deprecated, or null. */
  deprecatedSince?(input: z.output<Input>): Date | null;
}

export type Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = OperationFacts<Input, Output> & Running<z.output<Input>, z.input<Output>>;

export interface WrittenForm {
  description: string;
  pattern: RegExp;
}

export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path under `/api/v1`. `{name}` segments are fields of the input. */
  path: string;
  /** Other paths of the same operation. */
  also?: readonly { path: string; location?: string }[];
  /** Lists of objects that are texts in a query, each a parameter of its own, because a text may contain commas. */
  texts?: Record<string, WrittenForm>;
} & Success;

/** The status is 200 by default. `{name}` segments of `location` are fields of the output or of the path. */
type Success = { status?: undefined; location?: undefined } | { status: 201 | 202; location: string };

/** A shorter result, to save tokens. Fields with the same name have the same type and value. */
interface CompactResult<Output extends z.ZodObject, Short extends z.ZodObject> {
  output: Short;
  from(output: z.input<Output>): z.input<Short>;
}

/** The bindings of an operation that assistants and scripts may call. */
interface Bindings<Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject> {
  title: string;
  description: string;
  /** A further sentence of the description in OpenAPI, for programmers. */
  restDescription?: string;
  family: string;
  rest: RestRoute;
  /** Problems in addition to those that every operation can return. */
  errors: readonly ProblemCode[];
  /** Inputs shown in documents. Each must work on the demo directory. */
  examples: readonly z.input<Input>[];
  /** Whether repeating the same call changes nothing more. */
  isIdempotent?: boolean;
  /** A sentence that explains why the tool is open-world: whom it contacts or which public content it changes. */
  openWorld?: string;
  /** A sentence that explains why the tool is destructive: which content it can replace or remove. */
  destructive?: string;
  /** The number up to which the total of a list is exact. */
  countsUpTo?: number;
  /** The path of the page where a person can do the same. `{name}` segments are fields of the input. */
  page?: string;
  /** The MCP app that shows the output. It uses only the structured content. */
  app?: AppName;
  /** How clients that support tasks follow the queued work. */
  task?: TaskOf<z.input<Output>>;
  /** Returns the audit log subject of a private record, so that clients can subscribe to it. */
  watch?(output: z.input<Output>): Subject;
  /** How long responses may be cached, in seconds. */
  maxAge?: number;
  /** The structured content for MCP, if it is shorter than the output. */
  brief?: CompactResult<Output, Short>;
  /**
   * The text must contain everything needed to continue, because many hosts show models nothing else. Use `quoted` for
   * users' text with line breaks.
   */
  text(output: z.input<Output>): string;
}

export type Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Short extends z.ZodObject = z.ZodObject,
> = Operation<Input, Output> & Bindings<Input, Output, Short>;

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject>(
  tool: Tool<Input, Output, Short>,
): Tool<Input, Output, Short> => tool;

export const defineOperation = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output> & { actors: readonly ActorKind[] },
): Operation<Input, Output> => operation;

export type AnyTool = Tool;

/** The tool once for each of its REST paths. OpenAPI requires unique ids, so a further path adds its fields to the name. */
export const byRoute = (tool: AnyTool): (AnyTool & { operationId: string })[] => [
  { ...tool, operationId: tool.name },
  ...(tool.rest.also ?? []).map((other) => ({
    ...tool,
    rest: { ...tool.rest, ...other } as RestRoute,
    operationId: [tool.name, "by", ...pathFields(other.path)].join("_"),
  })),
];

export const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export type AnyOperation = Operation;
export type WritingOperation = Exclude<AnyOperation, { effect: "read" }>;

/** Whether calls may have an idempotency key. This holds for operations that write for an account. */
export const takesKey = ({ effect, scopes }: Pick<AnyOperation, "effect" | "scopes">): boolean =>
  effect !== "read" && scopes.length > 0;
