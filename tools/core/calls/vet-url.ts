import { invalid } from "../errors/errors.ts";
import type { CallContext } from "../operations/context.ts";
import { OutboundError } from "../ports/outbound.ts";

/** Throws 422 for an invalid or private URL, without sending a request. */
export function vetUrl({ outbound }: Pick<CallContext, "outbound">, field: string, url: string): URL {
  try {
    return outbound.vet(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return invalid(field, error.reason, error.message, { fix: "Send a public http or https URL." });
  }
}

export const withScheme = (given: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given.replace(/^\/\//, "")}`;
