import { type Change, logChange, rowsWritten } from "../../db/queries/changes.ts";
import type { Db } from "../../db/store.ts";
import { isAccount } from "./actor.ts";
import type { CallContext } from "./context.ts";
import type { AnyOperation } from "./define.ts";

type Output = Record<string, unknown>;

/** Keeps an answer in the transaction of the effect it is of. */
export type Keep = (tx: Db, output: Output) => Promise<void>;

/**
 * Runs an operation, and holds one that writes to what every change promises: one transaction, in it one entry in the
 * log of changes where anything changed, and what it returned as the answer, kept with it where `keep` is given.
 * What does not hold to that is our mistake: it throws, and the transaction is rolled back.
 */
export async function runAndCommit(
  operation: AnyOperation,
  context: CallContext,
  input: Output,
  keep?: Keep,
): Promise<Output> {
  if (operation.effect === "read") return operation.run(context, input);
  const { name } = operation;
  // A sandbox is made with its first use, which changes nothing of the directory.
  const isSandbox = isAccount(context.actor) && context.actor.isTest;
  const changes: Change[] = [];
  let committed: { output: unknown } | null = null;

  const output = await operation.run(
    {
      ...context,
      record: (change) => void changes.push(change),
      async write(work) {
        if (committed) throw new Error(`${name} writes in a second transaction`);
        const result = await context.write(async (tx) => {
          const before = await rowsWritten(tx);
          const made = await work(tx);
          const hasWritten = (await rowsWritten(tx)) > before;
          if (changes.length !== Number(hasWritten) && !(isSandbox && changes.length === 0))
            throw new Error(`${name} ${hasWritten ? "wrote" : "did not write"} and recorded ${changes.length} changes`);
          for (const change of changes) await log(tx, name, context, change);
          await keep?.(tx, made as Output);
          return made;
        });
        committed = { output: result };
        return result;
      },
    },
    input,
  );
  const made = committed as { output: unknown } | null;
  if (made === null) await (keep && context.write((tx) => keep(tx, output)));
  else if (made.output !== output) throw new Error(`${name} answers other than its transaction returned`);
  return output;
}

function log(tx: Db, action: string, { actor, site, requestId, now }: CallContext, change: Change): Promise<void> {
  const via = actor.kind === "anonymous" ? "anonymous" : actor.via;
  const accountId = isAccount(actor) ? actor.accountId : null;
  return logChange(tx, { ...change, action, accountId, siteId: site.id || null, via, requestId }, now);
}
