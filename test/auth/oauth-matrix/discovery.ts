import { expect } from "bun:test";
import * as oauth from "oauth4webapi";
import { insecure, type Requirement } from "./fixture.ts";

export const discovery: Requirement[] = [
  {
    source: "RFC 8414 §3.3",
    requirement: "the metadata contains the same issuer",
    async check({ as, server }) {
      expect(as.issuer).toBe(server.url);
    },
  },
  {
    source: "RFC 8414 §2",
    requirement: "the metadata lists endpoints, methods, response and grant types",
    async check({ as, server }) {
      expect(as).toMatchObject({
        authorization_endpoint: `${server.url}/oauth/authorize`,
        token_endpoint: `${server.url}/oauth/token`,
        registration_endpoint: `${server.url}/oauth/register`,
        revocation_endpoint: `${server.url}/oauth/revoke`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      });
    },
  },
  {
    source: "RFC 7636, MCP security §Authorization Code Protection",
    requirement: "the metadata offers S256 and not plain",
    async check({ as }) {
      expect(as.code_challenge_methods_supported).toEqual(["S256"]);
    },
  },
  {
    source: "RFC 9207 §3, client metadata document draft §5",
    requirement: "the metadata announces iss and metadata documents",
    async check({ as }) {
      expect(as.authorization_response_iss_parameter_supported).toBe(true);
      expect(as.client_id_metadata_document_supported).toBe(true);
    },
  },
  {
    source: "RFC 9728 §3.1 and §3.3",
    requirement: "each site's resource metadata contains that resource and the one issuer",
    async check({ server }) {
      const { port } = new URL(server.url);
      for (const resource of [`${server.url}/mcp`, `http://games.localhost:${port}/mcp`]) {
        const { host } = new URL(resource);
        // The host is sent in the header, because not every machine resolves names below localhost.
        const at = new URL(`${server.url}/.well-known/oauth-protected-resource/mcp`);
        const answer = await fetch(at, { headers: { host } });
        const metadata = await oauth.processResourceDiscoveryResponse(new URL(resource), answer);
        expect(metadata.authorization_servers).toEqual([server.url]);
      }
    },
  },
  {
    source: "RFC 9728 §3.1",
    requirement: "a client finds the metadata from the URL of the resource alone",
    async check({ server }) {
      const resource = new URL(`${server.url}/mcp`);
      const answer = await oauth.resourceDiscoveryRequest(resource, insecure);
      const metadata = await oauth.processResourceDiscoveryResponse(resource, answer);
      expect(metadata.scopes_supported).toEqual(["account:read", "listings:write", "orders:write"]);
      expect(metadata.bearer_methods_supported).toEqual(["header"]);
    },
  },
];
