import type { RateLimitState } from "./rate-limit-state.ts";

/** Every problem that Slipway returns: HTTP status, title (RFC 9457) and how to fix it. */
export const problems = {
  invalid_json: {
    status: 400,
    title: "The body is not valid JSON",
    advice: "Send a body that is one JSON object in UTF-8.",
  },
  bad_request: {
    status: 400,
    title: "The request cannot be read",
    advice: "Percent-encode the path and the query as UTF-8, and send the request again.",
  },
  unauthenticated: {
    status: 401,
    title: "Sign-in needed",
    advice: "Send an API key or an access token in the Authorization header, or let the person sign in.",
  },
  insufficient_scope: {
    status: 403,
    title: "The sign-in does not cover this",
    advice: "Use a key or sign-in that has the scopes named in the answer.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    advice: "This account may not do that; ask the person who owns the record.",
  },
  approval_required: {
    status: 403,
    title: "The person has to approve this",
    advice:
      "Nothing is done yet. Give the person the link in next_actions; once they have decided, repeat the same call.",
  },
  approval_refused: {
    status: 403,
    title: "The person refused this",
    advice: "Ask the person what they want instead.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    advice: "Check the id or slug. A record that belongs to somebody else is answered in the same way.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    advice: "Use one of the methods that the Allow header names.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    advice: "Accept application/json, or leave the Accept header out.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    advice: "Something else holds that value or place; read the record and choose another.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The same request is still running",
    advice: "The first request with this key is still running; repeat the same request in a few seconds.",
  },
  state_conflict: {
    status: 409,
    title: "Not possible in this state",
    advice: "Read the record: its status does not allow this now, and next_actions says what does.",
  },
  version_conflict: {
    status: 409,
    title: "Changed since you read it",
    advice: "Read the record again, and send the change with the present version if it is still wanted.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    advice: "Send a body of at most 1 MiB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    advice: "Send the body uncompressed, with Content-Type: application/json.",
  },
  validation_failed: {
    status: 422,
    title: "The input is not valid",
    advice: "Correct each field named in errors and send the request again.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "The key was used for another request",
    advice: "Take a new Idempotency-Key for a new request, or repeat the first one unchanged.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    advice: "Wait the number of seconds in Retry-After, then repeat the request.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    advice: "This is our fault: repeat the request once, then report it with its request_id.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    advice: "Repeat the request after the number of seconds in Retry-After.",
  },
  storage_full: {
    status: 507,
    title: "Storage full",
    advice: "Nothing was saved and reading still works; repeat the request later.",
  },
} as const satisfies Record<string, { status: number; title: string; advice: string }>;

export type ProblemCode = keyof typeof problems;

/** `field` is a path such as `faqs.0.question`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  limit?: number;
  actual?: number;
  fix?: string;
}

/** A part of the request that was ignored. */
export type Warning = Pick<FieldError, "field" | "code" | "message" | "fix">;

/** A suggested step: a call for the assistant, or a page at `url` for the person. */
export interface NextAction {
  tool?: string;
  arguments?: Record<string, unknown>;
  why: string;
  who: "agent" | "human";
  url?: string;
}

interface ProblemExtras {
  rateLimit?: RateLimitState;
  errors?: FieldError[];
  nextActions?: NextAction[];
  retryAfter?: number;
  /** The scopes that a client should request, for the challenge of a 401 or 403. */
  scopes?: readonly string[];
  /** True if the request contained an invalid token. */
  isTokenRefused?: boolean;
}

/**
 * The exception that becomes an error response. `detail` is a sentence that tells the caller what is wrong and how to
 * fix it.
 */
export class Problem extends Error {
  readonly errors: FieldError[];
  readonly nextActions: NextAction[];
  readonly retryAfter?: number;
  readonly scopes?: readonly string[];
  readonly isTokenRefused: boolean;
  rateLimit?: RateLimitState;
  /** Ignored parts of the request, which are not the cause of the problem. */
  warnings: Warning[] = [];
  isReplayed = false;

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
    this.isTokenRefused = extras.isTokenRefused ?? false;
    this.rateLimit = extras.rateLimit;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

export type ProblemSummary = Pick<Problem, "code" | "detail" | "errors" | "retryAfter" | "nextActions">;

/** The JSON form of a problem, the same in REST bodies and in the `structuredContent` of MCP tool errors. */
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
  warnings?: Warning[];
  retry_after?: number;
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
    ...(problem.warnings.length > 0 && { warnings: problem.warnings }),
    ...(problem.retryAfter !== undefined && { retry_after: problem.retryAfter }),
  };
}

/** Throws the 404 of a record that does not exist or that the caller may not see. */
export function notFound(what: string, id: string | number, nextActions: NextAction[] = [], hint = ""): never {
  throw new Problem("not_found", `There is no ${what} "${shorten(String(id))}" here.${hint}`, { nextActions });
}

export function invalid(field: string, code: string, message: string, more: Partial<FieldError> = {}): never {
  throw new Problem("validation_failed", `${field}: ${message}`, { errors: [{ field, code, message, ...more }] });
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
