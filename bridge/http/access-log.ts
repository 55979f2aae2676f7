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
    runtime.log.info(
      {
        request_id: requestId,
        operation,
        status: response.status,
        ms: Math.round((performance.now() - began) * 100) / 100,
      },
      "answered",
    );
    return response;
  };
}
