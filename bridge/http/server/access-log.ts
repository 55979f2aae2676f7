import { traced } from "#db/values/spans.ts";
import type { ProblemCode } from "#tools/core/errors/errors.ts";
import { writeInfo } from "../../start/log.ts";
import type { Recorder } from "./metrics.ts";
import { plainAnswer } from "./plain-answer.ts";
import { type Runtime, requestIdOf } from "./runtime.ts";

export function logged<Rest extends unknown[]>(
  runtime: Runtime,
  operation: string,
  handle: (request: Request, requestId: string, ...rest: Rest) => Promise<Response>,
) {
  const { recorder } = runtime.metrics;
  const record = { rest: recorder(operation, "rest"), page: recorder(operation, "page") };
  const operationJson = JSON.stringify(operation);
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const began = performance.now();
    const requestId = requestIdOf(request);
    const answer = () => onlyResponse(() => handle(request, requestId, ...rest), requestId, runtime);
    const response = await tracedRequest(request, { requestId, operation }, answer);
    logAnswer(runtime, record[isForPrograms.test(request.url) ? "rest" : "page"], began, {
      requestId,
      operationJson,
      status: response.status,
    });
    return response;
  };
}

/** Traces a request. `parent` replaces the `traceparent` of the headers. */
export const tracedRequest = <T>(
  request: Request,
  { requestId, operation, parent }: { requestId: string; operation: string; parent?: unknown },
  answer: () => Promise<T>,
): Promise<T> =>
  traced(operation, answer, () => ({
    kind: "server",
    parent: typeof parent === "string" ? parent : request.headers.get("traceparent"),
    attributes: { "http.request.method": request.method, request_id: requestId },
    after: (result) => (result instanceof Response ? { "http.response.status_code": result.status } : {}),
  }));

const isForPrograms = /^[^:/?#]+:\/\/[^/?#]*\/(?:api|oauth|webhooks)\//;

// Elysia would send a value that is not a Response as JSON, and would reveal an error's message.
async function onlyResponse(handle: () => Promise<unknown>, requestId: string, { log }: Runtime): Promise<Response> {
  try {
    const answer = await handle();
    if (answer instanceof Response) return answer;
    throw new TypeError(`a handler returned ${typeof answer} instead of a Response`);
  } catch (error) {
    log.error({ request_id: requestId, err: error }, "unexpected error");
    return unexpectedAnswer(requestId);
  }
}

export const unexpectedAnswer = (requestId: string): Response =>
  plainAnswer(500, `Something went wrong on our side. Include request ID ${requestId} in your report.`, {
    "x-request-id": requestId,
  });

interface Answer {
  /** The ID needs no escaping in the log, because `requestIdOf` has checked it. */
  requestId: string;
  operationJson: string;
  status: number;
  protocol?: "mcp";
  code?: ProblemCode;
}

/** Logs and counts a response. `began` is the value of `performance.now()` at the start of the request. */
export function logAnswer({ log }: Runtime, record: Recorder, began: number, answer: Answer): void {
  const ms = performance.now() - began;
  const { requestId, operationJson, status, protocol, code } = answer;
  record(status, ms / 1000);
  if (!log.isLevelEnabled("info")) return;
  const optional = (protocol ? `,"protocol":"${protocol}"` : "") + (code ? `,"code":"${code}"` : "");
  const names = `"request_id":"${requestId}","operation":${operationJson}`;
  writeInfo(log, `${names},"status":${status}${optional},"ms":${Math.round(ms * 100) / 100},"msg":"request completed"`);
}
