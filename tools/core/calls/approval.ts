import { decideProposal, type Proposal, proposalOfCall, spentThrough, toldMs } from "#db/queries/accounts/proposals.ts";
import type { Entry } from "#db/queries/common/changes.ts";
import type { Mandate } from "#db/schema/columns.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { type NextAction, Problem } from "../errors/errors.ts";
import { type AccountActor, isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation, WritingOperation } from "../operations/define.ts";
import { decimalText } from "../text/currency.ts";
import { type Commit, carriedBy, commit, trial } from "./commit.ts";
import { hashOf, keyArgument } from "./idempotency.ts";
import { consequenceOf, monthStart, whyAsked } from "./mandate.ts";
import proposeCall from "./propose-call.ts";

type Facts = Record<string, unknown>;

/** A call as it was sent: what is proposed of it, and by what its repeat is known. */
export interface SentCall {
  input: Facts;
  key?: string;
}

/** Longer inputs are not said again in an answer: who sent them has them. */
const longestRepeated = 1000;

interface Bound {
  mandate: Mandate;
  credential: NonNullable<AccountActor["credential"]>;
}

/** What bounds a call: an app's or key's mandate, for what a person may want to be asked about. */
function boundOf(operation: AnyOperation, { actor }: Pick<CallContext, "actor">): Bound | null {
  if (!isAccount(actor) || !actor.mandate || !actor.credential || consequenceOf(operation) === null) return null;
  return { mandate: actor.mandate, credential: actor.credential };
}

/** Why a call would wait for the person, as far as that is known without making it. */
export async function wouldAsk(operation: AnyOperation, context: CallContext, input: Facts): Promise<string | null> {
  const bound = boundOf(operation, context);
  return bound && whyAsked(operation, context, input, bound.mandate);
}

/**
 * The one rule of what an app or key may do in a person's name: within its mandate a call is made, beyond it the call
 * is tried, kept as a proposal and answered with the link where the person decides (403 `approval_required`). A repeat
 * of the call is answered with how the proposal stands, and once it is approved with what the call came to.
 */
export function commitOf(operation: AnyOperation, { actor }: CallContext, sent: SentCall): Commit {
  if (isAccount(actor) && actor.approval) return approvedCommit(actor.approval);
  const bound = boundOf(operation, { actor });
  if (!bound) return commit;
  const { mandate, credential } = bound;
  return async (operation, context, input, write, keep) => {
    const mark = {
      ...{ credentialKind: credential.kind, credentialId: credential.id, operation: operation.name },
      inputHash: hashOf([context.site.id, input, sent.key ?? null]),
    };
    const known = await proposalOfCall(context.read, mark);
    const decided = known && outcomeOf(operation, known, context);
    if (decided) return decided;
    const propose = (why: string) => proposeInstead(operation, context, { input, sent, mark, why, credential }, write);
    const why = await whyAsked(operation, context, input, mandate);
    if (why !== null) return propose(why);
    try {
      return await commit(operation, context, input, write, async (tx, output, entries) => {
        if (consequenceOf(operation) === "spend") await requireWithin(tx, context, mandate.monthly);
        // What waited is done, so that nobody approves it a second time.
        if (known) await decideProposal(tx, known.id, answered(output), context.now);
        await keep?.(tx, output, entries);
      });
    } catch (error) {
      if (error instanceof OverLimit) return propose(error.message);
      throw error;
    }
  };
}

/** What came of a proposal that was decided within the last day; null where it waits, or has to be made anew. */
function outcomeOf(
  operation: AnyOperation,
  { id, decision, decidedAt, answer }: Proposal,
  { now, urls }: CallContext,
): Facts | null {
  if (decision === null || decidedAt! <= new Date(now.getTime() - toldMs).toISOString()) return null;
  if (decision === "approved") return answer === null ? null : (JSON.parse(answer) as Facts);
  throw new Problem(
    "approval_refused",
    `The person refused this ${operation.name} on ${decidedAt!}. Ask them what they want instead; another input or ${keyArgument} would be a new proposal.`,
    { nextActions: [{ why: "See what was refused.", who: "human", url: approvalUrl(urls, id) }] },
  );
}

