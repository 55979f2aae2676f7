import {
  envelopeKey,
  isJsonAnswer,
  isRequestId,
  type McpAnswer,
  maxEnvelopeCharacters,
  type RequestId,
} from "./mcp-envelope.ts";

const maxAnswers = 256;

/**
 * Keeps the answers to `tools/list`: the list is long and the same for everyone. A request that repeats an earlier one
 * in all but its id gets that answer with its own id, so which requests are valid stays the SDK's decision.
 */
export function createListCache() {
  const answers = new Map<string, Buffer>();

  return async (
    request: Request,
    message: unknown,
    size: number,
    answer: () => Promise<Response>,
  ): Promise<McpAnswer> => {
    if (size > maxEnvelopeCharacters || !isListRequest(message)) return answer();
    const { id, ...rest } = message;
    const key = envelopeKey(request, rest);
    const ending = `,"id":${JSON.stringify(id)}}`;
    const known = answers.get(key);
    if (known !== undefined) return Buffer.concat([known, Buffer.from(ending)]);

    const response = await answer();
    if (!isJsonAnswer(response)) return response;
    const text = await response.text();
    if (text.endsWith(ending)) {
      const start = Buffer.from(text.slice(0, -ending.length));
      if (answers.size >= maxAnswers) answers.clear();
      // Clients differ in what they say of themselves, the list does not: it is held once.
      answers.set(key, answers.values().find((held) => held.equals(start)) ?? start);
    }
    return text;
  };
}

interface ListRequest {
  id: RequestId;
  method: "tools/list";
}

function isListRequest(message: unknown): message is ListRequest {
  const { id, method } = (message ?? {}) as Record<string, unknown>;
  return method === "tools/list" && isRequestId(id);
}
