import { OAuthError } from "./errors.ts";

export type Parameters = Record<string, string | undefined>;

const limits: Record<string, number> = {
  client_id: 2000,
  redirect_uri: 2000,
  state: 4000,
  scope: 1000,
  resource: 2000,
};
const defaultLimit = 1000;

/**
 * Parameters of a request; throws where one is given twice (RFC 6749 §3.1 and §3.2) or is too long. Empty ones count as
 * absent (§3.1), unknown ones are ignored.
 */
export function readParameters(source: URLSearchParams): Parameters {
  const found: Parameters = {};
  for (const [name, value] of source) {
    if (name in found) throw new OAuthError("invalid_request", `${ascii(name)} is given more than once`);
    const limit = limits[name] ?? defaultLimit;
    if (value.length > limit)
      throw new OAuthError("invalid_request", `${ascii(name)} is longer than ${limit} characters`);
    found[name] = value;
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ""));
}

// Error descriptions may hold only printable ASCII without quote and backslash (RFC 6749 §5.2).
const ascii = (text: string) => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 60);
