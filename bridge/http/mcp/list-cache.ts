import { ending, isJsonAnswer, type McpAnswer, opening } from "./answer.ts";
import type { Era, PlainRequest } from "./plain-request.ts";

/**
 * Caches the SDK's response to `tools/list` without its id, because the list is long and the same for everyone in an
 * era.
 */
export function createListCache() {
  const answers = new Map<Era, Buffer>();

  return async ({ era, id }: PlainRequest, serve: () => Promise<Response>): Promise<McpAnswer> => {
    const known = answers.get(era);
    if (known) return Buffer.concat([known, Buffer.from(ending(id))]);

    const response = await serve();
    if (!isJsonAnswer(response)) return response;
    const text = await response.text();
    if (text.startsWith(opening) && text.endsWith(ending(id)))
      answers.set(era, Buffer.from(text.slice(0, -ending(id).length)));
    return text;
  };
}
