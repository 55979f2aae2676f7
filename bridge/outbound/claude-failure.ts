import type * as Sdk from "@anthropic-ai/sdk";
import { ModelError, type ModelFailure } from "#tools/core/ports/language-model.ts";

export interface ClaudeFailure {
  error: ModelError;
  /** For the log. */
  about: { status?: number; type?: string | null };
}

/** What to mend, for the person who runs the server. */
const remedies = new Map<number, string>([
  [401, "the key is not accepted; check ANTHROPIC_API_KEY"],
  [402, "the account cannot pay; check its billing"],
  [403, "the key may not do this; check its rights and ANTHROPIC_MODEL"],
  [404, "there is no such model or address; check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL"],
]);

/** Why there is no answer, from whatever the SDK threw. The key is never part of it. */
export function claudeFailure(error: unknown, sdk: typeof Sdk, apiKey: string): ClaudeFailure {
  if (error instanceof ModelError) return { error, about: {} };
  // The caller's own abort is dealt with before, so this one is our deadline.
  if (error instanceof sdk.APIConnectionTimeoutError || error instanceof sdk.APIUserAbortError)
    return { error: new ModelError("timeout", "no answer in time"), about: {} };
  if (error instanceof sdk.APIConnectionError)
    return { error: new ModelError("failed", "the API cannot be reached; check ANTHROPIC_BASE_URL"), about: {} };
  if (!(error instanceof sdk.APIError))
    return { error: new ModelError("invalid", "what the API answers is not a message of its own format"), about: {} };

  const { status = 0, type, errorCode, apiMessage } = error;
  const reason = reasonOf(status, errorCode);
  const said = apiMessage?.replaceAll(apiKey, "***").slice(0, 200) ?? "";
  const message =
    reason === "failed"
      ? [remedies.get(status) ?? "the API refuses the request", said].filter(Boolean).join(": ")
      : `the API answers ${status}`;
  return { error: new ModelError(reason, message), about: { status, type: errorCode ?? type } };
}

function reasonOf(status: number, code: string | null): ModelFailure {
  // A spent budget comes as 429 too, and waiting does not help (Claude API, "Rate limits").
  if (status === 429) return code?.endsWith("spend_limit_reached") ? "failed" : "rate_limited";
  if (status >= 500 || status === 408 || status === 409) return "overloaded";
  return "failed";
}