const keeping = proposeCall as AnyOperation as WritingOperation;

const approvalUrl = ({ base }: CallContext["urls"], id: number) => `${base}/account/approvals/${id}`;

class OverLimit extends Error {}

/** Throws OverLimit where the orders of the month, the one just made among them, come to more than may be. */
async function requireWithin(tx: Tx, { actor, now }: CallContext, monthly: Mandate["monthly"]): Promise<void> {
  if (monthly === null) return;
  const { accountId, via } = actor as AccountActor;
  const { currency, amount: most } = monthly;
  const { amount, others } = await spentThrough(tx, { accountId, via, since: monthStart(now), currency });
  if (amount > most || others > 0)
    throw new OverLimit(
      `With it the orders of this month would come to more than the ${decimalText(most, currency)} ${currency} it may make without asking.`,
    );
}

interface Proposed {
  input: Facts;
  sent: SentCall;
  mark: { operation: string; inputHash: string };
  why: string;
  credential: Bound["credential"];
}

/** Tries the call, which may be refused like any other, and keeps it for the person. What changes nothing needs nobody. */
async function proposeInstead(
  operation: WritingOperation,
  context: CallContext,
  { input, sent, mark, why, credential }: Proposed,
  write: Store["write"],
): Promise<Facts> {
  const { output, entries, carried } = await trial(operation, context, input, write);
  if (entries.length === 0) return output;
  const { before = {} } = entries[0]!;
  const after = { ...entries[0]!.after, ...carried };
  const { operation: name, inputHash: input_hash } = mark;
  const proposal = { credential, operation: name, input: sent.input, input_hash, reason: why, before, after };
  const { id, expires_at } = await commit(keeping, context, proposal, write);
  throw waits(operation, context, sent, { id: id as number, until: expires_at as string, why });
}

function waits(
  { name }: AnyOperation,
  { urls }: CallContext,
  { input, key }: SentCall,
  { id, until, why }: { id: number; until: string; why: string },
): Problem {
  const given = { ...input, ...(key !== undefined && { [keyArgument]: key }) };
  const isShort = JSON.stringify(given).length <= longestRepeated;
  const nextActions: NextAction[] = [
    {
      why: `See what would be done, and approve or refuse it until ${until}. Once approved it is done at once.`,
      who: "human",
      url: approvalUrl(urls, id),
    },
    {
      tool: name,
      ...(isShort && { arguments: given }),
      why: `Repeat this call unchanged${isShort ? "" : ", with the same arguments,"} when the person has decided: it answers what came of it.`,
      who: "agent",
    },
  ];
  return new Problem("approval_required", `${why} Nothing is done yet: it waits for the person as proposal ${id}.`, {
    nextActions,
    retryAfter: 30,
  });
}

/** What a person saw of a proposal: another mark means that what it would change, or what it carries, has changed since. */
export const markOfSeen = (entries: readonly Pick<Entry, "before">[], carried: Facts): string =>
  hashOf([entries[0]?.before ?? {}, carried]);

/** Makes an approved call, decides its proposal and keeps its answer for whoever proposed it, in one transaction. */
const approvedCommit =
  ({ proposal, seen }: NonNullable<AccountActor["approval"]>): Commit =>
  (operation, context, input, write, keep) =>
    commit(operation, context, input, write, async (tx, output, entries) => {
      if (!(await decideProposal(tx, proposal, answered(output), context.now)))
        throw new Problem("state_conflict", "This is decided already, or its time is up.");
      if (markOfSeen(entries, await carriedBy(operation, { ...context, read: tx }, input)) !== seen)
        throw new Problem(
          "version_conflict",
          "What this call would do has changed since you looked at it. Nothing was done: check what it would do now, and decide again.",
        );
      await keep?.(tx, output, entries);
    });

const answered = (output: Facts) => ({ decision: "approved", answer: JSON.stringify(output) }) as const;
