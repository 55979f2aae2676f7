import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { registerFixtureInputPrompt } from "./fixtures-input.ts";
import { png } from "./fixtures-tools.ts";

export function registerFixtureResources(server: McpServer): void {
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: png }],
  }));
  server.registerResource("watched-resource", "test://watched-resource", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "watched" }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }],
  }));
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

export function registerFixturePrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: "user" as const, content });
  const text = (value: string) => ({ type: "text" as const, text: value });

  server.registerPrompt("test_simple_prompt", { description: "plain" }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "arguments", argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user({ type: "resource" as const, resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded." } }),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "an image" }, () => ({
    messages: [
      user({ type: "image" as const, data: png, mimeType: "image/png" }),
      user(text("Please analyze the image above.")),
    ],
  }));
  registerFixtureInputPrompt(server);
}
