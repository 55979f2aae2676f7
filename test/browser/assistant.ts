import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** MCP versions of the two official client libraries. */
export const versions = ["2026-07-28", "2025-11-25"] as const;
export type Version = (typeof versions)[number];

/** A redirect target on loopback, as command-line assistants have. */
export interface Callback {
  url: string;
  /** The query of the last visit. */
  arrived(): URLSearchParams;
  stop(): void;
}

export function startCallback(): Callback {
  let last = new URLSearchParams();
  const listener = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      // Browsers also request an icon.
      if (pathname === "/callback") last = searchParams;
      return new Response("You can go back to your assistant.");
    },
  });
  return {
    url: `http://127.0.0.1:${listener.port}/callback`,
    arrived: () => last,
    stop: () => void listener.stop(true),
  };
}

interface AuthStoreOptions {
  /** URL of its metadata document, instead of a registration. */
  clientMetadataUrl?: string;
  /** If more scopes are needed, 1.x only refreshes its token, which never adds scopes (RFC 6749 §6). */
  forgetsRefreshToken?: boolean;
}

/** The stored sign-in of an assistant, in the form that all libraries accept. */
export class AuthStore {
  client: any;
  stored: any;
  discovery: any;
  issuer: any;
  verifier = "";
  authorizationUrl: URL | null = null;

  constructor(
    readonly name: string,
    readonly redirectUrl: string,
    readonly options: AuthStoreOptions = {},
  ) {}
  get clientMetadataUrl() {
    return this.options.clientMetadataUrl;
  }
  get clientMetadata() {
    return {
      client_name: `Assistant ${this.name}`,
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    };
  }
  state = () => "kept by the assistant";
  clientInformation = () => this.client;
  saveClientInformation = (client: any) => {
    this.client = client;
  };
  tokens = () => this.stored;
  saveTokens = (tokens: any) => {
    this.stored = this.options.forgetsRefreshToken ? { ...tokens, refresh_token: undefined } : tokens;
  };
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  discoveryState = () => this.discovery;
  saveDiscoveryState = (discovery: any) => {
    this.discovery = discovery;
  };
  authorizationServerInformation = () => this.issuer;
  saveAuthorizationServerInformation = (issuer: any) => {
    this.issuer = issuer;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  invalidateCredentials = (what: string) => {
    if (what === "all" || what === "client") this.client = undefined;
    if (what === "all" || what === "tokens") this.stored = undefined;
  };
}

/** An assistant that knows only the URL of the server. */
export interface Assistant {
  clientId(): string | undefined;
  scope(): string | undefined;
  list(): Promise<string[]>;
  /** Calls a tool. Returns null if the person has to approve at `asksAt` first. */
  call(name: string, input?: Record<string, unknown>): Promise<any>;
  asksAt(): URL;
  /** Continues with the query of the callback. */
  finish(): Promise<void>;
  /** Statuses and challenges of the server's responses since the last call. */
  answers(): string[];
  close(): Promise<void>;
}

export async function startAssistant(
  version: Version,
  url: string,
  callback: Pick<Callback, "url" | "arrived">,
  options: AuthStoreOptions = {},
): Promise<Assistant> {
  const store = new AuthStore(version, callback.url, options);
  let answers: string[] = [];
  const watchedFetch = async (target: string | URL | Request, init?: RequestInit) => {
    const response = await fetch(target, init);
    if (String(target) === url && init?.method === "POST")
      answers.push([response.status, response.headers.get("www-authenticate")].filter(Boolean).join(" "));
    return response;
  };
  const connection: any = { authProvider: store, fetch: watchedFetch };
  const identity = { name: "assistant", version: "1" };
  const isModern = version === "2026-07-28";
  const transport = isModern
    ? new ModernTransport(new URL(url), connection)
    : new StreamableHTTPClientTransport(new URL(url), connection);
  const client = isModern
    ? new ModernClient(identity, { versionNegotiation: { mode: { pin: version } } })
    : new Client(identity);
  await client.connect(transport as any);
  return {
    clientId: () => store.client?.client_id,
    scope: () => store.stored?.scope,
    list: async () => (await (client as ModernClient).listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      try {
        return (await (client as ModernClient).callTool({ name, arguments: input })).structuredContent;
      } catch (error) {
        if (store.authorizationUrl && (error as Error).constructor.name === "UnauthorizedError") return null;
        throw error;
      }
    },
    asksAt() {
      if (!store.authorizationUrl) throw new Error("the assistant has not asked the person");
      return store.authorizationUrl;
    },
    async finish() {
      store.authorizationUrl = null;
      const arrived = callback.arrived();
      if (transport instanceof ModernTransport) await transport.finishAuth(arrived);
      else await transport.finishAuth(arrived.get("code")!);
    },
    answers() {
      const since = answers;
      answers = [];
      return since;
    },
    close: () => client.close(),
  };
}
