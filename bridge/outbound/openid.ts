import * as oauth from "oauth4webapi";
import type { ProvidedIdentity } from "#auth/provided-accounts.ts";
import { outboundRequest } from "./outbound-request.ts";

/** Values that the browser keeps until it returns from the provider. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Thrown if sign-in with the provider failed. The message gives the reason and is only logged. */
export class ProviderRefused extends Error {}

/** A provider of accounts, used through the authorization code flow with PKCE. */
export interface SignInProvider {
  /** The name of the provider in the paths of our pages. */
  key: string;
  label: string;
  issuer: string;
  begin(redirectUri: string, pending: PendingSignIn): Promise<string>;
  finish(callback: URL, redirectUri: string, pending: PendingSignIn): Promise<ProvidedIdentity>;
}

export interface ClientSettings {
  clientId: string;
  clientSecret: string;
  now(): Date;
}

type Options = ReturnType<typeof optionsFor>;
const timeoutMs = 10_000;

// The configuration allows http only for an issuer on a loopback address.
const optionsFor = (issuer: string) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
  [oauth.customFetch]: (url: string, init: RequestInit) => outboundRequest("sign_in", () => fetch(url, init)),
  signal: AbortSignal.timeout(timeoutMs),
});

interface Protocol {
  scope: string;
  findServer(options: Options): Promise<oauth.AuthorizationServer>;
  /** Returns the user for whom the token endpoint sent this response. */
  identify(
    exchange: { server: oauth.AuthorizationServer; client: oauth.Client; response: Response; nonce: string },
    options: Options,
  ): Promise<ProvidedIdentity>;
}

export function codeFlow(
  { key, label, issuer }: Pick<SignInProvider, "key" | "label" | "issuer">,
  { clientId, clientSecret, now }: ClientSettings,
  { scope, findServer, identify }: Protocol,
): SignInProvider {
  return {
    key,
    label,
    issuer,

    begin: (redirectUri, { state, nonce, codeVerifier }) =>
      refusing(async () => {
        const { authorization_endpoint } = await findServer(optionsFor(issuer));
        if (!authorization_endpoint) throw new ProviderRefused("the provider's metadata has no authorization endpoint");
        const url = new URL(authorization_endpoint);
        const parameters = {
          response_type: "code",
          client_id: clientId,
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return url.href;
      }),

    finish: (callback, redirectUri, { state, nonce, codeVerifier }) =>
      refusing(async () => {
        const options = optionsFor(issuer);
        const server = await findServer(options);
        // The times in the ID token are compared with our own clock, which tests can set.
        const clockSkew = Math.round((now().getTime() - Date.now()) / 1000);
        const client: oauth.Client = { client_id: clientId, [oauth.clockSkew]: clockSkew, [oauth.clockTolerance]: 30 };
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(clientSecret),
          oauth.validateAuthResponse(server, client, callback, state),
          redirectUri,
          codeVerifier,
          options,
        );
        return identify({ server, client, response, nonce }, options);
      }),
  };
}

const discoveryLifeMs = 3_600_000;

/** An OpenID Connect Core 1.0 provider. */
export function openIdProvider(
  named: Pick<SignInProvider, "key" | "label" | "issuer">,
  settings: ClientSettings,
): SignInProvider {
  const issuer = new URL(named.issuer);
  const keys: oauth.JWKSCacheInput = {};
  let known: { server: oauth.AuthorizationServer; until: number } | undefined;

  return codeFlow(named, settings, {
    scope: "openid email profile",

    async findServer(options) {
      const time = settings.now().getTime();
      if (known && known.until > time) return known.server;
      const response = await oauth.discoveryRequest(issuer, options);
      const server = await oauth.processDiscoveryResponse(issuer, response);
      known = { server, until: time + discoveryLifeMs };
      return server;
    },

    async identify({ server, client, response, nonce }, options) {
      const checks = { expectedNonce: nonce, requireIdToken: true };
      const result = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
      await oauth.validateApplicationLevelSignature(server, response, { ...options, [oauth.jwksCache]: keys });
      const { iss, sub, email, email_verified, name } = oauth.getValidatedIdTokenClaims(result)!;
      return {
        issuer: iss,
        subject: sub,
        email: typeof email === "string" && email_verified === true ? email : null,
        name: typeof name === "string" ? name : "",
      };
    },
  });
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderRefused ? error : new ProviderRefused((error as Error).message, { cause: error });
  }
}
