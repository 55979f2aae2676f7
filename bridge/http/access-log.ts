import type { Recorder } from "../metrics.ts";
import { type Runtime, requestIdOf } from "./runtime.ts";

/** Wraps a handler with a request id, one log line and one count per answer. */
export function logged<Rest extends unknown[]>(
  runtime: Runtime,
  operation: string,
  handle: (request: Request, requestId: string, ...rest: Rest) => Promise<Response>,
) {
  const record = runtime.metrics.recorder(operation);
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const began = performance.now();
    const requestId = requestIdOf(request);
    const response = await handle(request, requestId, ...rest);
    logAnswer(runtime, record, began, { request_id: requestId, operation, status: response.status });
    return response;
  };
}

/** The log line and count of an answer; `began` is the `performance.now()` of its request. */
export function logAnswer(
  runtime: Runtime,
  record: Recorder,
  began: number,
  answer: { request_id: string; operation: string; status: number; protocol?: "mcp"; code?: string },
): void {
  const ms = performance.now() - began;
  record(answer.status, ms / 1000);
  runtime.log.info({ ...answer, ms: Math.round(ms * 100) / 100 }, "answered");
}
