/** Error codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7009 §2.2.1, RFC 7591 §3.2.2 and RFC 8707 §2. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "server_error"
  | "temporarily_unavailable"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** An error response of an OAuth endpoint. `description` is for the client's developers. */
export class OAuthError extends Error {
  readonly description: string;

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
  ) {
    super(description);
    // RFC 6749 §5.2 allows printable ASCII except quotes and backslashes.
    this.description = description.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
  }

  /** RFC 6749 §5.2 requires 401 if client authentication failed, and 400 otherwise. */
  get status(): 400 | 401 {
    return this.code === "invalid_client" ? 401 : 400;
  }
}
