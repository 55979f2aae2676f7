import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import type { Store } from "#db/store/store.ts";
import { readLimitedBytes } from "../http/server/limited-body.ts";
import { pathOf } from "../http/server/respond.ts";
import type { NodeToken } from "./node-token.ts";
import { reportPath, statePath } from "./state.ts";
import type { writerLink } from "./writer-link.ts";

export type RequestHandler = (request: Request) => Promise<Response>;

interface ReaderParts {
  writerUrl: string;
  writer: ReturnType<typeof writerLink>;
  token: NodeToken;
  store: Store;
  log: Logger;
  isReadTool(name: string): boolean;
  addressOf(request: Request): string;
}

/** How long a request waits for this node's copy to catch up before the request is forwarded to the writer. */
const maxWaitMs = 2000;

const ownPaths = new Set(["/healthz", "/readyz", "/metrics", statePath, reportPath]);
/**
 * Pages behind a secret link that may have been created on another node a moment ago, and public data, whose
 * position may come from another node.
 */
const latestPages = /^\/(?:link|claim|invite|checkout|oauth|reset-password|unsubscribe|data)(?:\/|$)/;
/** Pages that write only after another server has accepted a code that works once, and files that only the writer has. */
const writerPages = /^\/sign-in\/[^/]+\/callback$|^\/data\//;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

const attempts = new AsyncLocalStorage<{ hasTriedToWrite: boolean }>();

/** Records that a request tried to write on this node, so that the request is forwarded. */
export function noteWriteAttempt(): void {
  const attempt = attempts.getStore();
  if (attempt) attempt.hasTriedToWrite = true;
}

/**
 * Answers requests on a read-only node. Requests that write are forwarded to the writer. A signed-in caller must see
 * all writes that were acknowledged before the request. This node therefore asks the writer for its position and waits
 * until the copy has reached that position. This is a read index (Ongaro, "Consensus: Bridging Theory and Practice",
 * section 6.4). For public reads, which need no waiting, the handler returns undefined. If the writer does not respond,
 * reads use the copy and the handlers refuse writes.
 */
export function readerHandler(
  parts: ReaderParts,
  here: RequestHandler,
): (request: Request) => Promise<Response> | undefined {
  const { writer, store, log } = parts;

  async function answer(request: Request, pathname: string): Promise<Response> {
    const buffered = await bufferRequest(request, parts);
    const answerHere = () => here(buffered.copy());
    if (buffered.isTooLarge) return answerHere();
    const isWriting = mayWrite(buffered, pathname, parts);
    if (!isWriting && !needsLatest(request, pathname)) return answerHere();
    const position = await writer.position();
    if (position === null) return isWriting ? answerHere() : unconfirmed(await answerHere());
    const isBehind = !isWriting && !(await store.reached(position, maxWaitMs));
    if (isBehind) log.warn(store.position(), "the copy of this node is behind the writer");
    if (isWriting || isBehind) return (await forward(buffered, parts)) ?? answerHere();
    const attempt = { hasTriedToWrite: false };
    const response = await attempts.run(attempt, answerHere);
    return attempt.hasTriedToWrite ? ((await forward(buffered, parts)) ?? response) : response;
  }

  return (request) => {
    const pathname = pathOf(request.url);
    const isPublicRead = safeMethods.has(request.method) && !needsLatest(request, pathname);
    return isPublicRead || ownPaths.has(pathname) ? undefined : answer(request, pathname);
  };
}

/** Marks a response that may lack the caller's last change, because the writer could not be asked. */
function unconfirmed(response: Response): Response {
  response.headers.set("slipway-copy", "unconfirmed");
  return response;
}

/** The maximum size of a request body. It is larger than the limit of any handler; pages with pictures take 10 MB. */
const maxBytes = 12 * 2 ** 20;

/** A request that can be answered here and then again by the writer. */
interface BufferedRequest {
  request: Request;
  body: Uint8Array | undefined;
  /** True if the body was discarded. The headers then declare a length that every handler refuses. */
  isTooLarge: boolean;
  headers: Headers;
  copy(): Request;
}

async function bufferRequest(request: Request, { token, addressOf }: ReaderParts): Promise<BufferedRequest> {
  const read = safeMethods.has(request.method) ? undefined : await readLimitedBytes(request, maxBytes);
  const isTooLarge = read === null;
  const body = isTooLarge ? new Uint8Array(1) : read;
  const headers = new Headers(request.headers);
  if (isTooLarge) headers.set("content-length", String(maxBytes + 1));
  // A copy of the request has no connection, so a header passes on the client's IP address.
  for (const [name, value] of Object.entries(token.headers(addressOf(request)))) headers.set(name, value);
  const { method, signal } = request;
  const url = URL.canParse(request.url) ? request.url : `http://localhost${afterOrigin(request.url)}`;
  return { request, body, isTooLarge, headers, copy: () => new Request(url, { method, headers, body, signal }) };
}

const writingMethods = new Set(["tasks/cancel", "tasks/update"]);

function mayWrite({ request, body }: BufferedRequest, pathname: string, { isReadTool }: ReaderParts): boolean {
  if (safeMethods.has(request.method)) return writerPages.test(pathname);
  if (pathname !== "/mcp") return true;
  try {
    const { method, params } = JSON.parse(new TextDecoder().decode(body));
    return method === "tools/call" ? !isReadTool(params.name) : writingMethods.has(method);
  } catch {
    return false;
  }
}

const needsLatest = ({ headers }: Request, pathname: string) =>
  headers.has("authorization") || headers.has("cookie") || latestPages.test(pathname);

// The host part may be invalid, because the client wrote it.
const afterOrigin = (url: string) => url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");

async function forward(buffered: BufferedRequest, { writerUrl, log }: ReaderParts): Promise<Response | null> {
  const { request, body, headers } = buffered;
  try {
    const response = await fetch(writerUrl + afterOrigin(request.url), {
      method: request.method,
      headers,
      body,
      redirect: "manual",
      decompress: false,
      signal: request.signal,
    });
    const endToEnd = new Headers(response.headers);
    for (const name of ["connection", "keep-alive", "transfer-encoding"]) endToEnd.delete(name);
    return new Response(response.body, { status: response.status, headers: endToEnd });
  } catch (error) {
    log.warn({ err: error }, "forwarding a request to the writer failed");
    return null;
  }
}
