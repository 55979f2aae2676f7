import { createHash } from "node:crypto";
import { testNow } from "../server/harness.ts";

/** Claims of the next ID token in addition to the usual ones; undefined removes one. */
export type Claims = Record<string, unknown>;

/** An OpenID provider on loopback with its own keys, whose person always agrees. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  claims: Claims;
  /** Signs with a key that is not published. */
  usesForeignKey: boolean;
  /** The person agrees. Returns the redirect URL. */
  agree(authorizationUrl: string): Promise<string>;
  stop(): Promise<void>;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
const newKey = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startOpenIdProvider(): Promise<TestProvider> {
  const [key, foreignKey] = await Promise.all([newKey(), newKey()]);
  const codes = new Map<string, URLSearchParams>();
  const seconds = Math.floor(testNow.getTime() / 1000);

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/.well-known/openid-configuration": () =>
        Response.json({
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["ES256"],
          authorization_response_iss_parameter_supported: true,
        }),
      "/keys": async () => {
        const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", key.publicKey);
        return Response.json({ keys: [{ kty, crv, x, y, kid: "one", alg: "ES256", use: "sig" }] });
      },
      "/token": { POST: token },
    },
  });

  async function token(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text());
    const asked = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      body.get("client_secret") === provider.clientSecret &&
      asked?.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === body.get("redirect_uri");
    if (!isRight) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      sub: "subject-1",
      iat: seconds,
      exp: seconds + 300,
      nonce: asked.get("nonce"),
      email: "ada@example.org",
      email_verified: true,
      name: "Ada Quill",
      ...provider.claims,
    };
    const content = `${encoded({ alg: "ES256", kid: "one" })}.${encoded(claims)}`;
    const { privateKey } = provider.usesForeignKey ? foreignKey : key;
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, Buffer.from(content));
    const idToken = `${content}.${Buffer.from(signature).toString("base64url")}`;
    return Response.json({ access_token: "unused", token_type: "bearer", expires_in: 60, id_token: idToken });
  }

  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${server.port}`,
    clientId: "slipway",
    clientSecret: "provider-secret",
    claims: {},
    usesForeignKey: false,
    async agree(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      const code = crypto.randomUUID();
      codes.set(code, searchParams);
      const state = searchParams.get("state")!;
      return `${searchParams.get("redirect_uri")}?${new URLSearchParams({ code, state, iss: provider.issuer })}`;
    },
    stop: () => server.stop(true),
  };
  return provider;
}
