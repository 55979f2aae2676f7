import { allScopes } from "../scopes.ts";

export const authorizationServerMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: allScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  // RFC 9207 §3 and section 5 of the client-id-metadata-document draft define these fields.
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer}/docs`,
});

export const protectedResourceMetadata = (resource: string, issuer: string, name: string) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: allScopes,
  bearer_methods_supported: ["header"],
  resource_name: name,
  resource_documentation: `${issuer}/docs`,
});
