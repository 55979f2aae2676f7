import { invalid } from "../errors/errors.ts";
import type { CallContext } from "../operations/context.ts";
import { OutboundError, type OutboundOptions, type OutboundReason } from "../ports/outbound.ts";

const messages: Partial<Record<OutboundReason, string>> = {
  bad_url: "must be a valid URL, such as https://example.com",
  forbidden_scheme: "must start with https:// or http://",
  forbidden_port: "must use port 80 or 443",
  has_credentials: "must not contain a user name or password",
  forbidden_address: "must lead to a public IP address",
};

/** Throws 422 for an invalid or private URL, without sending a request. */
export function vetUrl(
  { outbound }: Pick<CallContext, "outbound">,
  field: string,
  url: string,
  { httpsOnly = false }: Pick<OutboundOptions, "httpsOnly"> = {},
): URL {
  // A word such as a product's name is not a URL, even where local networks are allowed.
  if (/^(?!localhost$)[^.:]+$/.test(URL.parse(url)?.hostname ?? ""))
    invalid(field, "bad_url", "must contain a domain, such as example.com", {
      fix: "Send the full URL, such as https://example.com. If you do not know it, ask the user.",
    });
  try {
    return outbound.vet(url, { httpsOnly });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const isScheme = httpsOnly && error.reason === "forbidden_scheme";
    const message = isScheme ? "must start with https://" : (messages[error.reason] ?? error.message);
    return invalid(field, error.reason, message, { fix: `Send a public ${httpsOnly ? "" : "http or "}https URL.` });
  }
}

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

export const hasScheme = (given: string): boolean => scheme.test(given);

export const withScheme = (given: string): string =>
  hasScheme(given) ? given : `https://${given.replace(/^\/\//, "")}`;
