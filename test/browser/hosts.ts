import { join } from "node:path";
import { auth, createMCPClient } from "@ai-sdk/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { newDataDir } from "../support/server/process.ts";
import { AuthStore, startAssistant, type Version, versions } from "./assistant.ts";

/** Sends the person to a URL and returns the URL that the browser is redirected to. */
export type AskPerson = (url: URL) => Promise<URL>;

export interface Host {
  list(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Common clients by name. Each knows only the URL of the server. */
export const hosts: Record<string, (url: string, askPerson: AskPerson) => Promise<Host>> = {
  ...Object.fromEntries(
    versions.map((version) => [
      `SDK ${version === "2026-07-28" ? 2 : 1}`,
      (url: string, ask: AskPerson) => sdkHost(version, url, ask),
    ]),
  ),
  "AI SDK": aiSdkHost,
  "mcp-remote": mcpRemoteHost,
};

const redirectUrl = "http://127.0.0.1:41999/callback";

async function sdkHost(version: Version, url: string, askPerson: AskPerson): Promise<Host> {
  let arrived = new URLSearchParams();
  const assistant = await startAssistant(
    version,
    url,
    { url: redirectUrl, arrived: () => arrived },
    { forgetsRefreshToken: version === "2025-11-25" },
  );
  return {
    list: assistant.list,
    async call(name, input) {
      const answer = await assistant.call(name, input);
      if (answer !== null) return JSON.stringify(answer);
      ({ searchParams: arrived } = await askPerson(assistant.asksAt()));
      await assistant.finish();
      return JSON.stringify(await assistant.call(name, input));
    },
    close: assistant.close,
  };
}

/** A mock model that calls the given tool, and a host that continues after the sign-in. */
async function aiSdkHost(url: string, askPerson: AskPerson): Promise<Host> {
  const store = new AuthStore("AI SDK", redirectUrl);
  const client = await createMCPClient({ transport: { type: "http", url, authProvider: store } });
  const tools = await client.tools();

  async function callOnce(toolName: string, input: Record<string, unknown>): Promise<any> {
    const toolCall = { type: "tool-call" as const, toolCallId: "1", toolName, input: JSON.stringify(input) };
    const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
    const model = new MockLanguageModelV4({
      doGenerate: {
        content: [toolCall],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage: { inputTokens: tokens, outputTokens: tokens },
        warnings: [],
      },
    });
    const { content } = await generateText({ model, tools, prompt: "Go on.", maxRetries: 0 });
    return content.at(-1);
  }
  return {
    list: async () => Object.keys(tools),
    async call(name, input) {
      let result = await callOnce(name, input);
      // The AI SDK starts no sign-in on 403, so the host discards its tokens and signs in again with all scopes.
      if (result.type === "tool-error" && /HTTP 403/.test(String(result.error))) {
        store.invalidateCredentials("tokens");
        result = await callOnce(name, input);
      }
      if (result.type === "tool-error" && store.authorizationUrl) {
        const { searchParams } = await askPerson(store.authorizationUrl);
        store.authorizationUrl = null;
        const [code, state, iss] = ["code", "state", "iss"].map((field) => searchParams.get(field)!);
        await auth(store, { serverUrl: url, authorizationCode: code!, callbackState: state, callbackIssuer: iss });
        result = await callOnce(name, input);
      }
      if (result.type !== "tool-result") throw result.error;
      return result.output.content[0].text;
    },
    close: () => client.close(),
  };
}

/** A host that supports only stdio, with a proxy that signs in for it. */
async function mcpRemoteHost(url: string, askPerson: AskPerson): Promise<Host> {
  const proxy = join(import.meta.dir, "../../node_modules/mcp-remote/dist/proxy.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, url],
    // The proxy stores tokens in a folder and opens URLs with BROWSER.
    env: { PATH: "", BROWSER: "true", HOME: newDataDir(), MCP_REMOTE_CONFIG_DIR: newDataDir() },
    stderr: "pipe",
  });
  let output = "";
  transport.stderr!.on("data", (chunk: Buffer) => {
    output += chunk;
    const [whole, link] = /authorize this client by visiting:\s+(http\S+)\s/.exec(output) ?? [];
    if (whole === undefined) return;
    output = output.slice(output.indexOf(whole) + whole.length);
    void askPerson(new URL(link!)).then(returnBrowser);
  });
  const client = new Client({ name: "host", version: "1" });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input) {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { text: string }[])[0]!.text;
    },
    close: () => client.close(),
  };
}

/** Retries because the proxy starts to listen only after it has sent the person to the sign-in. */
async function returnBrowser(back: URL): Promise<void> {
  for (;;)
    try {
      await fetch(back);
      return;
    } catch {
      await Bun.sleep(50);
    }
}
