import * as z from "zod";
import { changedSubjects, latestChangeId, type Subject } from "../../db/queries/changes.ts";
import { isAccount } from "../../tools/core/actor.ts";
import { Problem } from "../../tools/core/errors.ts";
import type { CallByName } from "../../tools/core/mcp.ts";
import { resourceRead } from "../../tools/core/mcp-offers.ts";
import { declaresTasks, missingTasks, type Tasks } from "../../tools/core/mcp-tasks.ts";
import type { ToolSet } from "../../tools/core/tool-set.ts";
import { actorOf } from "./actor-of.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { askerOf, callByName, type McpExchange } from "./mcp-exchange.ts";
import type { Runtime } from "./runtime.ts";

/** How far listening goes, in one process. Times in milliseconds. */
export interface ListenBounds {
  /** Streams of one app or key, and of all. */
  ofOne: number;
  inAll: number;
  /** How often the commits of all processes are looked at. */
  lookEvery: number;
  /** How often a stream is written to though nothing happens, and its sign-in is looked at. */
  beatEvery: number;
  /** After so many beats a stream ends, and its client opens another. */
  beats: number;
}

const usualBounds: ListenBounds = { ofOne: 4, inAll: 1000, lookEvery: 500, beatEvery: 15_000, beats: 120 };
/** Of resources and of tasks, in one stream. */
const mostWatched = 50;

const subscriptionKey = "io.modelcontextprotocol/subscriptionId";

const filter = z.looseObject({
  resourceSubscriptions: z.array(z.string()).optional(),
  taskIds: z.array(z.string()).optional(),
});

interface Listen {
  id: string | number;
  params: { _meta?: Record<string, unknown>; notifications: z.output<typeof filter> };
}

interface Watch {
  uri: string;
  /** Whether it can still be read. */
  isThere(): Promise<boolean>;
}

interface Stream {
  of: string;
  exchange: McpExchange;
  out: EventStream;
  resources: Map<Subject, Watch[]>;
  /** What was last said of each task that goes on. */
  told: Map<string, string>;
  tasks: Tasks | null;
  beatsLeft: number;
  notify(method: string, params: object): void;
  end(): void;
}

export const isListen = (message: unknown): message is { method: "subscriptions/listen" } =>
  (message as { method?: unknown } | null)?.method === "subscriptions/listen";

/**
 * Serves `subscriptions/listen` (MCP 2026-07-28, "Subscriptions"): to drafts and listings of one's own by the log of
 * changes, to tasks by how they stand. The SDK judges each request, and its answer to one that listens to nothing has
 * the frames with which a stream begins and ends.
 */
