import { StorageFull } from "#db/store/storage-full.ts";
import { NotWritable } from "#db/store/store.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { Exchange } from "./respond.ts";
import type { Runtime } from "./runtime.ts";

/** Converts an exception to a problem. Unexpected errors are logged and become a 500 without details. */
export function asProblem(error: unknown, { requestId }: Pick<Exchange, "requestId">, runtime: Runtime): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StorageFull) {
    runtime.log.warn({ request_id: requestId }, "write refused because the disk is full");
    return new Problem("storage_full", "There is no space left to save this. Nothing was changed.");
  }
  if (error instanceof NotWritable) {
    runtime.log.warn({ request_id: requestId, err: error }, "write refused because no writer is available");
    const detail = "Changes are not possible at the moment, but you can still read data. Try again in a few seconds.";
    return new Problem("unavailable", detail, { retryAfter: 5 });
  }
  runtime.log.error({ request_id: requestId, err: error }, "unexpected error");
  return new Problem("internal", `Something went wrong on our side. Include request ID ${requestId} in your report.`);
}
