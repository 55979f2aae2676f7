import { OAuthError } from "#auth/oauth/errors.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { asProblem } from "../server/as-problem.ts";
import { everyAnswer } from "../server/plain-answer.ts";
import type { Runtime } from "../server/runtime.ts";

// RFC 6749 §5.1: nothing that holds a token or a secret may be kept. Browser clients read answers and errors alike.
const common = {
  ...everyAnswer,
  "cache-control": "no-store",
  pragma: "no-cache",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, WWW-Authenticate, X-Request-Id",
};

export const oauthAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  body === null
    ? new Response(null, { status, headers: { ...common, ...headers } })
    : Response.json(body, { status, headers: { ...common, ...headers } });

/** An error in the form of RFC 6749 §5.2, for refusals that have a status of their own. */
export const oauthRefusal = (
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Response => oauthAnswer(status, { error, error_description: description }, headers);

/** Any exception as an answer; what we did not foresee is logged and says nothing of its cause. */
export function oauthFailure(error: unknown, request: Request, requestId: string, runtime: Runtime): Response {
  if (error instanceof OAuthError) {
    // RFC 6749 §5.2: the challenge answers the scheme that was used; without one there is nothing to challenge.
    const challenge = error.status === 401 && request.headers.has("authorization");
    return oauthRefusal(
      error.status,
      error.code,
      error.description,
      challenge ? { "www-authenticate": 'Basic realm="slipway", charset="UTF-8"' } : {},
    );
  }
  if (error instanceof StorageFull) {
    const { status, detail } = asProblem(error, { requestId }, runtime);
    return oauthRefusal(status, "temporarily_unavailable", detail);
  }
  runtime.log.error({ request_id: requestId, err: withoutValues(error) }, "unexpected error of an oauth endpoint");
  return oauthRefusal(500, "server_error", `Something went wrong on our side. Name request ${requestId} to report it.`);
}

// Messages of failed statements list their values, some of which follow from secrets; where it happened is enough.
function withoutValues(error: unknown): { type: string; message: string; at?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error" };
  const cause = error.cause instanceof Error ? error.cause : error;
  const [message = ""] = cause.message.split(/\n?params:/);
  return {
    type: cause.name,
    message,
    at: error.stack
      ?.match(/^ +at .*$/gm)
      ?.slice(0, 8)
      .join("\n"),
  };
}