export function createListening(runtime: Runtime, bounds: ListenBounds = usualBounds) {
  const { store } = runtime;
  // What a stream looks at by itself is no call of its client's: only opening it counts.
  const unlimited: Runtime = Object.create(runtime, { policy: { value: { ...runtime.policy, limiter: null } } });
  const streams = new Set<Stream>();
  let lastChange = 0;
  let lastCommit = 0;
  let sinceBeat = 0;
  let timer: Timer | undefined;

  function start(): void {
    if (timer !== undefined) return;
    const look = async () => {
      await lookAround().catch((error: unknown) => runtime.log.error({ err: error }, "streams were not served"));
      timer = streams.size > 0 ? setTimeout(look, bounds.lookEvery) : undefined;
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
    const watched = new Set([...streams].flatMap(({ resources }) => [...resources.keys()]));
    const changed = new Set(await changedSubjects(store.read, since, [...watched]));
    for (const stream of streams) {
      if (!(await isStillAllowed(stream.exchange))) stream.end();
      else if (isChanged) await tell(stream, changed);
      if (isBeat) beat(stream);
    }
  }

  // Revoked and expired credentials open nothing, and so listen to nothing.
  async function isStillAllowed({ request, served }: McpExchange): Promise<boolean> {
    return actorOf(request, runtime, served!.urls).then(
      () => true,
      (error: unknown) => !(error instanceof Problem),
    );
  }

  function beat(stream: Stream): void {
    stream.beatsLeft--;
    if (stream.beatsLeft <= 0) stream.end();
    else stream.out.comment("keepalive");
  }

  return {
    /** `judge` has the SDK answer the request with another filter. */
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

      const { actor, face } = exchange;
      if (!isAccount(actor)) return new Response(text, { headers });
      const of = `${actor.credential?.kind}:${actor.credential?.id}`;
      requireRoom(of);
      if (streams.size === 0) {
        lastCommit = store.commits();
        lastChange = await latestChangeId(store.read);
      }
      const calls = { first: callByName(exchange, runtime), later: callByName(exchange, unlimited) };
      const resources = await readable(face!.set, calls, asked.data.resourceSubscriptions ?? []);
      const told = new Map<string, string>();
      const known = face!.tasksOf(askerOf(exchange, runtime));
      for (const id of new Set((asked.data.taskIds ?? []).slice(0, mostWatched)))
        if (await known?.get(id).catch(() => null)) told.set(id, "");
      const tasks = face!.tasksOf(askerOf(exchange, unlimited));
      if (resources.size + told.size === 0) return new Response(text, { headers });

      const uris = [...resources.values()].flat().map(({ uri }) => uri);
      const honored = {
        ...(uris.length > 0 && { resourceSubscriptions: uris }),
        ...(told.size > 0 && { taskIds: [...told.keys()] }),
      };
      const out = createEventStream(() => streams.delete(stream));
      const _meta = { [subscriptionKey]: listen.id };
      const stream: Stream = {
        ...{ of, exchange, out, resources, told, tasks, beatsLeft: bounds.beats },
        notify: (method, params) => out.send(JSON.stringify({ jsonrpc: "2.0", method, params: { ...params, _meta } })),
        end() {
          out.send(lastFrameOf(text));
          out.close();
        },
      };
      stream.notify("notifications/subscriptions/acknowledged", { notifications: honored });
      // What became of a task meanwhile is not to be missed.
      await tellTasks(stream);
      if (!out.isClosed) {
        // Somebody may have come in between.
        requireRoom(of);
        streams.add(stream);
        start();
      }
      return new Response(out.body, { headers });
    },
    /** Ends all streams as their clients expect it. */
    close(): void {
      for (const stream of streams) stream.end();
      clearTimeout(timer);
      timer = undefined;
    },
  };

  function requireRoom(of: string): void {
    const own = [...streams].filter((stream) => stream.of === of).length;
    if (own < bounds.ofOne && streams.size < bounds.inAll) return;
    const whose = own < bounds.ofOne ? "The server" : "This app or key";
    throw new Problem("rate_limited", `${whose} has as many streams open as there may be. Close one, or poll.`, {
      retryAfter: 60,
    });
  }
}

/** Those of the addresses that can be subscribed to and read, by what they are of. */
async function readable(
  set: ToolSet,
  { first, later }: Record<"first" | "later", CallByName>,
  uris: string[],
): Promise<Map<Subject, Watch[]>> {
  const found = new Map<Subject, Watch[]>();
  for (const uri of new Set(uris.slice(0, mostWatched))) {
    const read = resourceRead(set, uri);
    if (!read?.tool.watch) continue;
    const { tool, input } = read;
    const answer = await first(tool, input);
    if ("problem" in answer) continue;
    const subject = tool.watch!(answer.output as never);
    const isThere = async () => !("problem" in (await later(tool, input)));
    found.set(subject, [...(found.get(subject) ?? []), { uri, isThere }]);
  }
  return found;
}

async function tell(stream: Stream, changed: ReadonlySet<Subject>): Promise<void> {
  for (const [subject, watches] of stream.resources)
    if (changed.has(subject))
      for (const { uri, isThere } of watches)
        if (await isThere()) stream.notify("notifications/resources/updated", { uri });
  await tellTasks(stream);
}

async function tellTasks(stream: Stream): Promise<void> {
  const { told, tasks, resources } = stream;
  if (told.size === 0) return;
  for (const [id, before] of told) {
    const task = await tasks!.get(id).catch(() => null);
    const now = JSON.stringify(task);
    if (task && now !== before) stream.notify("notifications/tasks", task);
    if (task?.status === "working") told.set(id, now);
    else told.delete(id);
  }
  if (told.size + resources.size === 0) stream.end();
}

const lastFrameOf = (text: string) => text.slice(text.lastIndexOf("\ndata: ") + "\ndata: ".length).trimEnd();

const refusal = (id: unknown, { code, message, data }: { code: number; message: string; data?: unknown }) =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status: 400 });

export type Listening = ReturnType<typeof createListening>;
