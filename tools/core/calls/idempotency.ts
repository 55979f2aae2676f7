import { openText, sealText } from "#db/keys/sealed-text.ts";
import { type KeptAnswer, type KeyUse, keepAnswer, keptAnswer, replaceAnswer } from "#db/queries/common/idempotency.ts";
import type { Tx } from "#db/store/store.ts";
import { invalid, Problem, type ProblemCode } from "../errors/errors.ts";
import { isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation, WritingOperation } from "../operations/define.ts";
import type { CallPolicy } from "./call.ts";
import type { Commit } from "./commit.ts";

type Output = Record<string, unknown>;

export interface SentKey {
  value: unknown;
  field: string;
}

export const keyArgument = "idempotency_key";

/** The instructions describe this argument, because nearly every tool that writes has it. */
export const keySchema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" };

const keyCharacters = new RegExp(keySchema.pattern);
const isKey = (value: unknown): value is string =>
  typeof value === "string" && value.length <= keySchema.maxLength && keyCharacters.test(value);

const running = new WeakMap<CallPolicy, Map<string, string>>();

/**
 * Runs a call once per key. A repeated call gets the stored response or client error; other failures are not stored.
 * Throws 409 while the call is running and 422 for a different input (draft-ietf-httpapi-idempotency-key-header-07,
 * section 2.6).
 */
export async function runOnce(
  operation: WritingOperation,
  context: CallContext,
  input: Output,
  sent: SentKey,
  policy: CallPolicy,
  commit: Commit,
  finish: (output: Output) => Promise<Output>,
): Promise<{ output: Output; isReplayed: boolean }> {
  const { read, now } = context;
  const { write } = policy;
  const use = keyUseOf(operation, context, sent);
  const inputHash = hashOf([context.site.id, input]);
  const runs = running.get(policy) ?? new Map<string, string>();
  running.set(policy, runs);
  const run = JSON.stringify(use);

  const other = runs.get(run);
  if (other !== undefined) {
    requireSame(other, inputHash);
    throw stillRuns();
  }
  runs.set(run, inputHash);
  try {
    const known = await keptAnswer(read, use, now);
    return known ? replay(opened(known), inputHash, now) : await firstRun();
  } finally {
    runs.delete(run);
  }

  // The response of an operation on a person's own access may contain a new secret.
  function sealed(answer: Answer): string {
    const text = JSON.stringify(answer);
    return operation.isOwnAccess ? sealText(read, text, run) : text;
  }
  function opened(known: KeptAnswer): KeptAnswer {
    if (!operation.isOwnAccess) return known;
    const answer = openText(read, known.answer, run);
    // Running the call again could create a second API key.
    if (answer === null) throw new Problem("state_conflict", unreadable);
    return { ...known, answer };
  }

  async function firstRun() {
    const keep = (tx: Tx, answer: Answer) => keepAnswer(tx, use, { inputHash, answer: sealed(answer) }, now);
    const patienceMs = operation.awaitWork ? (policy.patienceMs ?? 0) : 0;
    // Until this time, other processes answer a repeated call with 409.
    const wait = patienceMs > 0 && { waitsUntil: new Date(now.getTime() + patienceMs + finishMs).toISOString() };
    try {
      const output = await commit(operation, { ...context, hasKey: true }, input, write, async (tx, made) => {
        if (!(await keep(tx, { output: made, ...wait }))) throw new AnsweredMeanwhile();
      });
      const final = await finish(output);
      if (wait) await write((tx) => replaceAnswer(tx, use, sealed({ output: final })));
      return { output: final, isReplayed: false };
    } catch (error) {
      // Another process stored its response first. A reader may not see that response yet, so it is read in a write
      // transaction.
      if (error instanceof AnsweredMeanwhile)
        return replay(opened((await write((tx) => keptAnswer(tx, use, now)))!), inputHash, now);
      if (error instanceof Problem && lasts(error)) {
        const { code, detail, errors, nextActions } = error;
        await write((tx) => keep(tx, { problem: { code, detail, errors, nextActions } }));
      }
      throw error;
    }
  }
}

const unreadable =
  "You already sent this request, but its result can no longer be read, because an encryption key was deleted. Check whether the change was made before you try again.";

class AnsweredMeanwhile extends Error {}

const finishMs = 1000;

const stillRuns = () =>
  new Problem(
    "idempotency_in_progress",
    "The first call with this key is still running. Repeat your call in a second.",
    {
      retryAfter: 1,
    },
  );

type Answer =
  | { output: Output; waitsUntil?: string }
  | { problem: Pick<Problem, "detail" | "errors" | "nextActions"> & { code: ProblemCode } };

function replay({ inputHash, answer }: KeptAnswer, given: string, now: Date): { output: Output; isReplayed: true } {
  requireSame(inputHash, given);
  const kept = JSON.parse(answer) as Answer;
  if ("output" in kept) {
    if (kept.waitsUntil !== undefined && kept.waitsUntil > now.toISOString()) throw stillRuns();
    return { output: kept.output, isReplayed: true };
  }
  const { code, detail, ...extras } = kept.problem;
  const problem = new Problem(code, detail, extras);
  problem.isReplayed = true;
  throw problem;
}

function requireSame(first: string, given: string): void {
  if (first !== given)
    throw new Problem(
      "idempotency_mismatch",
      "This key was already used with different input. Send a new key for a new request, or repeat the first request unchanged.",
    );
}

/**
 * Whether a repeated call always gets the same problem. A person's decision on an approval request changes the problem.
 */
const lasts = ({ status, code }: Problem) => status < 500 && !passing.has(code);
const passing = new Set<ProblemCode>(["rate_limited", "approval_required", "approval_refused"]);

function keyUseOf(operation: AnyOperation, { actor }: CallContext, { value, field }: SentKey): KeyUse {
  if (!isKey(value))
    invalid(field, "invalid_format", `must consist of 1 to ${keySchema.maxLength} printable ASCII characters`, {
      fix: "Send a unique value, such as a UUID.",
    });
  if (!isAccount(actor)) throw new Error(`${operation.name} takes an idempotency key, so it must declare scopes`);
  return { accountId: actor.accountId, isTest: actor.isTest, operation: operation.name, key: value };
}

export const hashOf = (value: unknown): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(value, inOrder)).digest("hex");

const inOrder = (_key: string, value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
