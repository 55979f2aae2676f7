import {
  acceptedContent,
  type CallToolResult,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  type DetailedTask,
  declaresTasks,
  missingTasks,
  noSuchTask,
  serveTasks,
  TaskServer,
  type Tasks,
} from "#tools/core/mcp/tasks.ts";

const text = (value: string, isError = false) => ({
  content: [{ type: "text" as const, text: value }],
  isError,
  resultType: "complete",
});

interface Work {
  createdAt: Date;
  doneAt: number;
  asks: InputRequests;
  outcome: { result: object } | { error: object };
  isCancelled: boolean;
}

export function createFixtureTasks() {
  const works = new Map<string, Work>();

  function workOf(taskId: string): Work {
    const work = works.get(taskId);
    if (!work) throw noSuchTask();
    return work;
  }

  function detailed(taskId: string, { createdAt, doneAt, asks, outcome, isCancelled }: Work): DetailedTask {
    const times = { createdAt: createdAt.toISOString(), lastUpdatedAt: new Date().toISOString() };
    const head = { taskId, ...times, ttlMs: 600_000, pollIntervalMs: 100 };
    if (isCancelled) return { ...head, status: "cancelled" };
    if (Object.keys(asks).length > 0) return { ...head, status: "input_required", inputRequests: asks };
    if (Date.now() < doneAt) return { ...head, status: "working" };
    return { ...head, status: "error" in outcome ? "failed" : "completed", ...outcome };
  }

  const tasks: Tasks = {
    get: async (taskId) => detailed(taskId, workOf(taskId)),
    async update(taskId, inputResponses) {
      const work = workOf(taskId);
      for (const key of Object.keys(inputResponses)) if (Object.hasOwn(work.asks, key)) delete work.asks[key];
    },
    async cancel(taskId) {
      const work = workOf(taskId);
      const { status } = detailed(taskId, work);
      work.isCancelled ||= status === "working" || status === "input_required";
    },
  };

  function begin(seconds: number, outcome: Work["outcome"], asks: InputRequests = {}): CallToolResult {
    const taskId = crypto.randomUUID();
    const work = { createdAt: new Date(), doneAt: Date.now() + seconds * 1000, asks, outcome, isCancelled: false };
    works.set(taskId, work);
    const head = detailed(taskId, { ...work, asks: {}, doneAt: Number.POSITIVE_INFINITY });
    return { resultType: "task", content: [], ...head } as CallToolResult;
  }

  return { tasks, begin };
}

type FixtureTasks = ReturnType<typeof createFixtureTasks>;

const confirm = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] },
  });

const forTasks = new Set(["failing_job", "test_tool_with_task"]);

// McpServer would turn errors of its tools into results.
class FixtureServer extends TaskServer {
  protected override _wrapHandler(...[method, handler]: Parameters<TaskServer["_wrapHandler"]>) {
    const wrapped = super._wrapHandler(method, handler);
    return async (...[request, context]: Parameters<typeof wrapped>) => {
      const { name } = (request.params ?? {}) as { name?: string };
      if (method === "tools/call" && forTasks.has(name!) && !declaresTasks(context.mcpReq.envelope))
        throw missingTasks();
      return wrapped(request, context);
    };
  }
}

/** Adds tasks to a server that has no handlers yet. */
export function registerFixtureTasks(server: McpServer, { tasks, begin }: FixtureTasks): void {
  // McpServer creates the underlying server itself.
  Object.setPrototypeOf(server.server, FixtureServer.prototype);
  serveTasks(server.server, tasks);

  const tool = <Input extends z.ZodObject>(
    name: string,
    inputSchema: Input,
    run: (input: z.output<Input>, context: ServerContext) => CallToolResult | ReturnType<typeof inputRequired>,
  ) => server.registerTool(name, { description: name, inputSchema: inputSchema as z.ZodObject }, run as never);

  tool("greet", z.object({ name: z.string() }), ({ name }) => text(`Hello, ${name}!`));
  tool("slow_compute", z.object({ seconds: z.number(), label: z.string().optional() }), ({ seconds }, { mcpReq }) => {
    const result = text(`Computed for ${seconds} s`);
    return declaresTasks(mcpReq.envelope) ? begin(seconds, { result }) : result;
  });
  tool("failing_job", z.object({}), () => begin(1, { result: text("It failed.", true) }));
  tool("protocol_error_job", z.object({}), () => begin(0, { error: { code: -32603, message: "It broke." } }));
  tool("confirm_delete", z.object({ filename: z.string() }), ({ filename }) =>
    begin(0, { result: text(`Deleted ${filename}`) }, { confirm: confirm(`Delete ${filename}?`) }),
  );
  tool("multi_input", z.object({}), () =>
    begin(0, { result: text("Both are answered.") }, { first: confirm("The first?"), second: confirm("The second?") }),
  );
  tool("test_tool_with_task", z.object({}), (_, context) => {
    const name = acceptedContent<{ name?: unknown }>(context.mcpReq.inputResponses, "user_name")?.name;
    if (typeof name === "string") return begin(0, { result: text(`Done for ${name}`) });
    const requestedSchema = { type: "object" as const, properties: { name: { type: "string" as const } } };
    return inputRequired({
      inputRequests: { user_name: inputRequired.elicit({ message: "What is your name?", requestedSchema }) },
    });
  });
}
