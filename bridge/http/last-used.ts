import type { Logger } from "pino";
import { type CredentialKind, saveLastUsed } from "../../db/queries/last-used.ts";
import type { Store } from "../../db/store.ts";

export interface LastUsed {
  /** Notes a use; costs the request nothing but a map entry. */
  touch(kind: CredentialKind, id: number): void;
  /** Writes down what was noted since the last time. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 60_000;

/** Remembers when tokens, keys and sessions were last used, and writes it at most once a minute. */
export function trackLastUsed(store: Store, log: Logger, now: () => Date): LastUsed {
  let noted = new Map<string, { kind: CredentialKind; id: number; at: string }>();

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const entries = [...noted.values()];
    noted = new Map();
    await store
      .write(async (tx) => {
        for (const { kind, id, at } of entries) await saveLastUsed(tx, kind, id, at);
      })
      .catch((error: unknown) => log.warn({ err: error }, "last uses could not be written"));
  }

  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    touch: (kind, id) => void noted.set(`${kind}:${id}`, { kind, id, at: now().toISOString() }),
    flush,
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}
