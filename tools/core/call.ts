import { allScopes } from "../../auth/scopes.ts";
import type { Store } from "../../db/store.ts";
import type { CallContext } from "./context.ts";
import type { AnyTool } from "./define.ts";
import { Problem } from "./errors.ts";
import { runOnce, type SentKey, takesKey } from "./idempotency.ts";
import { parseInput } from "./input.ts";
import type { RateLimiter, RateLimitState } from "./rate-limit.ts";

export interface CallPolicy {
  limiter: RateLimiter | null;
  /** Check every answer against its schema (tests), or one in `sampleEvery` and only log what is wrong. */
  checkOutput: "always" | "sampled";
  /** Runs the change of a tool that writes. */
  write: Store["write"];
  /** Called after a tool has written: there may be work to do. */
  afterWrite?(): void;
}

export interface CallResult {
  output: Record<string, unknown>;
  rateLimit: RateLimitState | null;
  /** Whether it is the kept answer of an earlier call with the same key. */
  isReplayed: boolean;
}

const sampleEvery = 512;
let calls = 0;

/**
 * The one way to call a tool, for every transport: scopes, rate limit, input, replay by key, run, output.
 * The input is read only after the first two, so that nobody is kept busy by callers who may not call.
 * Throws a Problem for whatever the caller can act on.
 */
export async function callTool(
  tool: AnyTool,
  context: CallContext,
  readInput: () => unknown,
  policy: CallPolicy,
  key?: SentKey,
): Promise<CallResult> {
  requireScopes(tool, context);
  const rateLimit = policy.limiter ? await policy.limiter.take(tool, context) : null;
  try {
    const input = parseInput(tool.input, await readInput(), { isEmptyAbsent: tool.rest.method !== "PATCH" });
    const { output, isReplayed } = await run(tool, context, input, policy, key);
    if (tool.effect !== "read" && !isReplayed) policy.afterWrite?.();
    if (policy.checkOutput === "always" || ++calls % sampleEvery === 0) checkOutput(tool, output, context, policy);
    return { output, rateLimit, isReplayed };
  } catch (error) {
    if (error instanceof Problem && rateLimit) error.rateLimit = rateLimit;
    throw error;
  }
}

async function run(
  tool: AnyTool,
  context: CallContext,
  input: Record<string, unknown>,
  policy: CallPolicy,
  key: SentKey | undefined,
): Promise<Omit<CallResult, "rateLimit">> {
  if (tool.effect === "read") return { output: await tool.run(context, input), isReplayed: false };
  if (key && takesKey(tool)) return runOnce(tool, context, input, key, policy);
  return { output: await policy.write(await tool.run(context, input)), isReplayed: false };
}

/**
 * Throws 401 where a sign-in is missing and 403 where it covers too little. Both name what a client should ask the
 * person for: at first every scope, so that one consent opens all tools of a piece of work and the person leaves out
 * what they like; later what it has together with what it lacks, so that consenting again takes nothing away.
 */
export function requireScopes(tool: AnyTool, { caller }: Pick<CallContext, "caller">): void {
  if (tool.scopes.length === 0) return;
  if (caller.kind === "anonymous")
    throw new Problem("unauthenticated", `${tool.name} needs a sign-in with ${tool.scopes.join(" and ")}.`, {
      scopes: allScopes,
    });
  const missing = tool.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0)
    throw new Problem("insufficient_scope", `${tool.name} also needs ${missing.join(" and ")}.`, {
      scopes: allScopes.filter((scope) => caller.scopes.includes(scope) || missing.includes(scope)),
    });
}

function checkOutput(tool: AnyTool, output: Record<string, unknown>, { log }: CallContext, policy: CallPolicy): void {
  const whole = tool.output.safeParse(output);
  const error = whole.error ?? tool.brief?.output.safeParse(tool.brief.from(output)).error;
  if (!error) return;
  const issues = error.issues.slice(0, 3);
  if (policy.checkOutput === "always")
    throw new Error(`${tool.name} answered against its own schema: ${JSON.stringify(issues)}`);
  log.error({ tool: tool.name, issues }, "answer does not match its schema");
}
