import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import type { Store } from "#db/store/store.ts";
import { readLimitedBytes } from "../http/server/limited-body.ts";
import { pathOf } from "../http/server/respond.ts";
import type { NodeToken } from "./node-token.ts";
import { statePath, usesPath } from "./state.ts";
import type { WriterLink } from "./writer-link.ts";

export type Answering = (request: Request) => Promise<Response>;

interface ReaderParts {
  writerUrl: string;
  writer: WriterLink;
  mark: NodeToken;
  store: Store;
  log: Logger;
  /** Whether a call over MCP only reads. */
  isReadTool(name: string): boolean;
  addressOf(request: Request): string;
}

/** Longest wait for a copy to catch up; then the writer answers. */
const maxWaitMs = 2000;

/** What each node answers of itself. */
const ownPaths = new Set(["/healthz", "/readyz", "/metrics", statePath, usesPath]);
/** Pages that links with a secret lead to, which somebody may have got a moment ago elsewhere. */
const linkPages = /^\/(?:link|claim|invite|checkout|oauth|reset-password|unsubscribe)(?:\/|$)/;
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

const attempts = new AsyncLocalStorage<{ hasTriedToWrite: boolean }>();

/** To be called when this node was asked to write: the request is then passed on. */
export function noteAttempt(): void {
  const attempt = attempts.getStore();
  if (attempt) attempt.hasTriedToWrite = true;
}

/**
 * Answers at a node that only reads. Requests that write go to the writer as they are, its answer comes back as it is.
 * Who says who they are reads all that was acknowledged before they asked, wherever that was: this node asks the
 * writer how far it is and waits for its copy to be there (a read index; Ongaro, "Consensus: Bridging Theory and
 * Practice", section 6.4). What everyone may read is not passed through here: the answer is undefined. Where the writer
 * does not answer, reading goes on with what is here, and what would write is refused by the handler itself.
 */
export function readerAnswering(
  parts: ReaderParts,
  here: Answering,
): (request: Request) => Promise<Response> | undefined {
  const { writer, store } = parts;

  async function answer(request: Request, pathname: string): Promise<Response> {
    const kept = await keep(request, parts);
    if (kept.isTooLarge) return here(kept.again());
    const isWriting = mayWrite(kept, pathname, parts);
    if (!isWriting && !needsLatest(request, pathname)) return here(kept.again());
    const position = await writer.position();
    if (position === null) return isWriting ? here(kept.again()) : unconfirmed(await here(kept.again()));
    if (isWriting || !(await store.reached(position, maxWaitMs)))
      return (await passOn(kept, parts)) ?? here(kept.again());
    const attempt = { hasTriedToWrite: false };
    const answered = await attempts.run(attempt, () => here(kept.again()));
    return attempt.hasTriedToWrite ? ((await passOn(kept, parts)) ?? answered) : answered;
  }

  return (request) => {
    const pathname = pathOf(request.url);
    const isPublicRead = reading.has(request.method) && !needsLatest(request, pathname);
    return isPublicRead || ownPaths.has(pathname) ? undefined : answer(request, pathname);
  };
}

/** Says that one's own last change may be missing: there was no writer to ask. */
function unconfirmed(answer: Response): Response {
  answer.headers.set("slipway-copy", "unconfirmed");
  return answer;
}

/** Larger than what any handler takes. */
const maxBytes = 4 * 2 ** 20;

/** A request that can be answered here and, where need be, again at the writer. */
interface Kept {
  request: Request;
  body: Uint8Array | undefined;
  /** The body is not kept then, and its length is one that every handler refuses. */
  isTooLarge: boolean;
  fields: Headers;
  again(): Request;
}

async function keep(request: Request, { mark, addressOf }: ReaderParts): Promise<Kept> {
  const read = reading.has(request.method) ? undefined : await readLimitedBytes(request, maxBytes);
  const isTooLarge = read === null;
  const body = isTooLarge ? new Uint8Array(1) : read;
  const fields = new Headers(request.headers);
  if (isTooLarge) fields.set("content-length", String(maxBytes + 1));
  // A request made anew has no peer: who it is for stands in its fields, here as at the writer.
  for (const [name, value] of Object.entries(mark.fields(addressOf(request)))) fields.set(name, value);
  const { method, signal } = request;
  const url = URL.canParse(request.url) ? request.url : `http://localhost${afterOrigin(request.url)}`;
  return {
    request,
    body,
    isTooLarge,
    fields,
    again: () => new Request(url, { method, headers: fields, body, signal }),
  };
}

/** Methods of MCP by which a client ends or answers what it began. */
const writingMethods = new Set(["tasks/cancel", "tasks/update"]);

function mayWrite({ request, body }: Kept, pathname: string, { isReadTool }: ReaderParts): boolean {
  if (reading.has(request.method)) return false;
  if (pathname !== "/mcp") return true;
  try {
    const { method, params } = JSON.parse(new TextDecoder().decode(body));
    return method === "tools/call" ? !isReadTool(params.name) : writingMethods.has(method);
  } catch {
    // The handler says what is wrong with it.
    return false;
  }
}

const needsLatest = ({ headers }: Request, pathname: string) =>
  headers.has("authorization") || headers.has("cookie") || linkPages.test(pathname);

// What a client wrote for a host may be none.
const afterOrigin = (url: string) => url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");

/** The answer of the writer, which was there a moment ago; null where none comes. */
async function passOn({ request, body, fields }: Kept, { writerUrl, log }: ReaderParts): Promise<Response | null> {
  try {
    const answer = await fetch(writerUrl + afterOrigin(request.url), {
      method: request.method,
      headers: fields,
      body,
      redirect: "manual",
      decompress: false,
      signal: request.signal,
    });
    const headers = new Headers(answer.headers);
    for (const name of ["connection", "keep-alive", "transfer-encoding"]) headers.delete(name);
    return new Response(answer.body, { status: answer.status, headers });
  } catch (error) {
    log.warn({ err: error }, "the writer did not answer what was passed on");
    return null;
  }
}
