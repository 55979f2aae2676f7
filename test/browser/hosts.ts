import { join } from "node:path";
import { auth, createMCPClient } from "@ai-sdk/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { newDataDir } from "../support/server/process.ts";
import { Keeper, startAssistant, type Version, versions } from "./assistant.ts";

/** Sends the person to an address and answers with where the browser is led back to. */
export type AskPerson = (url: URL) => Promise<URL>;

/** A program that works with the server for a person, and asks them where it has to. */
export interface Host {
  /** Names of the tools that it finds. */
  list(): Promise<string[]>;
  /** What a tool answers, as this host hands it on. */
  call(name: string, input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** The clients that people connect most, by name; each is given the address of a server and nothing else. */
export const hosts: Record<string, (address: string, askPerson: AskPerson) => Promise<Host>> = {
  ...Object.fromEntries(
    versions.map((version) => [
      `SDK ${version === "2026-07-28" ? 2 : 1}`,
      (address: string, ask: AskPerson) => sdkHost(version, address, ask),
    ]),
  ),
  "AI SDK": aiSdkHost,
  "mcp-remote": mcpRemoteHost,
};

const redirectUrl = "http://127.0.0.1:41999/callback";

async function sdkHost(version: Version, address: string, askPerson: AskPerson): Promise<Host> {
  let arrived = new URLSearchParams();
  const assistant = await startAssistant(
    version,
    address,
    { url: redirectUrl, arrived: () => arrived },
    {
      forgetsRefreshToken: version === "2025-11-25",
    },
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

/** A model that calls the tool it is told to, and a host that goes on after the sign-in. */
async function aiSdkHost(address: string, askPerson: AskPerson): Promise<Host> {
  const keeper = new Keeper("AI SDK", redirectUrl);
  const client = await createMCPClient({ transport: { type: "http", url: address, authProvider: keeper } });
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
      // It starts no sign-in at a 403: a program that uses it forgets what it has, and is then asked for all.
      if (result.type === "tool-error" && /HTTP 403/.test(String(result.error))) {
        keeper.invalidateCredentials("tokens");
        result = await callOnce(name, input);
      }
      if (result.type === "tool-error" && keeper.asked) {
        const { searchParams } = await askPerson(keeper.asked);
        keeper.asked = null;
        const [code, state, iss] = ["code", "state", "iss"].map((field) => searchParams.get(field)!);
        await auth(keeper, { serverUrl: address, authorizationCode: code!, callbackState: state, callbackIssuer: iss });
        result = await callOnce(name, input);
      }
      if (result.type !== "tool-result") throw result.error;
      return result.output.content[0].text;
    },
    close: () => client.close(),
  };
}

/** A host that only speaks to programs on its own computer, through the proxy that signs in for it. */
async function mcpRemoteHost(address: string, askPerson: AskPerson): Promise<Host> {
  const proxy = join(import.meta.dir, "../../node_modules/mcp-remote/dist/proxy.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, address],
    // It keeps tokens in a folder, and opens what it finds as a browser.
    env: { PATH: "", BROWSER: "true", HOME: newDataDir(), MCP_REMOTE_CONFIG_DIR: newDataDir() },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr!.on("data", (chunk: Buffer) => {
    said += chunk;
    const [whole, url] = /authorize this client by visiting:\s+(http\S+)\s/.exec(said) ?? [];
    if (whole === undefined) return;
    said = said.slice(said.indexOf(whole) + whole.length);
    void askPerson(new URL(url!)).then(returnBrowser);
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

/** The browser comes back; the proxy begins to listen for that only after it has sent the person off. */
async function returnBrowser(back: URL): Promise<void> {
  for (;;)
    try {
      await fetch(back);
      return;
    } catch {
      await Bun.sleep(50);
    }
}
