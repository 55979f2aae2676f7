import { clientById, type OAuthClient, saveClientDocument } from "#db/queries/accounts/oauth.ts";
import type { ClientMetadata } from "#db/schema/oauth.ts";
import type { Store } from "#db/store/store.ts";
import { hashSecret } from "../secrets.ts";
import { parseClientMetadata } from "./client-metadata.ts";
import { OAuthError } from "./errors.ts";
import type { Parameters } from "./parameters.ts";

/** A guarded GET that follows no redirect; throws where there is no answer within its limits. */
export type FetchDocument = (
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
  /** Network address of whoever made us ask. */
  askedBy: string,
) => Promise<{ status: number; contentType: string; cacheControl: string; body: string }>;

export interface ClientSource {
  store: Pick<Store, "read" | "write">;
  fetchDocument: FetchDocument;
}

/** Whether a client id is the address of a metadata document (client-id-metadata-document draft, §3). */
export function isDocumentAddress(clientId: string): boolean {
  if (!clientId.startsWith("https://") || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  // Ids are compared as text, so each address has one spelling; a written dot segment is none.
  const isCanonical = url.href === clientId && !clientId.includes("#");
  return isCanonical && url.pathname !== "/" && url.username === "" && url.password === "";
}

/** The client of an id: registered with us, or described by the document at that address, fetched anew when it has aged. Throws invalid_client. */
export async function resolveClient(
  source: ClientSource,
  clientId: string,
  { now, askedBy }: { now: Date; askedBy: string },
): Promise<OAuthClient> {
  const known = await clientById(source.store.read, clientId);
  if (known && (known.freshUntil === null || known.freshUntil > now.toISOString())) return known;
  if (!isDocumentAddress(clientId)) throw unknownClient();
  return fetchClient(source, clientId, now, askedBy);
}

const unknownClient = () =>
  new OAuthError(
    "invalid_client",
    "this client is not registered; register it again, or use a client ID metadata document",
  );

// Section 6.6 of the draft recommends 5 kB; some published documents are larger.
const maxBytes = 16_384;
// The person waits for the page meanwhile, and anyone may have us wait for any server.
const timeoutMs = 3_000;

async function fetchClient(
  { store, fetchDocument }: ClientSource,
  clientId: string,
  now: Date,
  askedBy: string,
): Promise<OAuthClient> {
  const answer = await fetchDocument(clientId, { maxBytes, timeoutMs }, askedBy).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : "no answer";
    throw new OAuthError("invalid_client", `the client metadata document cannot be fetched: ${reason}`);
  });
  const metadata = parseDocument(clientId, answer);
  const freshUntil = new Date(now.getTime() + freshSeconds(answer.cacheControl) * 1000).toISOString();
  await store.write((tx) => saveClientDocument(tx, { id: clientId, metadata, freshUntil }, now));
  return { id: clientId, kind: "document", secretHash: null, metadata, freshUntil };
}

function parseDocument(clientId: string, answer: Awaited<ReturnType<FetchDocument>>): ClientMetadata {
  const fault = (what: string) => new OAuthError("invalid_client", `the client metadata document ${what}`);
  if (answer.status !== 200) throw fault(`answered with status ${answer.status}`);
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(answer.contentType))
    throw fault("is not served as application/json");
  let document: unknown;
  try {
    document = JSON.parse(answer.body);
  } catch {
    throw fault("is not valid JSON");
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) throw fault("is not a JSON object");
  // Draft §4.1: simple string comparison.
  if ((document as { client_id?: unknown }).client_id !== clientId)
    throw fault("names another client_id than its address");
  if ("client_secret" in document || "client_secret_expires_at" in document)
    throw fault("must not hold a client_secret");
  if (!("client_name" in document)) throw fault("has no client_name");
  const metadata = parseClientMetadata({ token_endpoint_auth_method: "none", ...document }, "invalid_client");
  if (metadata.token_endpoint_auth_method !== "none")
    throw fault("must use token_endpoint_auth_method none: a public document cannot share a secret with us");
  return metadata;
}

const shortest = 60;
const longest = 86_400;
const usual = 3_600;

// Cached as its headers allow (RFC 9111 §5.2.2), within bounds that keep both us and a changed client usable.
function freshSeconds(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return shortest;
  const maxAge = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl);
  return maxAge ? Math.min(longest, Math.max(shortest, Number(maxAge[1]))) : usual;
}

/**
 * The client a token or revocation request comes from (RFC 6749 §2.3.1). It must authenticate in the one way it
 * registered; a public client is only named. Its document is not fetched here: what such a client may do was settled
 * when the person allowed it, and its own server being down must not end that.
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
  if (!client) throw unknownClient();
  const method = basic ? "client_secret_basic" : body.client_secret !== undefined ? "client_secret_post" : "none";
  const registered = client.metadata.token_endpoint_auth_method;
  if (method !== registered) throw new OAuthError("invalid_client", `this client authenticates with ${registered}`);
  if (method !== "none" && client.secretHash !== hashSecret(basic?.secret ?? body.client_secret!))
    throw new OAuthError("invalid_client", "the client secret is wrong");
  return client;
}

function readBasic(authorization: string | null): { id: string; secret: string } | null {
  if (authorization === null) return null;
  const match = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization);
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(match ? Buffer.from(match[1]!, "base64").toString("utf8") : "") ?? [];
  if (id === undefined || secret === undefined)
    throw new OAuthError("invalid_client", "the Authorization header is not valid Basic authentication");
  try {
    // RFC 6749 §2.3.1: both parts are form-urlencoded before they are joined.
    return { id: decodeForm(id), secret: decodeForm(secret) };
  } catch {
    throw new OAuthError("invalid_client", "the Authorization header is not form-urlencoded");
  }
}

const decodeForm = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
