import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";

type StateCodec = RequestStateCodec<Record<string, unknown>>;

const done = (text: string) => ({ content: [{ type: "text" as const, text }] });
const ask = (message: string, field: string, kind: { type: "string" } | { type: "boolean" } = { type: "string" }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: kind }, required: [field] },
  });
const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 50 });
const answer = (context: ServerContext, key: string, field: string) =>
  acceptedContent<Record<string, unknown>>(context.mcpReq.inputResponses, key)?.[field];

/** Tools that request input from the client and continue with its responses (SEP-2322). */
export function registerFixtureInputTools(server: McpServer, state: StateCodec): void {
  const tool = (
    name: string,
    run: (context: ServerContext) => Promise<ReturnType<typeof done> | ReturnType<typeof inputRequired>>,
  ) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: name, inputSchema: z.object({}) },
      (_, context) => run(context),
    );

  tool("elicitation", async (context) => {
    const name = answer(context, "user_name", "name");
    return typeof name === "string"
      ? done(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
  });
  tool("sampling", async ({ mcpReq }) => {
    const response = mcpReq.inputResponses?.capital_question as { content?: { text?: string } } | undefined;
    return response
      ? done(`Sampled: ${response.content?.text}`)
      : inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?") } });
  });
  tool("list_roots", async ({ mcpReq }) => {
    const response = mcpReq.inputResponses?.client_roots as { roots?: { uri: string }[] } | undefined;
    return response?.roots
      ? done(`Roots: ${response.roots.map((root) => root.uri).join(", ")}`)
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool("request_state", async (context) =>
    answer(context, "confirm", "ok") !== undefined && context.mcpReq.requestState() !== undefined
      ? done("state-ok")
      : inputRequired({
          inputRequests: { confirm: ask("Please confirm", "ok", { type: "boolean" }) },
          requestState: await state.mint({ nonce: crypto.randomUUID() }),
        }),
  );
  tool("tampered_state", async (context) =>
    answer(context, "confirm", "ok") !== undefined && context.mcpReq.requestState() !== undefined
      ? done("integrity-ok")
      : inputRequired({
          inputRequests: { confirm: ask("Please confirm", "ok", { type: "boolean" }) },
          requestState: await state.mint({ nonce: crypto.randomUUID() }),
        }),
  );
  tool("multiple_inputs", async (context) => {
    const { greeting, client_roots } = context.mcpReq.inputResponses ?? {};
    const name = answer(context, "user_name", "name");
    return name !== undefined && greeting && client_roots
      ? done(`Three answers, from ${name}`)
      : inputRequired({
          inputRequests: {
            user_name: ask("What is your name?", "name"),
            greeting: sample("Generate a greeting"),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await state.mint({ nonce: crypto.randomUUID() }),
        });
  });
  tool("multi_round", async (context) => {
    const round = context.mcpReq.requestState<{ round: number; name?: string }>();
    if (!round)
      return inputRequired({
        inputRequests: { step1: ask("Step 1: What is your name?", "name") },
        requestState: await state.mint({ round: 1 }),
      });
    if (round.round === 1)
      return inputRequired({
        inputRequests: { step2: ask("Step 2: What is your favorite color?", "color") },
        requestState: await state.mint({ round: 2, name: answer(context, "step1", "name") }),
      });
    return done(`${round.name} likes ${answer(context, "step2", "color")}`);
  });
  tool("capabilities", async ({ mcpReq }) => {
    if (mcpReq.inputResponses) return done("answered");
    const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {};
    if (declared?.elicitation) inputRequests.user_name = ask("What is your name?", "name");
    if (declared?.sampling) inputRequests.greeting = sample("Generate a greeting");
    if (declared?.roots) inputRequests.client_roots = inputRequired.listRoots();
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : done("nothing can be asked");
  });
}

export function registerFixtureInputPrompt(server: McpServer): void {
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "asks first", argsSchema: z.object({}) },
    (_, context) => {
      const given = answer(context, "user_context", "context");
      return typeof given === "string"
        ? { messages: [{ role: "user", content: { type: "text", text: `Use this context: ${given}` } }] }
        : inputRequired({ inputRequests: { user_context: ask("What context should the prompt use?", "context") } });
    },
  );
}
