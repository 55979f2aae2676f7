import { OAuthError } from "#auth/oauth/errors.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { asProblem } from "../server/as-problem.ts";
import { everyAnswer } from "../server/plain-answer.ts";
import { note } from "../server/request-notes.ts";
import type { Runtime } from "../server/runtime.ts";

// RFC 6749 §5.1: responses with tokens must not be stored. Clients in browsers can read all responses, including
// errors.
const common = {
  ...everyAnswer,
  "cache-control": "no-store",
  pragma: "no-cache",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, WWW-Authenticate, X-Request-Id",
};

export function oauthResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const init = { status, headers: { ...common, ...headers } };
  return body === null ? new Response(null, init) : Response.json(body, init);
}

export const oauthError = (
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Response => oauthResponse(status, { error, error_description: description }, headers);

/** Returns the response for an exception. Unexpected errors are logged, and the response does not reveal their cause. */
export function responseToError(error: unknown, request: Request, requestId: string, runtime: Runtime): Response {
  if (error instanceof OAuthError) {
    note(request, { code: error.code });
    // RFC 6749 §5.2 requires a challenge only if the client sent an Authorization header.
    const needsChallenge = error.status === 401 && request.headers.has("authorization");
    const headers = needsChallenge ? { "www-authenticate": 'Basic realm="slipway", charset="UTF-8"' } : undefined;
    return oauthError(error.status, error.code, error.description, headers);
  }
  if (error instanceof StorageFull) {
    const { status, detail } = asProblem(error, { requestId }, runtime);
    return oauthError(status, "temporarily_unavailable", detail);
  }
  runtime.log.error({ request_id: requestId, err: withoutValues(error) }, "unexpected error in an OAuth endpoint");
  return oauthError(
    500,
    "server_error",
    `Something went wrong on our side. Include request ID ${requestId} in your report.`,
  );
}

// The message of a failed SQL statement lists its values, and some of these are derived from secrets.
function withoutValues(error: unknown): { type: string; message: string; at?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error" };
  const cause = error.cause instanceof Error ? error.cause : error;
  const [message = ""] = cause.message.split(/\n?params:/);
  const frames = error.stack?.match(/^ +at .*$/gm)?.slice(0, 8);
  return { type: cause.name, message, at: frames?.join("\n") };
}
