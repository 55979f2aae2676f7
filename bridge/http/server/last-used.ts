import type { Logger } from "pino";
import * as z from "zod";
import { saveLastUsed, type UsedKind, usedKinds } from "#db/queries/common/last-used.ts";
import type { Store } from "#db/store/store.ts";

export const useSchema = z.object({
  kind: z.enum(usedKinds),
  id: z.int(),
  at: z.iso.datetime(),
  times: z.int().default(1),
});
type Use = z.output<typeof useSchema>;
export type SaveUses = (uses: readonly Use[]) => Promise<void>;

export const savingUses =
  ({ write }: Pick<Store, "write">): SaveUses =>
  (uses) =>
    write(async (tx) => {
      for (const { kind, id, at, times } of uses) await saveLastUsed(tx, kind, id, at, times);
    });

const everyMs = 60_000;

/** Notes the last use of keys and sessions and the hits of rules, and saves them for many requests at once. */
export function trackLastUsed(save: SaveUses, log: Logger, now: () => Date) {
  let noted = new Map<string, Use>();

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const entries = [...noted.values()];
    noted = new Map();
    await save(entries).catch((error: unknown) => log.warn({ err: error }, "the times of last use could not be saved"));
  }

  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    touch(kind: UsedKind, id: number): void {
      const times = (noted.get(`${kind}:${id}`)?.times ?? 0) + 1;
      noted.set(`${kind}:${id}`, { kind, id, at: now().toISOString(), times });
    },
    flush,
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}

export type LastUsed = ReturnType<typeof trackLastUsed>;
