import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { readFixture } from "./fixture.mjs";

/** The official SDK on Node as its documentation shows a stateless server: a server and a transport for each request. */

const [path, port] = process.argv.slice(2);
const tools = readFixture(path);

function makeServer() {
  const server = new McpServer({ name: "official", version: "1.0.0" });
  for (const { name, title, description, annotations, input, output, answer } of tools)
    server.registerTool(name, { title, description, annotations, inputSchema: input, outputSchema: output }, answer);
  return server;
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response, JSON.parse(Buffer.concat(chunks).toString()));
}).listen(Number(port), "127.0.0.1");
