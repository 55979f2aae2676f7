const maxRequestCharacters = 2048;
const maxAnswers = 256;
// All that the SDK reads of a request besides its body.
const readHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/**
 * Keeps the answers to `tools/list`: the list is long and the same for everyone. A request that repeats an earlier one
 * in all but its id gets that answer with its own id, so which requests are valid stays the SDK's decision.
 */
export function createListCache() {
  const answers = new Map<string, string>();

  return async (
    request: Request,
    message: unknown,
    size: number,
    answer: () => Promise<Response>,
  ): Promise<Response> => {
    if (size > maxRequestCharacters || !isListRequest(message)) return answer();
    const { id, ...rest } = message;
    const key = JSON.stringify([rest, ...readHeaders.map((name) => request.headers.get(name))]);
    const ending = `,"id":${JSON.stringify(id)}}`;
    const known = answers.get(key);
    if (known !== undefined) return jsonResponse(known + ending);

    const response = await answer();
    if (response.status !== 200 || response.headers.get("content-type") !== "application/json") return response;
    const text = await response.text();
    if (text.endsWith(ending)) {
      const start = text.slice(0, -ending.length);
      if (answers.size >= maxAnswers) answers.clear();
      // Clients differ in what they say of themselves, the list does not: it is held once.
      answers.set(key, answers.values().find((held) => held === start) ?? start);
    }
    return jsonResponse(text);
  };
}

const jsonResponse = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });

interface ListRequest {
  id: string | number;
  method: "tools/list";
}

function isListRequest(message: unknown): message is ListRequest {
  const { id, method } = (message ?? {}) as Record<string, unknown>;
  return method === "tools/list" && (typeof id === "string" || Number.isSafeInteger(id));
}
