import type { Problem } from "#tools/core/errors/errors.ts";
import { type Actor, isAccount } from "#tools/core/operations/actor.ts";

/** Facts about a request that its handlers find out and its log line contains. */
export interface RequestNotes {
  account?: number;
  /** The app or API key of the call: `app:<client id>`, `key:12`. */
  client?: string;
  code?: string;
  /** The rate limit that refused the request. */
  limit?: string;
  /** The reason for a refusal that has no code. */
  reason?: string;
  expected?: string;
  given?: string;
}

const notes = new WeakMap<Request, RequestNotes>();

export const notesOf = (request: Request): RequestNotes | undefined => notes.get(request);

export function note(request: Request, facts: RequestNotes): void {
  const known = notes.get(request);
  if (known) Object.assign(known, facts);
  else notes.set(request, facts);
}

export function noteActor(request: Request, actor: Actor): void {
  if (!isAccount(actor)) return;
  const { kind, accountId: account, via } = actor;
  // A client ID can be a URL, whose query could contain anything.
  note(request, kind === "person" ? { account } : { account, client: via.replace(/[?#].*$/s, "") });
}

export const noteProblem = (request: Request, { code, rateLimit }: Problem): void =>
  note(request, rateLimit && code === "rate_limited" ? { code, limit: rateLimit.policy } : { code });

/** Notes a request from another origin. Both origins come from headers, so only their hosts and ports are kept. */
export const noteOrigins = (request: Request, expected: string, given: string): void =>
  note(request, { reason: "origin does not match", expected: originOf(expected), given: originOf(given) });

const originOf = (text: string) => URL.parse(text)?.origin.slice(0, 200) ?? "no origin";

const plainSegment = /^(?:[a-z0-9._~-]{0,80}|[A-Z0-9-]{1,24})$/;
const longText = /[a-z0-9]{32}/;

/** Returns a path in which `*` replaces the parts that may be secrets or email addresses rather than names or ids. */
export const safePath = (path: string): string =>
  path
    .slice(0, 400)
    .split("/")
    .map((part) => (plainSegment.test(part) && !longText.test(part) ? part : "*"))
    .join("/");
