import type { RateLimitState } from "./rate-limit-state.ts";

export const problems = {
  invalid_json: {
    status: 400,
    title: "The body is not valid JSON",
    advice: "Send one JSON object in UTF-8 as the body.",
  },
  bad_request: {
    status: 400,
    title: "The request is malformed",
    advice: "Percent-encode the path and the query as UTF-8, then send the request again.",
  },
  unauthenticated: {
    status: 401,
    title: "Sign-in required",
    advice: "Send an API key or access token in the Authorization header, or ask the user to sign in.",
  },
  insufficient_scope: {
    status: 403,
    title: "A scope is missing",
    advice: "Use a key or sign-in that has the scopes named in the response.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    advice:
      "The caller is not allowed to perform this operation, or the site does not allow it at present. The error message gives the reason.",
  },
  approval_required: {
    status: 403,
    title: "Approval required",
    advice:
      "Nothing has been changed. Give the user the link in next_actions. After the user has decided, repeat the same call.",
  },
  approval_refused: {
    status: 403,
    title: "Approval refused",
    advice: "Ask the user what they want instead.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    advice: "Check the id or slug. Records that belong to other users return the same error.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    advice: "Use one of the methods in the Allow header.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    advice: "Accept application/json, or omit the Accept header.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    advice:
      "The request conflicts with existing data, for example with a value that is already in use. Check the error message, then change the request.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The same request is still running",
    advice: "The first request with this idempotency key is still running. Repeat your request in a few seconds.",
  },
  state_conflict: {
    status: 409,
    title: "Not possible in this state",
    advice: "The record's status does not allow this operation now. Read the record and follow next_actions.",
  },
  version_conflict: {
    status: 409,
    title: "The record has changed",
    advice: "Read the record again. If you still want the change, send it with the current version.",
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
    advice: "Correct the fields listed in errors, then send the request again.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "The idempotency key was used for a different request",
    advice: "Send a new Idempotency-Key for a new request, or repeat the first request unchanged.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    advice: "Wait for the number of seconds in Retry-After, then repeat the request.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    advice: "This is a server error. Repeat the request once. If it fails again, report its request_id.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    advice: "Repeat the request after the number of seconds in Retry-After.",
  },
  storage_full: {
    status: 507,
    title: "Storage full",
    advice: "Nothing was saved, but reading still works. Repeat the request later.",
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
  scopes?: readonly string[];
  isTokenRefused?: boolean;
  ruleId?: number;
  movedTo?: string;
  isDecided?: boolean;
}

/** `detail` tells the caller what is wrong and how to fix it. */
export class Problem extends Error {
  readonly errors: FieldError[] = [];
  readonly nextActions: NextAction[] = [];
  readonly retryAfter?: number;
  readonly scopes?: readonly string[];
  readonly isTokenRefused: boolean = false;
  /** The rule against abuse that refused the call. Its hits are counted after the call, whose transaction ends without them. */
  readonly ruleId?: number;
  /** The slug of the listing into which the requested one was merged. Reads of its paths are redirected. */
  readonly movedTo?: string;
  /** The team has decided the case before. */
  readonly isDecided: boolean = false;
  rateLimit?: RateLimitState;
  warnings: Warning[] = [];
  isReplayed = false;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    extras: ProblemExtras = {},
  ) {
    super(detail);
    Object.assign(this, extras);
  }

  get status(): number {
    return problems[this.code].status;
  }
}

export type ProblemSummary = Pick<Problem, "code" | "detail" | "errors" | "retryAfter" | "nextActions">;

/** The body of a problem, which is the same in REST responses and in MCP's `structuredContent`. */
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
    type: `${about.docsUrl}/problems#${problem.code}`,
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

export function notFound(what: string, id: string | number, nextActions: NextAction[] = [], hint = ""): never {
  throw new Problem("not_found", `There is no ${what} "${shorten(String(id))}" here.${hint}`, { nextActions });
}

/** Ends the call because a setting is 0 or `closed`. `detail` says what is closed. */
export function closed(detail: string): never {
  throw new Problem("forbidden", detail);
}

export function invalid(field: string, code: string, message: string, more: Partial<FieldError> = {}): never {
  throw new Problem("validation_failed", `${field}: ${message}`, { errors: [{ field, code, message, ...more }] });
}

/** Throws 422 if fields have errors. The detail repeats the first one. */
export function requireValid(errors: readonly FieldError[], nextActions: NextAction[] = []): void {
  const [first] = errors;
  if (!first) return;
  throw new Problem("validation_failed", `${first.field} ${first.message}.`, { errors: [...errors], nextActions });
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
