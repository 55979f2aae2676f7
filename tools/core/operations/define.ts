import type * as z from "zod";
import type { Scope } from "#auth/scopes.ts";
import type { AuditEntry, Subject } from "#db/queries/common/audit-log.ts";
import type { ApprovalCategory } from "#db/schema/vocabulary.ts";
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
 * What an operation changes: run by `callTool` in one transaction with all that belongs to the call, its entry in the
 * audit log and the answer it keeps for an `Idempotency-Key`. Only the database is awaited in it. It calls
 * `record` once where it changed something, and not where all was so already.
 */
export type Change<Output> = (tx: Tx, record: (entry: AuditEntry) => void) => Promise<Output>;

/** How an operation runs: one that reads answers, one that writes looks at what it needs and returns its change. */
type Running<Input, Output> =
  | { effect: "read"; run(context: CallContext, input: Input): Promise<Output> }
  | { effect: Exclude<Effect, "read">; run(context: CallContext, input: Input): Promise<Change<Output>> };

interface OperationFacts<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** `verb_noun`; the action in the audit log, listed in `db/schema/action-names.ts` if it writes. */
  name: string;
  /** Scopes that an app or key needs, all of them; none for what is public or not for them. */
  scopes: readonly Scope[];
  /** Who may call it. Unless said: everyone without scopes, the account by person, app and key with them. */
  actors?: readonly ActorKind[];
  input: Input;
  output: Output;
  /** What it is that a person may want to be asked about first; of what deletes or spends that is known. */
  approvalCategory?: ApprovalCategory;
  /** Ids of the listings that an input is about, where they are not its `listing_id`. */
  listings?(context: CallContext, input: z.output<Input>): Promise<readonly number[]>;
  /** What goes out with it besides its input, such as a draft's texts: a person who is asked first sees it, and approves no other. It is read after the change. */
  approvalContent?(context: CallContext, input: z.output<Input>): Promise<Record<string, unknown>>;
  /** Whether it is about nothing but what apps and keys of the person may do, which no public page shows. */
  isOwnAccess?: true;
  /** What a dry run (`dry_run`) of this input leaves out, such as asking somebody outside; a sentence each. */
  notTried?(input: z.output<Input>): string[];
  /** Calls it takes of one account besides those of its kind, because each makes us ask others. */
  quota?: Quota;
  /** Calls it takes from one address, whichever accounts they are for, because one person may have many. */
  addressQuota?: Quota;
  /**
   * What may have come of it within a moment: waits at most `patienceMs` for the work that the change asked for, and
   * answers how things stand then. A repeat with the same `Idempotency-Key` gets that response too.
   */
  awaitWork?(context: CallContext, output: z.input<Output>, patienceMs: number): Promise<z.input<Output>>;
  /** How an operator calls it at the command line, for one that `admin` may call. */
  command?: CommandOf<z.input<Input>, z.input<Output>>;
  /** Since when something that this input uses is deprecated; null where it uses nothing that is. */
  deprecatedSince?(input: z.output<Input>): Date | null;
}

/**
 * Something that can be asked of the directory or changed in it. All go through `callTool`, whoever asks: an
 * assistant, a script, a person's form, a command, a job.
 */
export type Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = OperationFacts<Input, Output> & Running<z.output<Input>, z.input<Output>>;

export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`; `{name}` segments are fields of the input. */
  path: string;
} & Success;

/** Status of a success, 200 unless said. What is made, or going to be, has a path whose `{name}` are fields of the output. */
type Success = { status?: undefined; location?: undefined } | { status: 201 | 202; location: string };

/**
 * A shorter form of an answer: models pay by the token, and take the rest from the tool that shows one record whole. A
 * field that has the name of one of the whole has its type and value too.
 */
interface CompactResult<Output extends z.ZodObject, Short extends z.ZodObject> {
  output: Short;
  from(output: z.input<Output>): z.input<Short>;
}

/** The bindings of an operation that assistants and scripts may call: MCP tool, REST route, OpenAPI operation, row in docs/operations.md. */
interface Bindings<Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject> {
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
  /** What makes it open-world, in a sentence: whom it asks or writes to, or what it changes that the public sees. */
  openWorld?: string;
  /** What makes it destructive, in a sentence: what it does that no call takes back. One that deletes says what. */
  destructive?: string;
  /** Where the `total` of a list stops counting; none when it is always exact. */
  countsUpTo?: number;
  /** Where a person does or reads the same, below the address of the site; `{name}` are fields of the input. */
  page?: string;
  /** What shows its answer to a person in clients that have MCP Apps; it lives on the structured content alone. */
  app?: AppName;
  /** How clients that have tasks follow the work that an answer leaves to be waited for. */
  task?: TaskOf<z.input<Output>>;
  /** Of a tool that reads one's own record: under which subject the audit log has it, so that clients may subscribe to it. */
  watch?(output: z.input<Output>): Subject;
  /** Seconds a public answer may be kept by caches. */
  maxAge?: number;
  /** What MCP sends as structured content in place of the whole answer, which REST sends. */
  brief?: CompactResult<Output, Short>;
  /**
   * The answer as `lines`. It says all that a reader needs to go on, as many hosts show the model nothing else; text
   * from outside that has lines of its own goes through `quoted`.
   */
  text(output: z.input<Output>): string;
}

export type Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Short extends z.ZodObject = z.ZodObject,
> = Operation<Input, Output> & Bindings<Input, Output, Short>;

/** An operation with bindings for MCP and REST, the types of its schemas kept for whoever calls it by name. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject, Short extends z.ZodObject>(
  tool: Tool<Input, Output, Short>,
): Tool<Input, Output, Short> => tool;

/** An operation that only pages, commands or jobs call. */
export const defineOperation = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output> & { actors: readonly ActorKind[] },
): Operation<Input, Output> => operation;

/** A tool whose schema types are forgotten, as the registry holds it. */
export type AnyTool = Tool;
export type AnyOperation = Operation;
export type WritingOperation = Exclude<AnyOperation, { effect: "read" }>;

/** Whether calls of an operation may bring a key: all that write do, and a key is one account's. */
export const takesKey = ({ effect, scopes }: Pick<AnyOperation, "effect" | "scopes">): boolean =>
  effect !== "read" && scopes.length > 0;
