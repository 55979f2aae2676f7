import * as z from "zod";
import { changedSubjects, latestChangeId } from "#db/queries/common/audit-log.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { declaresTasks, missingTasks } from "#tools/core/mcp/tasks.ts";
import { isAccount } from "#tools/core/operations/actor.ts";
import { actorOf } from "../server/actor-of.ts";
import type { Runtime } from "../server/runtime.ts";
import { askerOf, type McpExchange } from "./exchange.ts";
import { createStream, honoured, type Looks, watchesOf } from "./stream.ts";

/** Limits per process. Times are in milliseconds. */
export interface ListenBounds {
  /** Streams of one app or key, and of all. */
  ofOne: number;
  inAll: number;
  /** How often the store is checked for commits. */
  lookEvery: number;
  /** How often a keepalive is sent and the credential is checked. */
  beatEvery: number;
  /** The stream ends after this many keepalives, and the client opens a new one. */
  beats: number;
}

const usualBounds: ListenBounds = { ofOne: 4, inAll: 1000, lookEvery: 500, beatEvery: 15_000, beats: 120 };

const filter = z.looseObject({
  resourceSubscriptions: z.array(z.string()).optional(),
  taskIds: z.array(z.string()).optional(),
});

interface Listen {
  id: string | number;
  params: { _meta?: Record<string, unknown>; notifications: z.output<typeof filter> };
}

interface Open {
  of: string;
  exchange: McpExchange;
  stream: ReturnType<typeof createStream>;
  beatsLeft: number;
}

export type Listening = ReturnType<typeof createListening>;

export const isListen = (message: unknown): message is object =>
  (message as { method?: unknown } | null)?.method === "subscriptions/listen";

/**
 * Serves `subscriptions/listen` (MCP 2026-07-28, "Subscriptions"): the audit log shows changes of the user's drafts and
 * listings, and tasks are polled. The SDK validates each request. Its response to an empty filter supplies the first
 * and last frame of a stream.
 */
export function createListening(runtime: Runtime, bounds: ListenBounds = usualBounds) {
  const { store } = runtime;
  // Only opening a stream counts as a call of the client, not the checks afterwards.
  const unlimited: Runtime = Object.create(runtime, { policy: { value: { ...runtime.policy, limiter: null } } });
  const all = new Set<Open>();
  let lastChange = 0;
  let lastCommit = "";
  let sinceBeat = 0;
  let timer: Timer | undefined;

  function start(): void {
    if (timer !== undefined) return;
    const look = async () => {
      await lookAround().catch(complain);
      timer = all.size > 0 ? setTimeout(look, bounds.lookEvery) : undefined;
    };
    timer = setTimeout(look, bounds.lookEvery);
  }

  async function lookAround(): Promise<void> {
    sinceBeat += bounds.lookEvery;
    const isBeat = sinceBeat >= bounds.beatEvery;
    if (isBeat) sinceBeat = 0;
    const commit = store.commits();
    const isChanged = commit !== lastCommit;
    if (!isChanged && !isBeat) return;
    const since = lastChange;
    lastCommit = commit;
    lastChange = await latestChangeId(store.read);
    const watched = new Set([...all].flatMap(({ stream }) => stream.subjects));
    const changed = new Set(await changedSubjects(store.read, since, [...watched]));
    for (const open of all) {
      if (!(await isStillAllowed(open.exchange))) open.stream.end();
      else if (isChanged) await open.stream.tell(changed, looksOf(open.exchange, unlimited)).catch(complain);
      if (isBeat) beat(open);
    }
  }

  const complain = (error: unknown) => runtime.log.error({ err: error }, "a stream could not be served");

  const looksOf = (exchange: McpExchange, by: Runtime): Looks => {
    const asker = askerOf(exchange, by);
    return { call: asker.call, tasks: exchange.variant!.tasksOf(asker) };
  };

  // A credential may be revoked, expire or lose scopes while a stream is open.
  async function isStillAllowed(exchange: McpExchange): Promise<boolean> {
    try {
      exchange.actor = await actorOf(exchange.request, runtime, exchange.served!.urls);
      return true;
    } catch (error) {
      return !(error instanceof Problem);
    }
  }

  function beat(open: Open): void {
    open.beatsLeft--;
    if (open.beatsLeft <= 0) open.stream.end();
    else open.stream.beat();
  }

  function requireRoom(of: string): void {
    const own = [...all].filter((open) => open.of === of).length;
    if (own < bounds.ofOne && all.size < bounds.inAll) return;
    const whose = own < bounds.ofOne ? "The server" : "This app or key";
    throw new Problem("rate_limited", `${whose} has as many streams open as there may be. Close one, or poll.`, {
      retryAfter: 60,
    });
  }

  return {
    /** `validate` has the SDK answer the request with another filter. */
    async open(
      exchange: McpExchange,
      message: object,
      judge: (message: object) => Promise<Response>,
    ): Promise<Response> {
      const asked = filter.safeParse((message as Partial<Listen>).params?.notifications);
      if (!asked.success) return judge(message);
      const listen = message as Listen;
      const notifications = { ...asked.data, ...(asked.data.resourceSubscriptions && { resourceSubscriptions: [] }) };
      const judged = await judge({ ...message, params: { ...listen.params, notifications } });
      if (judged.headers.get("content-type") !== "text/event-stream") return judged;
      if (asked.data.taskIds && !declaresTasks(listen.params._meta)) return refusal(listen.id, missingTasks());
      const text = await judged.text();
      const headers = Object.fromEntries(judged.headers);

      const { actor, variant } = exchange;
      if (!isAccount(actor)) return new Response(text, { headers });
      const of = `${actor.credential?.kind}:${actor.credential?.id}`;
      requireRoom(of);
      const commit = store.commits();
      const since = await latestChangeId(store.read);
      const watches = await watchesOf(variant!.set, asked.data, looksOf(exchange, runtime));
      if (Object.keys(honoured(watches)).length === 0) return new Response(text, { headers });
      // Another stream may have opened in the meantime.
      requireRoom(of);
      if (all.size === 0) {
        lastCommit = commit;
        lastChange = since;
      }
      const stream = createStream(listen.id, watches, lastFrameOf(text), () => all.delete(open));
      const open: Open = { of, exchange, stream, beatsLeft: bounds.beats };
      all.add(open);
      start();
      // Reports changes and task results from the time between reading and subscribing.
      const changed = await changedSubjects(store.read, since, stream.subjects);
      await stream.tell(new Set(changed), looksOf(exchange, unlimited));
      return new Response(stream.body, { headers });
    },
    close(): void {
      for (const { stream } of all) stream.end();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

const lastFrameOf = (text: string) => text.slice(text.lastIndexOf("\ndata: ") + "\ndata: ".length).trimEnd();

const refusal = (id: unknown, { code, message, data }: { code: number; message: string; data?: unknown }) =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status: 400 });
