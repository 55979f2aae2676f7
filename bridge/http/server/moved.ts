import { Problem } from "#tools/core/errors/errors.ts";
import { serializedOf } from "#tools/core/operations/serialized-output.ts";
import { logged } from "./access-log.ts";
import { everyAnswer } from "./plain-answer.ts";
import { hostName, type Runtime } from "./runtime.ts";

/** Throws if the output is the listing into which the requested one was merged. */
export function requireUnmoved(output: { slug?: unknown; merged_from?: unknown }): void {
  // Reading a field would parse a stored response.
  if (serializedOf(output)?.counted?.isMoved === false) return;
  if (typeof output.merged_from === "string") throw moved(String(output.slug));
}

export const moved = (movedTo: string) =>
  new Problem("not_found", `This listing was merged into "${movedTo}".`, { movedTo });

export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

const targetOf = ({ url }: Request) => url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");

/**
 * Redirects every request for a former host to the same path of `BASE_URL`. Status 308 keeps the method and the body,
 * so that forms and API calls continue to work. Health checks may use any host.
 */
export function redirectFormerHosts(runtime: Runtime, hosts: readonly string[]) {
  const former = new Set(hosts);
  const redirect = logged(runtime, "former_host", "*", async (request, requestId) => {
    const location = runtime.baseUrl + targetOf(request);
    return new Response(null, { status: 308, headers: { ...everyAnswer, location, "x-request-id": requestId } });
  });
  return (request: Request): Promise<Response> | undefined =>
    former.has(hostName(request)) && !/^\/(?:healthz|readyz|metrics)$/.test(targetOf(request))
      ? redirect(request)
      : undefined;
}

/** Redirects from a path of a merged listing to the same path of the remaining one. Returns null for other errors. */
export function movedResponse(error: unknown, request: Request, requestId: string): Response | null {
  if (!(error instanceof Problem) || error.movedTo === undefined || !isRead(request)) return null;
  // A client may send an invalid `Host`, so the target is a path.
  const path = targetOf(request);
  return new Response(null, {
    status: 308,
    headers: {
      ...everyAnswer,
      location: path.replace(/(?<=\/(?:listings|compare)\/)[^/?.#]+|(?<=\/alternatives\/)[^/?#]+/, error.movedTo),
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Location, X-Request-Id",
      "cache-control": "public, max-age=300",
      "x-request-id": requestId,
    },
  });
}
