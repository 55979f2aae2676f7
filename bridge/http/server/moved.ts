import { Problem } from "#tools/core/errors/errors.ts";
import { everyAnswer } from "./plain-answer.ts";

/** Throws if the output is the listing into which the requested one was merged. */
export function requireUnmoved(output: { slug?: unknown; merged_from?: unknown }): void {
  if (typeof output.merged_from === "string") throw moved(String(output.slug));
}

export const moved = (movedTo: string) =>
  new Problem("not_found", `This listing was merged into "${movedTo}".`, { movedTo });

export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Redirects from a path of a merged listing to the same path of the remaining one. Returns null for other errors. */
export function movedResponse(error: unknown, request: Request, requestId: string): Response | null {
  if (!(error instanceof Problem) || error.movedTo === undefined || !isRead(request)) return null;
  // A client may send an invalid `Host`, so the target is a path.
  const path = request.url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");
  return new Response(null, {
    status: 308,
    headers: {
      ...everyAnswer,
      location: path.replace(/(\/listings\/)[^/?.#]+/, `$1${error.movedTo}`),
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Location, X-Request-Id",
      "cache-control": "public, max-age=300",
      "x-request-id": requestId,
    },
  });
}
