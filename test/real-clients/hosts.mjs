import { join } from "node:path";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { getAllMcpTools, MCPServerStreamableHttp, RunContext, setTracingDisabled } from "@openai/agents";
import { Keeper } from "../browser/assistant.ts";
import { modernHeaders } from "../support/clients/mcp-wire.ts";
import { newDataDir } from "../support/server/process.ts";

/** @typedef {import("../browser/hosts.ts").AskPerson} AskPerson */

const redirectUrl = "http://127.0.0.1:41999/callback";

/** Clients whose packages are too heavy for the tests, as `test/browser/hosts.ts` has the others. */
export const heavyHosts = { LangChain: langChainHost, "OpenAI Agents": openAiHost, "Inspector (CLI)": inspectorHost };

/** Both build on SDK 1, and leave it to who uses them to bring the person back. */
async function finish(keeper, serverUrl, askPerson) {
  const { searchParams } = await askPerson(keeper.asked);
  keeper.asked = null;
  await auth(keeper, { serverUrl, authorizationCode: searchParams.get("code") });
}

/** Asks the person where a call was not possible without, and makes it again. */
async function callAgain(call, keeper, address, askPerson) {
  try {
    const text = await call();
    if (!keeper.asked) return text;
  } catch (error) {
    if (!keeper.asked) throw error;
  }
  await finish(keeper, address, askPerson);
  return call();
}

/** @type {(address: string, askPerson: AskPerson) => Promise<unknown>} */
async function langChainHost(address, askPerson) {
  const keeper = new Keeper("LangChain", redirectUrl, { forgetsRefreshToken: true });
  const client = new MultiServerMCPClient({
    mcpServers: { slipway: { transport: "http", url: address, authProvider: keeper } },
  });
  const tools = await client.getTools();
  return {
    list: async () => tools.map(({ name }) => name),
    call: (name, input) =>
      callAgain(
        async () => JSON.stringify(await tools.find((tool) => tool.name === name).invoke(input)),
        ...[keeper, address, askPerson],
      ),
    close: () => client.close(),
  };
}

async function openAiHost(address, askPerson) {
  setTracingDisabled(true);
  const keeper = new Keeper("OpenAI Agents", redirectUrl, { forgetsRefreshToken: true });
  const server = new MCPServerStreamableHttp({ name: "slipway", url: address, authProvider: keeper });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server], runContext: new RunContext() });
  return {
    list: async () => tools.map(({ name }) => name),
    call: (name, input) =>
      callAgain(
        async () => {
          const tool = tools.find((one) => one.name === name);
          return JSON.stringify(await tool.invoke(new RunContext(), JSON.stringify(input)));
        },
        ...[keeper, address, askPerson],
      ),
    close: () => server.close(),
  };
}

/** A run for each request, which share what they know of the sign-in. */
async function inspectorHost(address, askPerson) {
  const folder = newDataDir();
  const command = join(import.meta.dir, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  // It opens a browser by a command of the system: this one writes down where to.
  const opener = join(folder, "xdg-open");
  await Bun.write(opener, `#!/bin/sh\necho "$1" >> "${folder}/opened"\n`);
  await Bun.spawn(["chmod", "+x", opener]).exited;

  async function run(...args) {
    const child = Bun.spawn(
      [
        "npx",
        "-y",
        "-p",
        "node@24",
        "node",
        command,
        "--cli",
        address,
        "--transport",
        "http",
        ...args,
        "--format",
        "json",
      ],
      {
        env: {
          ...process.env,
          PATH: `${folder}:${process.env.PATH}`,
          HOME: folder,
          MCP_STORAGE_DIR: folder,
          MCP_INSPECTOR_SECRET_STORE: "file",
          MCP_AUTO_OPEN_ENABLED: "true",
          MCP_OAUTH_CALLBACK_URL: "http://127.0.0.1:0/oauth/callback",
        },
        stdin: new Blob(["y\n"]),
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const said = { err: "" };
    const asked = new Set();
    const watch = (async () => {
      for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
        said.err += chunk;
        for (const [url] of said.err.matchAll(/https?:\/\/\S+\/oauth\/authorize\?\S+/g))
          if (!asked.has(url)) {
            asked.add(url);
            void askPerson(new URL(url)).then((back) => fetch(back));
          }
      }
    })();
    const out = await new Response(child.stdout).text();
    await watch;
    if ((await child.exited) !== 0) throw new Error(`${said.err}\n${out}`);
    return JSON.parse(out.slice(out.indexOf("{"))).result;
  }
  return {
    list: async () => (await run("--method", "tools/list")).tools.map(({ name }) => name),
    async call(name, input) {
      const args = ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(input)];
      const text = async (...more) => JSON.stringify(await run(...args, ...more));
      // Asked for more it only renews the token it has, so the person signs in anew.
      return text().catch((error) =>
        /AUTHORIZED without authorization code/.test(error.message) ? text("--relogin") : Promise.reject(error),
      );
    },
    close: async () => {},
  };
}

/** Submits a product with the official client of tasks; the draft as it is once the task is done. */
export async function submitAsTask(address, bearer, url) {
  const clientCapabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const clientInfo = { name: "ext-tasks", version: "1" };
  const headers = { authorization: `Bearer ${bearer}` };
  const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  // The SDK's own client takes no task for an answer, so these requests go beside it.
  async function rawDispatch(request) {
    const { name, taskId } = request.params;
    const response = await fetch(address, {
      method: "POST",
      headers: { ...modernHeaders(request.method, name ?? taskId), ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: crypto.randomUUID(), ...request }),
    });
    const { result, error } = await response.json();
    return error ? { kind: "error", error } : { kind: "result", result };
  }
  const v2RequestFraming = { protocolVersion: "2026-07-28", clientInfo, clientCapabilities };
  const session = createTaskSessionFromClient(client, { endpointId: "slipway", rawDispatch, v2RequestFraming });
  const { outcome } = await (await session.callTool("submit_listing", { url })).settle();
  await session.close();
  await client.close();
  if (!outcome.task) throw new Error("it was answered without a task");
  return resultFromTaskOutcome(outcome).structuredContent;
}
