import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The official client libraries, by the version of MCP they speak. */
export const versions = ["2026-07-28", "2025-11-25"] as const;
export type Version = (typeof versions)[number];

/** Where the browser is sent back to: a listener on loopback, as command-line assistants have. */
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
      // The browser asks for an icon as well.
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

interface KeeperOptions {
  /** Its metadata document, where it does not register. */
  clientMetadataUrl?: string;
  /** Asked for more scopes, 1.x refreshes for as long as it can, which never widens anything (RFC 6749 §6). */
  forgetsRefreshToken?: boolean;
}

/** What an assistant keeps of its sign-in, in the form all libraries ask for. */
export class Keeper {
  client: any;
  kept: any;
  discovery: any;
  issuer: any;
  verifier = "";
  asked: URL | null = null;

  constructor(
    readonly name: string,
    readonly redirectUrl: string,
    readonly options: KeeperOptions = {},
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
  tokens = () => this.kept;
  saveTokens = (tokens: any) => {
    this.kept = this.options.forgetsRefreshToken ? { ...tokens, refresh_token: undefined } : tokens;
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
    this.asked = url;
  };
  invalidateCredentials = (what: string) => {
    if (what === "all" || what === "client") this.client = undefined;
    if (what === "all" || what === "tokens") this.kept = undefined;
  };
}

/** An assistant that is given the address of a server and nothing else. */
export interface Assistant {
  /** Name of its client at the authorization server, once it has one. */
  clientId(): string | undefined;
  scope(): string | undefined;
  /** Names of the tools there are. */
  list(): Promise<string[]>;
  /** Calls a tool; null where the person has to be asked first, at `asksAt`. */
  call(name: string, input?: Record<string, unknown>): Promise<any>;
  asksAt(): URL;
  /** Goes on with what came back to the callback. */
  finish(): Promise<void>;
  /** Statuses and challenges of the requests to the server since this was last asked. */
  answers(): string[];
  close(): Promise<void>;
}

export async function startAssistant(
  version: Version,
  address: string,
  callback: Pick<Callback, "url" | "arrived">,
  options: KeeperOptions = {},
): Promise<Assistant> {
  const keeper = new Keeper(version, callback.url, options);
  let answers: string[] = [];
  const watchedFetch = async (target: string | URL | Request, init?: RequestInit) => {
    const response = await fetch(target, init);
    if (String(target) === address && init?.method === "POST")
      answers.push([response.status, response.headers.get("www-authenticate")].filter(Boolean).join(" "));
    return response;
  };
  const connection: any = { authProvider: keeper, fetch: watchedFetch };
  const identity = { name: "assistant", version: "1" };
  const isModern = version === "2026-07-28";
  const transport = isModern
    ? new ModernTransport(new URL(address), connection)
    : new StreamableHTTPClientTransport(new URL(address), connection);
  const client = isModern
    ? new ModernClient(identity, { versionNegotiation: { mode: { pin: version } } })
    : new Client(identity);
  await client.connect(transport as any);
  return {
    clientId: () => keeper.client?.client_id,
    scope: () => keeper.kept?.scope,
    list: async () => (await (client as ModernClient).listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      try {
        return (await (client as ModernClient).callTool({ name, arguments: input })).structuredContent;
      } catch (error) {
        if (keeper.asked && (error as Error).constructor.name === "UnauthorizedError") return null;
        throw error;
      }
    },
    asksAt() {
      if (!keeper.asked) throw new Error("the assistant has not asked the person");
      return keeper.asked;
    },
    async finish() {
      keeper.asked = null;
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
