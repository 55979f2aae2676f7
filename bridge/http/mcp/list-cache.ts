import { isJsonResponse, type McpResponse, responseEnd, responseStart } from "./json-response.ts";
import type { Era, PlainRequest } from "./plain-request.ts";

/**
 * Caches the SDK's `tools/list` response without its id. The response is long, and all clients of an era get the same
 * one.
 */
export function createListCache() {
  const answers = new Map<Era, Buffer>();

  return async ({ era, id }: PlainRequest, serve: () => Promise<Response>): Promise<McpResponse> => {
    const known = answers.get(era);
    if (known) return Buffer.concat([known, Buffer.from(responseEnd(id))]);

    const response = await serve();
    if (!isJsonResponse(response)) return response;
    const text = await response.text();
    if (text.startsWith(responseStart) && text.endsWith(responseEnd(id)))
      answers.set(era, Buffer.from(text.slice(0, -responseEnd(id).length)));
    return text;
  };
}
