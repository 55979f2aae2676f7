import {
  type ContentBlock,
  fromJsonSchema,
  inputRequired,
  type McpServer,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import * as z from "zod";

export const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (value: string) => ({ type: "text" as const, text: value });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const noInput = { description: "A tool of the conformance suite", inputSchema: z.object({}) };

// Keywords that tools/list must preserve.
const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const mirrored: Record<string, unknown> = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, level: { type: "integer" } },
};

export function registerFixtureTools(server: McpServer, bus: ServerEventBus): void {
  const tool = (name: string, ...content: ContentBlock[]) =>
    server.registerTool(name, { description: name }, () => ({ content }));

  tool("test_simple_text", text("This is a simple text response for testing."));
  tool("test_image_content", image);
  tool("test_audio_content", { type: "audio", data: wav, mimeType: "audio/wav" });
  tool("test_embedded_resource", {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  });
  tool("test_multiple_content_types", text("Multiple content types test:"), image, {
    type: "resource",
    resource: {
      uri: "test://mixed-content-resource",
      mimeType: "application/json",
      text: JSON.stringify({ test: "data", value: 123 }),
    },
  });
  tool("test_streaming_elicitation", text("nothing is asked"));
  server.registerTool("test_error_handling", { description: "fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });

  server.registerTool("test_tool_with_logging", noInput, async (_, { mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"])
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    return { content: [text("logged")] };
  });
  server.registerTool("test_logging_tool", noInput, async (_, { mcpReq }) => {
    await mcpReq.log("info", "only for a request that names a level");
    return { content: [text("logged")] };
  });
  server.registerTool("test_tool_with_progress", noInput, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    return { content: [text(String(progressToken))] };
  });

  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "schema", inputSchema: fromJsonSchema(schema2020) },
    () => ({
      content: [text("called")],
    }),
  );
  server.registerTool(
    "test_x_mcp_header",
    {
      description: "mirrors region into a header",
      inputSchema: fromJsonSchema<{ region?: string }>(mirrored),
    },
    ({ region }) => ({ content: [text(String(region))] }),
  );
  server.registerTool("test_missing_capability", noInput, (_, { mcpReq }) =>
    mcpReq.inputResponses?.answer === undefined
      ? inputRequired({
          inputRequests: {
            answer: inputRequired.createMessage({
              messages: [{ role: "user", content: text("Say pong") }],
              maxTokens: 8,
            }),
          },
        })
      : { content: [text("answered")] },
  );
  server.registerTool("test_trigger_tool_change", noInput, () => {
    bus.publish({ kind: "tools_list_changed" });
    return { content: [text("published")] };
  });
  server.registerTool("test_trigger_prompt_change", noInput, () => {
    bus.publish({ kind: "prompts_list_changed" });
    return { content: [text("published")] };
  });
}
