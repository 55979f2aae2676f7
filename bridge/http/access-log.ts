import { type Runtime, requestIdOf } from "./runtime.ts";

/** Wraps a handler with a request id and one log line per answer. */
export function logged<Rest extends unknown[]>(
  runtime: Runtime,
  operation: string,
  handle: (request: Request, requestId: string, ...rest: Rest) => Promise<Response>,
) {
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const began = performance.now();
    const requestId = requestIdOf(request);
    const response = await handle(request, requestId, ...rest);
    logAnswer(runtime, began, { request_id: requestId, operation, status: response.status });
    return response;
  };
}

/** The line of an answer; `began` is the `performance.now()` of its request. */
export function logAnswer(
  runtime: Runtime,
  began: number,
  answer: { request_id: string; operation: string; status: number; protocol?: "mcp"; code?: string },
): void {
  runtime.log.info({ ...answer, ms: Math.round((performance.now() - began) * 100) / 100 }, "answered");
}
