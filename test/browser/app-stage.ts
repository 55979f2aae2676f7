import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Frame } from "puppeteer";

/** A request of the app to its host. */
export interface AppRequest {
  kind: "open" | "message" | "context";
  url?: string;
  content?: { text: string }[];
}

interface HostOptions {
  theme?: "light" | "dark";
  variables?: Record<string, string>;
  /** Whether the host forwards tool calls. */
  canCall?: boolean;
  width?: number;
}

type Result = Record<string, unknown>;

/** The policy that allows only what the app declares (MCP Apps, "Content Security Policy Enforcement"). */
function policyOf(csp: Record<string, string[]>): string {
  const [resources, connections, frames, bases] = ["resource", "connect", "frame", "baseUri"].map((kind) =>
    (csp[`${kind}Domains`] ?? []).join(" "),
  );
  return [
    "default-src 'none'",
    ...["script-src", "style-src"].map((directive) => `${directive} 'self' 'unsafe-inline' ${resources}`),
    `img-src 'self' data: ${resources}`,
    `connect-src ${connections || "'none'"}`,
    `frame-src ${frames || "'none'"}`,
    "object-src 'none'",
    `base-uri ${bases || "'self'"}`,
  ].join("; ");
}

/**
 * Starts a host of MCP Apps in a browser. It loads the server's apps with `tools/list` and `resources/read` into a frame of
 * another origin, under the policy that they declare. `now` is the browser's time.
 */
export async function startStage(browser: Browser, server: { url: string }, key: string, now: Date) {
  const client = new Client(
    { name: "host", version: "1" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } },
    },
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, "app-host.mjs")], target: "browser" });
  const script = await built.outputs[0]!.text();
  const served = new Map<string, { text: string; policy: string }>();
  const appServer = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }) {
      const { text, policy } = served.get(new URL(url).pathname)!;
      return new Response(text, {
        headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
      });
    },
  });
  const hostServer = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === "/host.js"
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response(
            `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<style>body{margin:0}iframe{border:0;width:100%;height:300px;display:block}</style>
<body><script type="module" src="/host.js"></script></body></html>`,
            { headers: { "content-type": "text/html" } },
          ),
  });

  const page = await browser.newPage();
  /** Errors in the page and requests to URLs that an app must not request. */
  const faults: string[] = [];
  const own = [`http://127.0.0.1:${hostServer.port}/`, `http://127.0.0.1:${appServer.port}/`];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`thrown: ${error}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const isOwn = own.some((base) => request.url().startsWith(base)) || request.url() === "data:,";
    if (!isOwn || (request.frame() !== page.mainFrame() && !request.isNavigationRequest())) faults.push(request.url());
  });
  const callTool = (name: string, input: Result) => client.callTool({ name, arguments: input }) as Promise<Result>;
  await page.exposeFunction("callTool", callTool);
  await page.evaluateOnNewDocument(`Date.now = () => ${now.getTime()}`);
  await page.goto(own[0]!);
  await page.waitForFunction("window.showApp !== undefined");
  const run = (name: string, ...given: unknown[]) =>
    page.evaluate((called, values) => (globalThis as any)[called](...values), name, given);

  return {
    client,
    page,
    faults,
    callTool,
    /** Shows the result of a tool call, or the given result, in the tool's app. */
    async show(
      tool: string,
      input: Result,
      { theme, variables, canCall = true, width = 720 }: HostOptions = {},
      result?: Result,
    ) {
      const { ui } = tools.find(({ name }) => name === tool)!._meta as { ui: { resourceUri: string } };
      const [content] = (await client.readResource({ uri: ui.resourceUri })).contents as any[];
      const path = `/${ui.resourceUri.split("/").at(-1)}`;
      served.set(path, { text: content.text, policy: policyOf(content._meta.ui.csp) });
      await page.setViewport({ width, height: 700 });
      const hostContext = { theme, styles: variables && { variables } };
      await run("showApp", { url: `http://127.0.0.1:${appServer.port}${path}`, hostContext, canCall });
      await run("giveResult", input, result ?? (await callTool(tool, input)));
      const frame = page.frames().find((one) => one !== page.mainFrame())!;
      await frame.waitForSelector("main h1[tabindex]");
      return frame;
    },
    /** Waits for a number of requests of the app and returns all of them. */
    async requests(atLeast = 0) {
      await page.waitForFunction(`window.requests.length >= ${atLeast}`);
      return (await page.evaluate("window.requests")) as AppRequest[];
    },
    refuseAll: () => page.evaluate("window.refuses = true"),
    changeContext: (context: Result) => run("changeContext", context),
    endApp: () => run("endApp"),
    async stop() {
      await client.close();
      await page.close();
      await Promise.all([appServer.stop(true), hostServer.stop(true)]);
    },
  };
}

export const textOf = (frame: Frame) => frame.evaluate("document.body.innerText") as Promise<string>;

/** Presses a button by its text. */
export async function press(frame: Frame, name: string): Promise<void> {
  await waitForText(frame, name);
  for (const button of await frame.$$("button"))
    if ((await button.evaluate((one) => (one as any).textContent)) === name) return button.click();
  throw new Error(`There is no button "${name}".`);
}

/** Waits for a text. */
export const waitForText = (frame: Frame, text: string) =>
  frame.waitForFunction(
    (wanted) =>
      [...(globalThis as any).document.querySelectorAll("main, #status")].some((part) =>
        part.textContent.includes(wanted),
      ),
    {},
    text,
  );
