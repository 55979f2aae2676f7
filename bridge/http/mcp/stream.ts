import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { resourceRead } from "#tools/core/mcp/extras.ts";
import type { CallByName } from "#tools/core/mcp/server.ts";
import type { Tasks } from "#tools/core/mcp/tasks.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import { createEventStream } from "../server/event-stream.ts";
import { listenedOf } from "./exchange.ts";

export interface Watched {
  uri: string;
  tool: AnyTool;
  input: Record<string, unknown>;
}

export interface Watches {
  resources: Map<Subject, Watched[]>;
  tasks: Map<string, string>;
}

export interface StreamAccess {
  call: CallByName;
  tasks: Tasks | null;
}

const subscriptionKey = "io.modelcontextprotocol/subscriptionId";

export async function watchesOf(
  set: ToolSet,
  { resourceSubscriptions, taskIds }: { resourceSubscriptions?: string[]; taskIds?: string[] },
  { call, tasks }: StreamAccess,
): Promise<Watches> {
  const found: Watches = { resources: new Map(), tasks: new Map() };
  for (const uri of listenedOf(resourceSubscriptions) as string[]) {
    const read = resourceRead(set, uri);
    if (!read?.tool.watch) continue;
    const answer = await call(read.tool, read.input);
    if ("problem" in answer) continue;
    const subject = read.tool.watch(answer.output as never);
    found.resources.set(subject, [...(found.resources.get(subject) ?? []), { uri, ...read }]);
  }
  for (const id of listenedOf(taskIds) as string[]) if (await tasks?.get(id).catch(() => null)) found.tasks.set(id, "");
  return found;
}

export function honoured({ resources, tasks }: Watches): { resourceSubscriptions?: string[]; taskIds?: string[] } {
  const uris = [...resources.values()].flat().map(({ uri }) => uri);
  return {
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
    ...(tasks.size > 0 && { taskIds: [...tasks.keys()] }),
  };
}

/** `lastFrame` is the response that ends the stream. */
export function createStream(id: string | number, watches: Watches, lastFrame: string, onClosed: () => void) {
  const { resources, tasks: reported } = watches;
  const out = createEventStream(onClosed);
  const notify = (method: string, params: object) =>
    out.send(JSON.stringify({ jsonrpc: "2.0", method, params: { ...params, _meta: { [subscriptionKey]: id } } }));

  function end(): void {
    out.send(lastFrame);
    out.close();
  }

  async function reportTasks({ tasks }: StreamAccess): Promise<void> {
    if (reported.size === 0) return;
    for (const [taskId, before] of reported) {
      const task = await tasks!.get(taskId).catch(isGone);
      const now = JSON.stringify(task);
      if (task && now !== before) notify("notifications/tasks", task);
      if (task === null || (task && task.status !== "working")) reported.delete(taskId);
      else if (task) reported.set(taskId, now);
    }
    if (reported.size + resources.size === 0) end();
  }

  notify("notifications/subscriptions/acknowledged", { notifications: honoured(watches) });
  return {
    body: out.body,
    subjects: [...resources.keys()],
    keepAlive: () => out.comment("keepalive"),
    end,
    async report(changed: ReadonlySet<Subject>, access: StreamAccess): Promise<void> {
      for (const [subject, watched] of resources)
        if (changed.has(subject))
          for (const { uri, tool, input } of watched)
            if (!("problem" in (await access.call(tool, input)))) notify("notifications/resources/updated", { uri });
      await reportTasks(access);
    },
  };
}

/** Returns null if the task no longer exists, and undefined if it could not be read this time. */
const isGone = (error: unknown): null | undefined =>
  error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams ? null : undefined;
