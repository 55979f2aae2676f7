import type * as z from "zod";
import { type AccountScope, allScopes } from "#auth/scopes.ts";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { RuleViolation } from "#db/queries/common/rule-violation.ts";
import type { Store } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { traced } from "#db/values/spans.ts";
import { invalid, Problem } from "../errors/errors.ts";
import type { RateLimitState } from "../errors/rate-limit-state.ts";
import { parseInput } from "../input/input.ts";
import { type ActorKind, accountKinds, isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import { type AnyOperation, type AnyTool, type Operation, takesKey } from "../operations/define.ts";
import type { RateLimiter } from "../operations/rate-limit.ts";
import { countedListings } from "../operations/serialized-output.ts";
import { isTeamTool } from "../operations/team-tool.ts";
import { commitOf } from "./approval.ts";
import { approvalReason } from "./approval-policy.ts";
import { dryRun } from "./commit.ts";
import { withoutNewValues } from "./dry-run.ts";
import { runOnce, type SentKey } from "./idempotency.ts";
import { storedResponse } from "./stored-response.ts";

export interface CallPolicy {
  limiter: RateLimiter | null;
  /**
   * `always` (in tests) checks every output against its schema; `sampled` checks one in `sampleEvery` and only logs
   * errors.
   */
  checkOutput: "always" | "sampled";
  write: Store["write"];
  afterWrite?(): void;
  /** Counts a hit of a rule against abuse, in a later transaction. */
  countHit?(ruleId: number): void;
  /** The number of milliseconds that a response may wait for queued work, if this process performs the work. */
  patienceMs?: number;
}

export interface CallOptions {
  key?: SentKey;
  isDryRun?: boolean;
  /** True if the input must have the declared types, as in a REST body. Otherwise obvious types are converted. */
  isStrict?: boolean;
}

export interface CallResult<Output = Record<string, unknown>> {
  output: Output;
  rateLimit: RateLimitState | null;
  isReplayed: boolean;
  deprecatedSince: Date | null;
  tried?: readonly AuditEntry[];
  approvalContent?: Record<string, unknown>;
}

const sampleEvery = 512;
let calls = 0;

/**
 * Calls an operation for any transport and actor. Checks access and the rate limit before reading the input. Throws a
 * Problem for everything that the caller can fix.
 */
export async function callTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  context: CallContext,
  readInput: () => unknown,
  policy: CallPolicy,
  options: CallOptions = {},
): Promise<CallResult<z.input<Output>>> {
  requireAccess(operation, context);
  const rateLimit = policy.limiter ? await policy.limiter.take(operation, context) : null;
  try {
    const sent = await readInput();
    const { isStrict, isDryRun } = options;
    const input = parseInput(operation.input, sent, { isEmptyAbsent: isEmptyAbsent(operation), isStrict });
    requireExactlyOne(operation, input);
    const { output, overLimit, ...result } = await traced(`operation ${operation.name}`, () =>
      run(operation, context, { sent, input }, policy, options),
    );
    if (policy.checkOutput === "always" || ++calls % sampleEvery === 0) checkOutput(operation, output, context, policy);
    if (operation.counts && context.count)
      context.count(operation.counts, countedListings(output), context.now, queryOf(input));
    return {
      output: isDryRun
        ? await dryRunAnswer(operation, context, input, { output, overLimit, tried: result.tried ?? [] })
        : (output as z.input<Output>),
      rateLimit,
      deprecatedSince: operation.deprecatedSince?.(input) ?? null,
      ...result,
    };
  } catch (error) {
    if (error instanceof Problem && rateLimit) error.rateLimit = rateLimit;
    if (error instanceof Problem && error.ruleId !== undefined) policy.countHit?.(error.ruleId);
    throw error instanceof RuleViolation ? new Problem("conflict", error.message) : error;
  }
}

/** The words of a search, on the first page of its results. */
const queryOf = ({ q, page, cursor }: { q?: unknown; page?: unknown; cursor?: unknown }): string | undefined =>
  typeof q === "string" && page === 1 && cursor === undefined ? q : undefined;

async function run(
  operation: AnyOperation,
  context: CallContext,
  { sent, input }: { sent: unknown; input: Record<string, unknown> },
  policy: CallPolicy,
  { key, isDryRun }: CallOptions,
): Promise<Pick<CallResult, "output" | "isReplayed" | "tried" | "approvalContent"> & { overLimit?: string | null }> {
  if (operation.effect === "read") {
    const respond = operation.isStored ? storedResponse(operation, context, input) : operation.run(context, input);
    return { output: await respond, isReplayed: false };
  }
  if (isDryRun) {
    const { entries, ...tried } = await dryRun(operation, context, input, policy.write);
    return { ...tried, isReplayed: false, tried: entries };
  }
  const call = { input: sent as Record<string, unknown>, ...(key && { key: String(key.value) }) };
  const commit = commitOf(operation, context, call);
  const finish = async (output: Record<string, unknown>) => {
    policy.afterWrite?.();
    const { patienceMs = 0 } = policy;
    return operation.awaitWork && patienceMs > 0 ? operation.awaitWork(context, output, patienceMs) : output;
  };
  if (key && (takesKey(operation) || operation.isOwnAccess))
    return runOnce(operation, context, input, key, policy, commit, finish);
  return { output: await finish(await commit(operation, context, input, policy.write)), isReplayed: false };
}

