import * as z from "zod";
import type { Position, Store } from "#db/store/store.ts";
import type { NodeToken } from "./node-token.ts";
import { type Report, reportPath, statePath } from "./state.ts";

const stateSchema = z.object({ role: z.enum(["writer", "reader"]), fence: z.int(), transactions: z.int() });

const timeoutMs = 2000;

/** Returns the state of the node at `origin`, or null if it does not respond or belongs to another directory. */
export async function stateOf(origin: string, token: NodeToken): Promise<z.output<typeof stateSchema> | null> {
  try {
    const init = { headers: token.headers(), signal: AbortSignal.timeout(timeoutMs) };
    return stateSchema.parse(await (await fetch(origin + statePath, init)).json());
  } catch {
    return null;
  }
}

/**
 * Asks the writer once for all concurrent callers. A caller never gets the result of a request that was sent before its
 * call.
 */
export function writerLink(origin: string, store: Store, token: NodeToken) {
  let running: Promise<Position | null> | undefined;
  let next: Promise<Position | null> | undefined;

  async function ask(): Promise<Position | null> {
    const state = await stateOf(origin, token);
    // A writer with an earlier fence was replaced, and its writes are lost.
    return state?.role === "writer" && state.fence >= store.position().fence ? state : null;
  }

  function start(): Promise<Position | null> {
    const position = ask().finally(() => {
      if (running === position) running = undefined;
    });
    running = position;
    return position;
  }

  return {
    /**
     * Returns the writer's position at some moment after the call, or null if the writer does not respond or was
     * replaced.
     */
    position(): Promise<Position | null> {
      if (!running) return start();
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
    async report(report: Report): Promise<void> {
      const signal = AbortSignal.timeout(timeoutMs);
      const body = JSON.stringify(report);
      const { status } = await fetch(origin + reportPath, { method: "POST", headers: token.headers(), body, signal });
      if (status !== 204) throw new Error(`the writer answered ${status}`);
    },
  };
}
