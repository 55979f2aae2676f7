import { readFixture } from "./fixture.mjs";

/** FastMCP on Node, stateless. It is no dependency of ours: the bench installs it and names the module. */

const [path, port, fastmcp] = process.argv.slice(2);
const { FastMCP } = await import(fastmcp);
const server = new FastMCP({ name: "fastmcp", version: "1.0.0", logger: silent(), ping: { enabled: false } });
for (const { name, description, annotations, input, output, answer } of readFixture(path))
  server.addTool({
    name,
    description,
    annotations,
    parameters: input,
    outputSchema: output,
    execute: async (given) => answer(given),
  });

await server.start({
  transportType: "httpStream",
  httpStream: { port: Number(port), host: "127.0.0.1", endpoint: "/mcp", stateless: true, enableJsonResponse: true },
});

function silent() {
  const nothing = () => {};
  return { log: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
}
