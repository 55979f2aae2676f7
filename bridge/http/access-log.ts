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
    const ms = performance.now() - began;
    record(response.status, ms / 1000);
    runtime.log.info(
      { request_id: requestId, operation, status: response.status, ms: Math.round(ms * 100) / 100 },
      "answered",
    );
    return response;
  };
}
