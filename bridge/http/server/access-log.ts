import { traced } from "#db/values/spans.ts";
import { shortNetwork } from "#tools/core/operations/client-network.ts";
import { writeInfo } from "../../start/log.ts";
import type { Recorder } from "./metrics.ts";
import { plainAnswer } from "./plain-answer.ts";
import { notesOf, safePath } from "./request-notes.ts";
import { pathOf } from "./respond.ts";
import { clientAddress, type Runtime, requestIdOf } from "./runtime.ts";

/** Logs and counts the responses of a handler. `route` is the pattern of its path. */
export function logged<Rest extends unknown[]>(
  runtime: Runtime,
  operation: string,
  route: string,
  handle: (request: Request, requestId: string, ...rest: Rest) => Promise<Response>,
) {
  const { recorder } = runtime.metrics;
  const record = { rest: recorder(operation, "rest"), page: recorder(operation, "page") };
  const names = namesJson(operation, route);
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const began = performance.now();
    const requestId = requestIdOf(request);
    const answer = () => onlyResponse(() => handle(request, requestId, ...rest), requestId, runtime);
    const response = await tracedRequest(request, { requestId, operation }, answer);
    const channel = isForPrograms.test(request.url) ? "rest" : "page";
    logAnswer(runtime, record[channel], began, { request, requestId, names, status: response.status });
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

/** The operation and the route of a log line as JSON, for handlers that serve many requests. */
export const namesJson = (operation: string, route: string): string =>
  `"operation":${JSON.stringify(operation)},"route":${JSON.stringify(route)}`;

interface Answer {
  request: Request;
  /** The ID needs no escaping in the log, because `requestIdOf` has checked it. */
  requestId: string;
  names: string;
  status: number;
  protocol?: "mcp";
}

/** Logs and counts a response. `began` is the value of `performance.now()` at the start of the request. */
export function logAnswer(runtime: Runtime, record: Recorder, began: number, answer: Answer): void {
  const ms = performance.now() - began;
  const { request, requestId, names, status, protocol } = answer;
  record(status, ms / 1000);
  if (!runtime.log.isLevelEnabled("info")) return;
  const notes = notesOf(request);
  const network = networkJson(clientAddress(request, runtime));
  const path = JSON.stringify(safePath(pathOf(request.url)));
  const optional =
    (protocol ? `,"protocol":"${protocol}"` : "") + (notes ? `,${JSON.stringify(notes).slice(1, -1)}` : "");
  writeInfo(
    runtime.log,
    `"request_id":"${requestId}","method":"${request.method}","path":${path},${names},"status":${status}${optional},"network":${network},"ms":${Math.round(ms * 100) / 100},"msg":"request completed"`,
  );
}

const maxNetworks = 1000;
const networks = new Map<string, string>();

// Many requests come from few addresses, and parsing an address takes longer than the rest of the line.
function networkJson(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  if (networks.size >= maxNetworks) networks.clear();
  const json = JSON.stringify(shortNetwork(address));
  networks.set(address, json);
  return json;
}
