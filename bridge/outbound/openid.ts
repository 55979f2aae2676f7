import * as oauth from "oauth4webapi";

export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  /** True only if the provider says that the email address is verified. */
  isEmailVerified: boolean;
  name: string;
}

/** Values that the browser keeps until it returns from the provider. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Thrown if sign-in with the provider failed. The message gives the reason and is only logged. */
export class ProviderRefused extends Error {}

/** An OpenID Connect Core 1.0 provider, used through the code flow with PKCE. */
export interface OpenIdProvider {
  label: string;
  begin(redirectUri: string, pending: PendingSignIn): Promise<string>;
  finish(callback: URL, redirectUri: string, pending: PendingSignIn): Promise<ProvidedIdentity>;
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  now(): Date;
}

const discoveryLifeMs = 3_600_000;
const timeoutMs = 10_000;

export function openIdProvider({ issuer, clientId, clientSecret, now }: ProviderSettings): OpenIdProvider {
  const issuerUrl = new URL(issuer);
  const authentication = oauth.ClientSecretPost(clientSecret);
  const keys: oauth.JWKSCacheInput = {};
  // The configuration allows http only for an issuer on a loopback address.
  const options = () => ({
    [oauth.allowInsecureRequests]: issuerUrl.protocol === "http:",
    [oauth.jwksCache]: keys,
    signal: AbortSignal.timeout(timeoutMs),
  });
  let known: { server: oauth.AuthorizationServer; until: number } | undefined;

  async function discover(): Promise<oauth.AuthorizationServer> {
    const time = now().getTime();
    if (known && known.until > time) return known.server;
    const response = await oauth.discoveryRequest(issuerUrl, options());
    const server = await oauth.processDiscoveryResponse(issuerUrl, response);
    known = { server, until: time + discoveryLifeMs };
    return server;
  }

  return {
    label: issuerUrl.host,

    begin: (redirectUri, { state, nonce, codeVerifier }) =>
      refusing(async () => {
        const { authorization_endpoint } = await discover();
        if (!authorization_endpoint) throw new ProviderRefused("the provider's metadata has no authorization endpoint");
        const url = new URL(authorization_endpoint);
        const parameters = {
          response_type: "code",
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: "openid email profile",
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
        const server = await discover();
        // The times in the ID token are compared with our own clock, which tests can set.
        const clockSkew = Math.round((now().getTime() - Date.now()) / 1000);
        const client: oauth.Client = { client_id: clientId, [oauth.clockSkew]: clockSkew, [oauth.clockTolerance]: 30 };
        const parameters = oauth.validateAuthResponse(server, client, callback, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          codeVerifier,
          options(),
        );
        const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, options());
        return identityOf(oauth.getValidatedIdTokenClaims(result)!);
      }),
  };
}

const identityOf = ({ iss, sub, email, email_verified, name }: oauth.IDToken): ProvidedIdentity => ({
  issuer: iss,
  subject: sub,
  email: typeof email === "string" ? email : null,
  isEmailVerified: email_verified === true,
  name: typeof name === "string" ? name : "",
});

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderRefused ? error : new ProviderRefused((error as Error).message, { cause: error });
  }
}
