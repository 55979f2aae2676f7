import type * as Sdk from "@anthropic-ai/sdk";
import { ModelError, type ModelFailure } from "#tools/core/ports/language-model.ts";

export interface ClaudeFailure {
  error: ModelError;
  about: { status?: number; type?: string | null };
}

const remedies = new Map<number, string>([
  [401, "the API rejects the key; check ANTHROPIC_API_KEY"],
  [402, "the account has a billing problem; check its billing"],
  [403, "the key lacks permission; check its permissions and ANTHROPIC_MODEL"],
  [404, "the model or URL does not exist; check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL"],
]);

/** Turns an SDK error into our own error, which never contains the API key. */
export function claudeFailure(error: unknown, sdk: typeof Sdk, apiKey: string): ClaudeFailure {
  if (error instanceof ModelError) return { error, about: {} };
  // The caller's own abort has already been handled, so this abort comes from our deadline.
  if (error instanceof sdk.APIConnectionTimeoutError || error instanceof sdk.APIUserAbortError)
    return { error: new ModelError("timeout", "no response in time"), about: {} };
  if (error instanceof sdk.APIConnectionError)
    return { error: new ModelError("failed", "the API is unreachable; check ANTHROPIC_BASE_URL"), about: {} };
  if (!(error instanceof sdk.APIError))
    return { error: new ModelError("invalid", "the response does not have the API's message format"), about: {} };

  const { status = 0, type, errorCode, apiMessage } = error;
  const reason = reasonOf(status, errorCode);
  const said = apiMessage?.replaceAll(apiKey, "***").slice(0, 200) ?? "";
  const message =
    reason === "failed"
      ? [remedies.get(status) ?? "the API rejected the request", said].filter(Boolean).join(": ")
      : `the API returned ${status}`;
  return { error: new ModelError(reason, message), about: { status, type: errorCode ?? type } };
}

function reasonOf(status: number, code: string | null): ModelFailure {
  // Status 429 can also mean that the budget is spent. Waiting does not help then (Claude API, "Rate limits").
  if (status === 429) return code?.endsWith("spend_limit_reached") ? "failed" : "rate_limited";
  if (status >= 500 || status === 408 || status === 409) return "overloaded";
  return "failed";
}
