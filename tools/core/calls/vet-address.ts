import { invalid } from "../errors/errors.ts";
import type { CallContext } from "../operations/context.ts";
import { OutboundError } from "../ports/outbound.ts";

/** An address that a user gave, as it will be asked; what is wrong with it without asking is a 422 of `field`. */
export function vetAddress({ outbound }: Pick<CallContext, "outbound">, field: string, address: string): URL {
  try {
    return outbound.vet(address);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return invalid(field, error.reason, error.message, { fix: "Give a public web address." });
  }
}

/** The URL that a person wrote, who may leave out the scheme. */
export const withScheme = (given: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given.replace(/^\/\//, "")}`;
