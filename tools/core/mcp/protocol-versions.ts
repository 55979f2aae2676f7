/** Protocol versions in which a session begins with `initialize`, preferred version first. */
export const initializeVersions = ["2025-11-25", "2025-06-18", "2025-03-26"];

export const protocolVersions = ["2026-07-28", ...initializeVersions];

export const accessTexts = {
  versions: `The MCP server supports protocol version ${protocolVersions[0]}. It also supports ${initializeVersions.slice(0, -1).join(", ")} and ${initializeVersions.at(-1)}. Sessions in these older versions begin with initialize.`,
  signIn:
    "Public tools need no sign-in. If a tool needs an account, the server returns 401. The WWW-Authenticate header contains the URL of the protected resource metadata (RFC 9728). The metadata lists the authorization server. The client uses OAuth 2.1: the authorization code flow with PKCE (S256). It identifies itself with a client ID metadata document or registers dynamically (RFC 7591). The user signs in and chooses what the assistant may do. A client can send an API key as a bearer token instead.",
};
