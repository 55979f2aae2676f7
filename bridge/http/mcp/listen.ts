import * as z from "zod";
import { changedSubjects, latestChangeId } from "#db/queries/common/audit-log.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { declaresTasks, missingTasks } from "#tools/core/mcp/tasks.ts";
import { isAccount } from "#tools/core/operations/actor.ts";
import { actorOf } from "../server/actor-of.ts";
import type { Runtime } from "../server/runtime.ts";
import { callerOf, type McpExchange } from "./exchange.ts";
import { createStream, honoured, type StreamAccess, watchesOf } from "./stream.ts";

/** Times are in milliseconds. */
export interface ListenLimits {
  maxPerCredential: number;
  maxTotal: number;
  /** How often the store is checked for new commits. */
  pollMs: number;
  /** How often a keepalive is sent and the credential is checked. */
  keepAliveMs: number;
  /** The stream ends after this many keepalives, and the client opens a new one. */
  maxKeepAlives: number;
}

const defaultLimits: ListenLimits = {
  maxPerCredential: 4,
  maxTotal: 1000,
  pollMs: 500,
  keepAliveMs: 15_000,
  maxKeepAlives: 120,
};

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
  keepAlivesLeft: number;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

export const isListen = (message: unknown): message is object =>
  (message as { method?: unknown } | null)?.method === "subscriptions/listen";

/**
 * Serves `subscriptions/listen` (MCP 2026-07-28, "Subscriptions"). Changes to the user's drafts and listings are read
 * from the audit log, and tasks are polled. The SDK validates a copy of each request from which the resources were
 * removed. The SDK's response supplies the last frame of a stream.
 */
export function createSubscriptions(runtime: Runtime, limits: ListenLimits = defaultLimits) {
  const { store } = runtime;
  // Only opening a stream counts as a call by the client; the later checks do not.
  const unlimited: Runtime = Object.create(runtime, { policy: { value: { ...runtime.policy, limiter: null } } });
  const all = new Set<Open>();
  let lastChange = 0;
  let lastCommit = "";
  let sinceKeepAlive = 0;
  let timer: Timer | undefined;

  function start(): void {
    if (timer !== undefined) return;
    const poll = async () => {
      await checkStreams().catch(logError);
      timer = all.size > 0 ? setTimeout(poll, limits.pollMs) : undefined;
    };
    timer = setTimeout(poll, limits.pollMs);
  }

  async function checkStreams(): Promise<void> {
    sinceKeepAlive += limits.pollMs;
    const isKeepAlive = sinceKeepAlive >= limits.keepAliveMs;
    if (isKeepAlive) sinceKeepAlive = 0;
    const commit = store.commits();
    const isChanged = commit !== lastCommit;
    if (!isChanged && !isKeepAlive) return;
    const since = lastChange;
    lastCommit = commit;
    lastChange = await latestChangeId(store.read);
    const watched = new Set([...all].flatMap(({ stream }) => stream.subjects));
    const changed = new Set(await changedSubjects(store.read, since, [...watched]));
    for (const open of all) {
      if (!(await isStillAllowed(open.exchange))) open.stream.end();
      else if (isChanged) await open.stream.report(changed, accessOf(open.exchange, unlimited)).catch(logError);
      if (isKeepAlive) keepAlive(open);
    }
  }

  const logError = (error: unknown) => runtime.log.error({ err: error }, "subscription stream failed");

  const accessOf = (exchange: McpExchange, by: Runtime): StreamAccess => {
    const caller = callerOf(exchange, by);
    return { call: caller.call, tasks: exchange.variant!.tasksOf(caller) };
  };

  // A credential may be revoked, may expire or may lose scopes while a stream is open.
  async function isStillAllowed(exchange: McpExchange): Promise<boolean> {
    try {
      exchange.actor = await actorOf(exchange.request, runtime, exchange.served!);
      return true;
    } catch (error) {
      return !(error instanceof Problem);
    }
  }

  function keepAlive(open: Open): void {
    open.keepAlivesLeft--;
    if (open.keepAlivesLeft <= 0) open.stream.end();
    else open.stream.keepAlive();
  }

  function requireRoom(of: string): void {
    const own = [...all].filter((open) => open.of === of).length;
    if (own < limits.maxPerCredential && all.size < limits.maxTotal) return;
    const whose = own < limits.maxPerCredential ? "The server" : "This app or key";
    throw new Problem(
      "rate_limited",
      `${whose} has reached its limit of open streams. Close a stream, or poll instead.`,
      {
        retryAfter: 60,
      },
    );
  }

  return {
    async open(
      exchange: McpExchange,
      message: object,
      validate: (message: object) => Promise<Response>,
    ): Promise<Response> {
      const requested = filter.safeParse((message as Partial<Listen>).params?.notifications);
      if (!requested.success) return validate(message);
      const listen = message as Listen;
      const notifications = {
        ...requested.data,
        ...(requested.data.resourceSubscriptions && { resourceSubscriptions: [] }),
      };
      const validated = await validate({ ...message, params: { ...listen.params, notifications } });
      if (validated.headers.get("content-type") !== "text/event-stream") return validated;
      if (requested.data.taskIds && !declaresTasks(listen.params._meta)) return refusal(listen.id, missingTasks());
      const text = await validated.text();
      const headers = Object.fromEntries(validated.headers);

      const { actor, variant } = exchange;
      if (!isAccount(actor)) return new Response(text, { headers });
      const of = `${actor.credential?.kind}:${actor.credential?.id}`;
      requireRoom(of);
      const commit = store.commits();
      const since = await latestChangeId(store.read);
      const watches = await watchesOf(variant!.set, requested.data, accessOf(exchange, runtime));
      if (Object.keys(honoured(watches)).length === 0) return new Response(text, { headers });
      // Another stream may have opened in the meantime.
      requireRoom(of);
      if (all.size === 0) {
        lastCommit = commit;
        lastChange = since;
      }
      const stream = createStream(listen.id, watches, lastFrameOf(text), () => all.delete(open));
      const open: Open = { of, exchange, stream, keepAlivesLeft: limits.maxKeepAlives };
      all.add(open);
      start();
      // Reports what changed after `since`, while the stream was being opened.
      const changed = await changedSubjects(store.read, since, stream.subjects);
      await stream.report(new Set(changed), accessOf(exchange, unlimited));
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
