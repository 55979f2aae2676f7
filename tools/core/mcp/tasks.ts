import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import type { AnyTool } from "../operations/define.ts";
import type { TaskState } from "../operations/task.ts";
import type { ToolSet } from "../operations/tool-set.ts";
import { asProtocolError } from "./errors.ts";
import { protocolVersions } from "./protocol-versions.ts";
import type { CallByName, CitedSite } from "./server.ts";

/** SEP-2663, `ext-tasks` specification/2026-07-28/tasks.md. Clients with older protocol versions get no tasks. */
export const taskExtension = { "io.modelcontextprotocol/tasks": {} };

type TaskHead = {
  taskId: string;
  status: string;
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number | null;
  pollIntervalMs?: number;
};

export type DetailedTask = TaskHead & { result?: object; error?: object; inputRequests?: object };

export interface Tasks {
  get(taskId: string): Promise<DetailedTask>;
  update(taskId: string, inputResponses: Record<string, unknown>): Promise<void>;
  cancel(taskId: string): Promise<void>;
}

/** The error is the same for an invalid id, an expired id and an id of another user. */
export const noSuchTask = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "There is no such task. Send the taskId that tools/call returned, with the same sign-in.",
  );

export const declaresTasks = (envelope: object | undefined): boolean => {
  const capabilities = (envelope as Record<string, { extensions?: Record<string, unknown> } | undefined> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  return (
    capabilities?.extensions !== undefined &&
    Object.keys(taskExtension).every((id) => Object.hasOwn(capabilities.extensions!, id))
  );
};

export const missingTasks = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: taskExtension } });

const taskId = z.string().min(1).max(200);
const taskParams = z.looseObject({ taskId });

export class TaskServer extends Server {
  // The SDK expects `content` in every result of a call, but a task has none.
  protected override _wrapHandler(...[method, handler]: Parameters<Server["_wrapHandler"]>) {
    const checked = super._wrapHandler(method, handler);
    // The SDK's response omits older protocol versions (MCP 2026-07-28, "Versioning").
    if (method === "server/discover")
      return async (...request: Parameters<typeof checked>) => ({
        ...(await checked(...request)),
        supportedVersions: protocolVersions,
      });
    if (method !== "tools/call") return checked;
    return async (...request: Parameters<typeof checked>) => {
      const result = await checked(...request);
      if (result.resultType !== "task") return result;
      const { content: _, ...task } = result;
      return task;
    };
  }
}

export function serveTasks(server: Server, tasks: Tasks): void {
  const handle = (method: string, run: (id: string, responses?: Record<string, unknown>) => Promise<unknown>) =>
    server.setRequestHandler(method, { params: taskParams }, async ({ taskId }, { mcpReq }) => {
      if (!declaresTasks(mcpReq.envelope)) throw missingTasks();
      return { ...((await run(taskId, mcpReq.inputResponses)) as object | undefined) };
    });
  handle("tasks/get", tasks.get);
  handle("tasks/update", (id, responses) => {
    if (responses) return tasks.update(id, responses);
    const message = "Send inputResponses, an object with the keys of inputRequests.";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  });
  handle("tasks/cancel", tasks.cancel);
}

export interface McpCaller {
  call: CallByName;
  site: CitedSite;
  /** False for protocol versions in which a session begins with `initialize`. */
  isModern: boolean;
  /** Returns a signature by each valid key, the current one first. */
  sign(text: string): string[];
}

/** Nothing is stored: a task id contains the tool, its subject and a signature. */
export function tasksOf(
  set: ToolSet,
  resultOf: (tool: AnyTool, output: Record<string, unknown>, site: CitedSite) => object,
) {
  const signatureLength = 22;
  const signaturesOf = (head: string, { sign }: McpCaller) =>
    sign(`task:${head}`).map((signature) => signature.slice(0, signatureLength));

  function idOf(tool: AnyTool, input: Record<string, number>, caller: McpCaller): string {
    const head = [tool.name, ...Object.keys(tool.task!.follow.input.shape).map((field) => lookup(input, field))].join(
      ".",
    );
    return `${head}.${signaturesOf(head, caller)[0]}`;
  }

  function findWork(id: string, caller: McpCaller) {
    const cut = id.lastIndexOf(".");
    const [name, ...values] = id.slice(0, cut).split(".");
    const tool = set.byName.get(name!);
    if (!tool?.task || !signaturesOf(id.slice(0, cut), caller).includes(id.slice(cut + 1))) throw noSuchTask();
    const fields = Object.keys(tool.task.follow.input.shape);
    return { tool, ...tool.task, input: Object.fromEntries(fields.map((field, i) => [field, Number(values[i])])) };
  }

  async function stateOf(id: string, caller: McpCaller) {
    const work = findWork(id, caller);
    const answer = await caller.call(work.follow, work.input);
    if (!("problem" in answer)) return { ...work, state: answer.output as unknown as TaskState };
    const { problem } = answer;
    throw problem.status >= 500 || problem.code === "rate_limited" ? asProtocolError(problem) : noSuchTask();
  }

  return {
    hasTasks: set.tools.some(({ task }) => task !== undefined),

    async start(tool: AnyTool, output: Record<string, unknown>, caller: McpCaller): Promise<TaskHead | null> {
      const subject = output.dry_run === true ? null : (tool.task?.subject(output as never) ?? null);
      if (!tool.task || !subject) return null;
      const answer = await caller.call(tool.task.follow, subject);
      if ("problem" in answer) return null;
      const state = answer.output as unknown as TaskState;
      return state.status === "working" ? headOf(idOf(tool, subject, caller), state) : null;
    },

    of: (caller: McpCaller): Tasks => ({
      async get(id) {
        const { tool, state } = await stateOf(id, caller);
        const head = headOf(id, state);
        if (state.status !== "completed") return head;
        // The result that the call would have returned, including its `resultType`.
        return { ...head, result: { ...resultOf(tool, state.answer, caller.site), resultType: "complete" } };
      },
      // Tasks never ask the client for input, so there is nothing to update.
      update: async (id) => void (await stateOf(id, caller)),
      async cancel(id) {
        const { stop, input, state } = await stateOf(id, caller);
        // A cancellation is only a request. The response is the same whether or not it succeeds.
        if (stop && state.status === "working") await caller.call(stop, input);
      },
    }),
  };
}

const headOf = (taskId: string, state: TaskState): TaskHead => ({
  taskId,
  status: state.status,
  statusMessage: state.note,
  createdAt: state.created_at,
  lastUpdatedAt: state.updated_at,
  ttlMs: Math.max(1, Date.parse(state.kept_until) - Date.parse(state.created_at)),
  ...(state.poll_after_ms !== null && { pollIntervalMs: state.poll_after_ms }),
});

export const operationOfTask = ({ byName }: ToolSet, id: unknown) =>
  typeof id === "string" ? byName.get(id.slice(0, id.indexOf(".")))?.task?.follow : undefined;
