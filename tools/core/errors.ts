/** What goes wrong, once: code, HTTP status and title of every problem we answer with (RFC 9457). */
export const problems = {
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  bad_request: { status: 400, title: "The request cannot be read" },
  unauthenticated: { status: 401, title: "Sign-in needed" },
  insufficient_scope: { status: 403, title: "The sign-in does not cover this" },
  forbidden: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "Not acceptable" },
  conflict: { status: 409, title: "Conflict" },
  idempotency_in_progress: { status: 409, title: "The same request is still running" },
  state_conflict: { status: 409, title: "Not possible in this state" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  validation_failed: { status: 422, title: "The input is not valid" },
  idempotency_mismatch: { status: 422, title: "The key was used for another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Unavailable" },
  storage_full: { status: 507, title: "Storage full" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One fault of the input: `field` is a path such as `faqs.0.question`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  limit?: number;
  actual?: number;
  fix?: string;
}

/** Something that would help, for the assistant to call or for the person to do at `url`. */
export interface NextAction {
  tool?: string;
  arguments?: Record<string, unknown>;
  why: string;
  who: "agent" | "human";
  url?: string;
}

interface ProblemExtras {
  errors?: FieldError[];
  nextActions?: NextAction[];
  /** Seconds after which a repeat may succeed. */
  retryAfter?: number;
  /** Scopes that would have sufficed, for the challenge of a 401 or 403. */
  scopes?: readonly string[];
}

/** The one exception that becomes an answer; `detail` is a sentence for the caller that says what to do about it. */
export class Problem extends Error {
  readonly errors: FieldError[];
  readonly nextActions: NextAction[];
  readonly retryAfter?: number;
  readonly scopes?: readonly string[];

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    extras: ProblemExtras = {},
  ) {
    super(detail);
    this.errors = extras.errors ?? [];
    this.nextActions = extras.nextActions ?? [];
    this.retryAfter = extras.retryAfter;
    this.scopes = extras.scopes;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** The wire form of a problem, the same for REST bodies and the `structuredContent` of MCP tool errors. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  request_id: string;
  errors: FieldError[];
  next_actions: NextAction[];
}

export function problemBody(
  problem: Problem,
  about: { docsUrl: string; instance: string; requestId: string },
): ProblemBody {
  return {
    type: `${about.docsUrl}#${problem.code}`,
    title: problems[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    instance: about.instance,
    code: problem.code,
    request_id: about.requestId,
    errors: problem.errors,
    next_actions: problem.nextActions,
  };
}

/** Throws the 404 of a record that does not exist, or that the caller may not know of. */
export function notFound(what: string, id: string | number, nextAction?: NextAction): never {
  throw new Problem("not_found", `There is no ${what} "${shorten(String(id))}" here.`, {
    nextActions: nextAction ? [nextAction] : [],
  });
}

/** Throws a 422 about one field. */
export function invalid(field: string, code: string, message: string, more: Partial<FieldError> = {}): never {
  throw new Problem("validation_failed", `${field}: ${message}`, { errors: [{ field, code, message, ...more }] });
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