async function dryRunAnswer<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  context: CallContext,
  input: z.output<Input>,
  {
    output,
    overLimit,
    tried,
  }: Pick<CallResult, "output"> & { overLimit?: string | null; tried: readonly AuditEntry[] },
): Promise<z.input<Output>> {
  const why = (await approvalReason(operation, context, input)) ?? overLimit;
  const not_tried = [...(operation.notTried?.(input) ?? []), ...(why ? [`Requesting approval. ${why}`] : [])];
  // A call that would change nothing returns an existing record, whose values are valid.
  const known = tried.length > 0 ? withoutNewValues(output, operation) : output;
  return { ...known, dry_run: true, not_tried } as z.input<Output>;
}

function requireExactlyOne({ exactlyOne, input: { shape } }: AnyOperation, input: Record<string, unknown>): void {
  if (!exactlyOne) return;
  const [first, second] = exactlyOne.filter((name) => lookup(input, name) !== undefined);
  const offered = exactlyOne.filter((name) => lookup(shape, name)?.meta()?.deprecated !== true);
  const fix = `Send exactly one of ${offered.join(", ")}.`;
  if (first === undefined) invalid(exactlyOne[0]!, "required", "is missing", { fix });
  if (second !== undefined) invalid(second, "exactly_one", `must not be sent together with ${first}`, { fix });
}

// In a PATCH or a form, an empty value clears the field.
const isEmptyAbsent = ({ rest }: AnyOperation & Pick<Partial<AnyTool>, "rest">) =>
  rest !== undefined && rest.method !== "PATCH";

/**
 * Throws 401 or 403 and names the scopes to request. 401 names all scopes, so that one consent is enough. 403 names the
 * granted scopes and the missing ones, so that a new consent keeps the granted scopes.
 */
export function requireAccess(operation: AnyOperation, { actor, urls }: Pick<CallContext, "actor" | "urls">): void {
  const { name } = operation;
  if (isTeamTool(operation)) {
    requireTeam(operation, { actor, urls });
    return;
  }
  const scopes = operation.scopes as readonly AccountScope[];
  const kinds: readonly ActorKind[] | null = operation.actors ?? (scopes.length > 0 ? accountKinds : null);
  if (kinds === null) return;
  if (actor.kind === "anonymous" && !kinds.includes("anonymous"))
    throw new Problem(
      "unauthenticated",
      `${name} requires a sign-in${scopes.length > 0 ? ` with ${scopes.join(" and ")}` : ""}. The user gives access when the app asks for consent, or with an API key from ${urls.base}/account/keys.`,
      { scopes: allScopes },
    );
  if (!kinds.includes(actor.kind))
    throw new Problem("forbidden", `${name} can only be called by: ${kinds.join(", ")}.`);
  if (!isAccount(actor)) return;
  // A review account's changes would be public, so they are refused. Changes to its own apps and keys are allowed.
  if (actor.isReview && operation.effect !== "read" && !operation.isOwnAccess) throw reviewRefusal();
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length === 0) return;
  const needed = allScopes.filter((scope) => actor.scopes.includes(scope) || missing.includes(scope));
  const fix = `The user gives access when the app asks for consent to ${needed.join(", ")}, or with an API key from ${urls.base}/account/keys.`;
  throw new Problem("insufficient_scope", `${name} also requires ${missing.join(" and ")}. ${fix}`, { scopes: needed });
}

/** Throws unless the caller is an operator at the command line, or has one of the scopes by their role. */
function requireTeam(
  { name, scopes, actors = [] }: AnyOperation,
  { actor, urls }: Pick<CallContext, "actor" | "urls">,
): void {
  const needed = scopes.join(" or ");
  // The challenge never names team scopes, because no app can get them.
  if (actor.kind === "anonymous")
    throw new Problem(
      "unauthenticated",
      `${name} is for the team. It requires an API key with ${needed}, which members of the team create at ${urls.base}/account/keys.`,
      { scopes: allScopes },
    );
  const isAllowed = actors.includes(actor.kind);
  if (isAllowed && (!isAccount(actor) || scopes.some((scope) => actor.scopes.includes(scope)))) return;
  throw new Problem(
    "forbidden",
    `${name} is for the team. It requires a role with ${needed}${actor.kind === "person" ? "" : ` and an API key with that scope, which members of the team create at ${urls.base}/account/keys`}.`,
  );
}

/** Many people know the password of a review account. */
export const reviewRefusal = () =>
  new Problem(
    "forbidden",
    "A review account cannot change anything on the website. Use its apps and API keys instead: their changes stay in the sandbox.",
  );

function checkOutput(
  operation: AnyOperation & Pick<Partial<AnyTool>, "brief">,
  output: Record<string, unknown>,
  { log }: CallContext,
  policy: CallPolicy,
): void {
  const { name, brief } = operation;
  const whole = operation.output.safeParse(output);
  const error = whole.error ?? brief?.output.safeParse(brief.from(output)).error;
  if (!error) return;
  const issues = error.issues.slice(0, 3);
  if (policy.checkOutput === "always")
    throw new Error(`the output of ${name} does not match its schema: ${JSON.stringify(issues)}`);
  log.error({ tool: name, issues }, "output does not match its schema");
}
