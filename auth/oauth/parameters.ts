import { OAuthError } from "./errors.ts";

/** The known parameters and the maximum length of their values. */
const limits = {
  client_id: 2000,
  client_secret: 1000,
  code: 1000,
  code_challenge: 1000,
  code_challenge_method: 1000,
  code_verifier: 1000,
  grant_type: 1000,
  redirect_uri: 2000,
  refresh_token: 1000,
  resource: 2000,
  response_mode: 1000,
  response_type: 1000,
  scope: 1000,
  state: 4000,
  token: 1000,
  token_type_hint: 1000,
} as const;

type ParameterName = keyof typeof limits;
export type Parameters = Partial<Record<ParameterName, string>>;
const known = Object.keys(limits) as ParameterName[];

/**
 * Reads the parameters of a request. Throws if a parameter is given twice (RFC 6749 §3.1 and §3.2) or is too long.
 * Empty parameters count as absent, and unknown ones are ignored (§3.1).
 */
export function readParameters(source: URLSearchParams, names: readonly ParameterName[] = known): Parameters {
  const found: Parameters = {};
  for (const name of names) {
    const [value, ...more] = source.getAll(name);
    // RFC 8707 §2 allows several resources, but we issue tokens for one at a time.
    const code = name === "resource" ? "invalid_target" : "invalid_request";
    if (more.length > 0) throw new OAuthError(code, `${name} is given more than once`);
    if (!value) continue;
    if (value.length > limits[name])
      throw new OAuthError("invalid_request", `${name} is longer than ${limits[name]} characters`);
    found[name] = value;
  }
  return found;
}
