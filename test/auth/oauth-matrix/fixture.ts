import * as oauth from "oauth4webapi";
import { verifyBearer } from "#auth/verify.ts";
import { newPerson, type Person } from "../../support/clients/person.ts";
import { backLink } from "../../support/clients/visitor.ts";
import { addSite } from "../../support/records/records.ts";
import { startTestServer, type TestServer, testNow } from "../../support/server/harness.ts";
import { type DocumentHost, startDocumentHost } from "./documents-host.ts";

/** One row of the matrix: a requirement of a specification, and its check through HTTP. */
export interface Requirement {
  source: string;
  requirement: string;
  check(fixture: Fixture): Promise<void>;
}

/** A running server, a signed-in user, and a host of metadata documents. */
export interface Fixture {
  server: TestServer;
  person: Person;
  documents: DocumentHost;
  as: oauth.AuthorizationServer;
  pass(seconds: number): void;
  stop(): Promise<void>;
}

export const insecure = { [oauth.allowInsecureRequests]: true };
export const redirectUri = "http://127.0.0.1:49152/callback";

export async function openFixture(): Promise<Fixture> {
  const documents = startDocumentHost(redirectUri);
  let now = testNow;
  const outbound = { allowNetworks: ["127.0.0.1/32"], ca: documents.ca };
  const server = await startTestServer({ now: () => now, outbound });
  await server.store.write((tx) => addSite(tx, "games"));
  const person = await newPerson(server);
  const issuer = new URL(server.url);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  return {
    server,
    person,
    documents,
    as: await oauth.processDiscoveryResponse(issuer, answer),
    pass(seconds) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    async stop() {
      await server.stop();
      documents.stop();
    },
  };
}

/** A client, with its metadata and authentication. */
export interface Client {
  client_id: string;
  metadata: oauth.Client;
  auth: oauth.ClientAuth;
}

export async function registered({ as }: Fixture, changes: Partial<oauth.Client> = {}): Promise<Client> {
  const answer = await oauth.dynamicClientRegistrationRequest(
    as,
    { redirect_uris: [redirectUri], client_name: "Matrix", token_endpoint_auth_method: "none", ...changes },
    insecure,
  );
  const metadata = await oauth.processDynamicClientRegistrationResponse(answer);
  const secret = String(metadata.client_secret);
  const auth = {
    none: oauth.None(),
    client_secret_basic: oauth.ClientSecretBasic(secret),
    client_secret_post: oauth.ClientSecretPost(secret),
  }[String(metadata.token_endpoint_auth_method)]!;
  return { client_id: metadata.client_id, metadata, auth };
}

export const documentClient = (clientId: string): Client => ({
  client_id: clientId,
  metadata: { client_id: clientId },
  auth: oauth.None(),
});

interface Attempt {
  verifier: string;
  state: string;
  url: URL;
}

/** Builds an authorization request. `changes` replace its parameters; undefined removes one. */
export async function attempt(
  { as }: Fixture,
  client: Pick<Client, "client_id">,
  changes: Record<string, string | undefined> = {},
): Promise<Attempt> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(as.authorization_endpoint!);
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return { verifier, state, url };
}

/** Allows the request. The client library checks state and `iss` of the response. */
export async function allowed(
  fixture: Fixture,
  client: Client,
  changes: Record<string, string | undefined> = {},
  scopes?: string[],
): Promise<{ parameters: URLSearchParams; verifier: string }> {
  const { url, verifier, state } = await attempt(fixture, client, changes);
  const location = await fixture.person.decide(url, "allow", scopes);
  return { parameters: oauth.validateAuthResponse(fixture.as, client.metadata, new URL(location), state), verifier };
}

export async function exchanged(
  { as }: Fixture,
  client: Client,
  code: { parameters: URLSearchParams; verifier: string },
  more: { redirect?: string; additionalParameters?: Record<string, string> } = {},
): Promise<oauth.TokenEndpointResponse> {
  const { redirect = redirectUri, additionalParameters } = more;
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    client.metadata,
    client.auth,
    code.parameters,
    redirect,
    code.verifier,
    { ...insecure, additionalParameters },
  );
  return oauth.processAuthorizationCodeResponse(as, client.metadata, answer);
}

export const connected = async (
  fixture: Fixture,
  client: Client,
  changes?: Record<string, string>,
  scopes?: string[],
): Promise<oauth.TokenEndpointResponse> => exchanged(fixture, client, await allowed(fixture, client, changes, scopes));

export async function refreshed(
  { as }: Fixture,
  client: Client,
  refreshToken: string | undefined,
  additionalParameters: Record<string, string> = {},
): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.refreshTokenGrantRequest(as, client.metadata, client.auth, refreshToken!, {
    ...insecure,
    additionalParameters,
  });
  return oauth.processRefreshTokenResponse(as, client.metadata, answer);
}

export async function revoked({ as }: Fixture, client: Client, token: string): Promise<void> {
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, client.metadata, client.auth, token, insecure),
  );
}

/** Returns the status and code of an error, as the client library reads them, or "accepted". */
export const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => "accepted",
    (error: unknown) => {
      if (error instanceof oauth.ResponseBodyError) return `${error.status} ${error.error}`;
      if (error instanceof oauth.AuthorizationResponseError) return `redirect ${error.error}`;
      // The library reads a challenge before the body.
      if (error instanceof oauth.WWWAuthenticateChallengeError) return `${error.status} ${error.cause[0]!.scheme}`;
      throw error;
    },
  );

/** Returns the error of an authorization request after the user agrees to go back to the client. */
export async function redirected(fixture: Fixture, client: Client, changes: Record<string, string | undefined>) {
  const { url, state } = await attempt(fixture, client, changes);
  const location = backLink((await fixture.person.open(url)).html);
  return refusal(
    Promise.resolve().then(() =>
      oauth.validateAuthResponse(fixture.as, client.metadata, new URL(location ?? "x:"), state),
    ),
  );
}

/** Returns whether an access token is valid for a resource, by default the main one. */
export async function opens({ server }: Fixture, token: string, resource = `${server.url}/mcp`): Promise<boolean> {
  return (await verifyBearer(server.store.read, token, resource, server.runtime.now())) !== null;
}

/** Sends a form that the client library would not send. */
export async function postForm(
  { server }: Fixture,
  path: string,
  body: string | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string> {
  const type = "application/x-www-form-urlencoded";
  const answer = await fetch(`${server.url}/oauth/${path}`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
  });
  const { error } = (await answer.json()) as { error: string };
  return `${answer.status} ${error}`;
}
