import { StorageFull } from "#db/store/storage-full.ts";
import { NotWritable } from "#db/store/store.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { Exchange } from "./respond.ts";
import type { Runtime } from "./runtime.ts";

/** Converts an exception to a problem. Unexpected errors are logged and become a 500 without details. */
export function asProblem(error: unknown, { requestId }: Pick<Exchange, "requestId">, runtime: Runtime): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StorageFull) {
    runtime.log.warn({ request_id: requestId }, "the disk is full");
    return new Problem("storage_full", "There is no room left to save this; nothing was changed.");
  }
  if (error instanceof NotWritable) {
    runtime.log.warn({ request_id: requestId, err: error }, "nothing can be written now");
    return new Problem("unavailable", "Nothing can be changed at the moment; everything can still be read.", {
      retryAfter: 5,
    });
  }
  runtime.log.error({ request_id: requestId, err: error }, "unexpected error");
  return new Problem("internal", `Something went wrong on our side. Name request ${requestId} when you report it.`);
}
