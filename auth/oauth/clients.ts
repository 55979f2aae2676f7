import { clientById, type OAuthClient } from "#db/queries/accounts/credentials.ts";
import { saveClientDocument } from "#db/queries/accounts/oauth.ts";
import type { ClientMetadata } from "#db/schema/oauth.ts";
import type { Store } from "#db/store/store.ts";
import { hashSecret } from "../secrets.ts";
import { parseClientMetadata } from "./client-metadata.ts";
import { OAuthError } from "./errors.ts";
import type { Parameters } from "./parameters.ts";
import { after } from "./server.ts";

/** Sends a GET request to a public host and follows no redirects. Throws if no response arrives within the limits. */
export type FetchDocument = (
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
  /** The network of the caller that caused this request. The rate limit counts by network. */
  network: string,
) => Promise<{ status: number; contentType: string; cacheControl: string; body: string }>;

export interface ClientSource {
  store: Pick<Store, "read" | "write">;
  fetchDocument: FetchDocument;
}

/** Returns whether a client id is the URL of a metadata document (client-id-metadata-document draft, §3). */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith("https://") || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  // Ids are compared as text, so only a URL in its canonical form is accepted.
  const isCanonical = url.href === clientId && !clientId.includes("#");
  return isCanonical && url.pathname !== "/" && url.username === "" && url.password === "";
}

/**
 * Returns a registered client, or the client that a metadata document describes. An expired document is fetched again.
 * Throws invalid_client.
 */
export async function resolveClient(
  source: ClientSource,
  clientId: string,
  { now, network }: { now: Date; network: string },
): Promise<OAuthClient> {
  const known = await clientById(source.store.read, clientId);
  if (known && (known.freshUntil === null || known.freshUntil > now.toISOString())) return known;
  if (!isDocumentUrl(clientId)) throw new OAuthError("invalid_client", notRegistered);
  return fetchClient(source, clientId, now, network);
}

const notRegistered = "this client is not registered; register it again, or use a client ID metadata document";

// Section 6.6 of the draft recommends 5 kB, but some published documents are larger.
const maxBytes = 16_384;
// The user is waiting for the page.
const timeoutMs = 3_000;

async function fetchClient(
  { store, fetchDocument }: ClientSource,
  clientId: string,
  now: Date,
  network: string,
): Promise<OAuthClient> {
  const response = await fetchDocument(clientId, { maxBytes, timeoutMs }, network).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : "no response";
    throw new OAuthError("invalid_client", `the client metadata document cannot be fetched: ${reason}`);
  });
  const metadata = parseDocument(clientId, response);
  const freshUntil = after(now, freshSeconds(response.cacheControl));
  await store.write((tx) => saveClientDocument(tx, { id: clientId, metadata, freshUntil }, now));
  return { id: clientId, kind: "document", secretHash: null, metadata, freshUntil };
}

function parseDocument(clientId: string, response: Awaited<ReturnType<FetchDocument>>): ClientMetadata {
  const fault = (text: string) => new OAuthError("invalid_client", `the client metadata document ${text}`);
  if (response.status !== 200) throw fault(`has the status ${response.status} instead of 200`);
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(response.contentType))
    throw fault("is not served as application/json");
  let document: unknown;
  try {
    document = JSON.parse(response.body);
  } catch {
    throw fault("is not valid JSON");
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) throw fault("is not a JSON object");
  // Section 4.1 of the draft requires a simple string comparison.
  if ((document as { client_id?: unknown }).client_id !== clientId)
    throw fault("has a client_id that differs from its URL");
  if ("client_secret" in document || "client_secret_expires_at" in document)
    throw fault("must not contain a client_secret");
  if (!("client_name" in document)) throw fault("has no client_name");
  const metadata = parseClientMetadata({ token_endpoint_auth_method: "none", ...document }, "invalid_client");
  if (metadata.token_endpoint_auth_method !== "none")
    throw fault("must set token_endpoint_auth_method to none, because a public document cannot contain a secret");
  return metadata;
}

const cacheSeconds = { min: 60, max: 86_400, default: 3_600 };

// Returns how many seconds to cache a document. This is the max-age in its headers (RFC 9111 §5.2.2), but at least a
// minute and at most a day.
function freshSeconds(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return cacheSeconds.min;
  const maxAge = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl);
  return maxAge ? Math.min(cacheSeconds.max, Math.max(cacheSeconds.min, Number(maxAge[1]))) : cacheSeconds.default;
}

/**
 * Authenticates the client of a token or revocation request (RFC 6749 §2.3.1). The client must use the method that it
 * registered. Metadata documents are not fetched here, so access continues while the client's own server is down.
 */
export async function authenticateClient(
  source: Pick<ClientSource, "store">,
  authorization: string | null,
  body: Parameters,
): Promise<OAuthClient> {
  const basic = readBasic(authorization);
  if (basic && body.client_secret !== undefined)
    throw new OAuthError("invalid_request", "use either the Authorization header or client_secret, not both");
  if (basic && body.client_id !== undefined && body.client_id !== basic.id)
    throw new OAuthError("invalid_request", "client_id differs from the Authorization header");
  const id = basic?.id ?? body.client_id;
  if (id === undefined) throw new OAuthError("invalid_client", "client_id is missing");
  const client = await clientById(source.store.read, id);
  if (!client) throw new OAuthError("invalid_client", notRegistered);
  const method = basic ? "client_secret_basic" : body.client_secret !== undefined ? "client_secret_post" : "none";
  const registered = client.metadata.token_endpoint_auth_method;
  if (method !== registered) throw new OAuthError("invalid_client", `this client must authenticate with ${registered}`);
  if (method !== "none" && client.secretHash !== hashSecret(basic?.secret ?? body.client_secret!))
    throw new OAuthError("invalid_client", "the client secret is incorrect");
  return client;
}

function readBasic(authorization: string | null): { id: string; secret: string } | null {
  if (authorization === null) return null;
  const match = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization);
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(match ? Buffer.from(match[1]!, "base64").toString("utf8") : "") ?? [];
  if (id === undefined || secret === undefined)
    throw new OAuthError("invalid_client", "the Authorization header is not valid Basic authentication");
  try {
    // RFC 6749 §2.3.1: both parts are form-urlencoded.
    return { id: decodeForm(id), secret: decodeForm(secret) };
  } catch {
    throw new OAuthError("invalid_client", "the Authorization header is not form-urlencoded");
  }
}

const decodeForm = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
