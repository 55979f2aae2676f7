import { createHash } from "node:crypto";

export interface TestGitHub {
  /** Origin of the website and of the API. */
  url: string;
  user: { id: number; login: string; name: string | null };
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
  /** Statuses of API endpoints that fail, by path. */
  failing: Map<string, number>;
  /** The person agrees. Returns the redirect URL. */
  agree(authorizationUrl: string): Promise<string>;
  stop(): Promise<void>;
}

export const gitHubClient = { clientId: "Ov23liSlipway", clientSecret: "github-secret" };

/** GitHub's website and API on loopback, as its documentation describes them: errors of the token endpoint have status 200. */
export async function startGitHub(): Promise<TestGitHub> {
  const codes = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();

  const api = (path: string, record: () => unknown) => (request: Request) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    // GitHub refuses requests without a User-Agent.
    if (!request.headers.get("user-agent")) return Response.json({ message: "Forbidden" }, { status: 403 });
    if (!tokens.has(token)) return Response.json({ message: "Bad credentials" }, { status: 401 });
    const status = gitHub.failing.get(path);
    return status === undefined ? Response.json(record()) : Response.json({ message: "Not Found" }, { status });
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/login/oauth/access_token": { POST: exchange },
      "/user": api("/user", () => gitHub.user),
      "/user/emails": api("/user/emails", () => gitHub.emails),
    },
  });

  async function exchange(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text());
    if (request.headers.get("accept") !== "application/json") return new Response("access_token=plain");
    const code = body.get("code") ?? "";
    const asked = codes.get(code);
    codes.delete(code);
    const hash = createHash("sha256");
    const challenge = hash.update(body.get("code_verifier") ?? "").digest("base64url");
    const isRight =
      body.get("client_id") === gitHubClient.clientId &&
      body.get("client_secret") === gitHubClient.clientSecret &&
      asked?.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === body.get("redirect_uri");
    if (!isRight)
      return Response.json({ error: "bad_verification_code", error_description: "The code is incorrect or expired." });
    const token = `gho_${crypto.randomUUID()}`;
    tokens.add(token);
    return Response.json({ access_token: token, token_type: "bearer", scope: "user:email" });
  }

  const gitHub: TestGitHub = {
    url: `http://127.0.0.1:${server.port}`,
    user: { id: 583231, login: "adaquill", name: "Ada Quill" },
    emails: [
      { email: "old@example.org", primary: false, verified: true, visibility: null },
      { email: "ada@example.org", primary: true, verified: true, visibility: "private" },
    ],
    failing: new Map(),
    async agree(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      const code = crypto.randomUUID();
      codes.set(code, searchParams);
      const answer = { code, iss: `${gitHub.url}/login/oauth`, state: searchParams.get("state")! };
      return `${searchParams.get("redirect_uri")}?${new URLSearchParams(answer)}`;
    },
    stop: () => server.stop(true),
  };
  return gitHub;
}
