import { afterAll, afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import Ajv2020 from "ajv/dist/2020";
import pino from "pino";
import * as z from "zod";
import { dailySpending } from "#db/queries/common/model-usage.ts";
import type { Store } from "#db/store/store.ts";
import {
  apiError,
  type ClaudeServer,
  message,
  type Reply,
  refusal,
  startClaudeServer,
  structured,
  toolCall,
  usageRows,
} from "#test/support/fakes/claude-server.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { ModelError } from "#tools/core/ports/language-model.ts";
import { type ClaudeSettings, createClaude } from "./claude.ts";

let server: ClaudeServer;
let store: Store;
let lines: any[];
let logged: string;

// The SDK waits for seconds before it repeats a request, unless the answer names a time.
const pauses = spyOn(Anthropic.prototype as any, "calculateDefaultRetryTimeoutMillis").mockReturnValue(1);
afterAll(() => pauses.mockRestore());

beforeEach(async () => {
  server = await startClaudeServer();
  store = emptyStore();
  lines = [];
  logged = "";
});
afterEach(async () => {
  server.stop();
  await store.close();
});

const schema = z.strictObject({ name: z.string(), kind: z.enum(["tool", "game"]), tags: z.array(z.string()) });
const good = { name: "Fernleaf", kind: "tool", tags: ["notes"] };
const prompt = "The secret prompt text about Fernleaf";

function claude(settings: Partial<ClaudeSettings> = {}, tokensPerDay = 1_000_000) {
  const write = (line: string) => {
    logged += line;
    lines.push(JSON.parse(line));
  };
  return createClaude({
    apiKey: server.apiKey,
    baseUrl: server.url,
    model: "claude-haiku-5-5",
    spending: dailySpending(store, tokensPerDay, () => testNow),
    log: pino({ base: null }, { write }),
    ...settings,
  });
}

const ask = (model = claude(), signal?: AbortSignal) =>
  model.answer({ system: "Our instructions", prompt, schema, maxTokens: 500, signal });

async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error = await asked.then(
    (answer) => new Error(`an answer: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ModelError) return error;
  throw error;
}

const used = () => usageRows(store)[0] as Record<string, number>;

describe("a valid response", () => {
  test("returns the filled schema and counts its tokens", async () => {
    server.script(structured(good));
    expect(await ask()).toEqual(good as z.output<typeof schema>);
    expect(used()).toMatchObject({ requests: 1, input_tokens: 1200, output_tokens: 340, reserved_tokens: 0 });
  });

  test("counts tokens read from and written to a cache", async () => {
    const { usage } = JSON.parse((message("") as { body: string }).body);
    const cached = { ...usage, cache_read_input_tokens: 50, cache_creation_input_tokens: 7 };
    server.script(structured(good, { usage: cached }));
    await ask();
    expect(used()).toMatchObject({ input_tokens: 1257 });
  });

  test("may start with thoughts", async () => {
    const text = { type: "text" as const, text: JSON.stringify(good), citations: null };
    server.script(message("", { content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, text] }));
    expect(await ask()).toMatchObject(good);
  });

  test("the request has a closed schema that the response matches", async () => {
    server.script(structured(good));
    await ask();
    const [{ headers, body }] = server.requests as [(typeof server.requests)[0]];
    expect(headers.authorization).toBe(`Bearer ${server.apiKey}`);
    expect(body).toMatchObject({
      model: "claude-haiku-5-5",
      max_tokens: 500,
      system: "Our instructions",
      messages: [{ role: "user", content: prompt }],
      output_config: { effort: "low", format: { type: "json_schema", schema: { additionalProperties: false } } },
    });
    const fits = new Ajv2020().compile(body.output_config.format.schema);
    expect(fits(good)).toBe(true);
    expect(fits({ ...good, more: 1 })).toBe(false);
  });

  test("the request has no effort if the model does not support it", async () => {
    server.script(structured(good));
    await ask(claude({ model: "claude-haiku-4-5" }));
    expect(Object.keys(server.requests[0]!.body.output_config)).toEqual(["format"]);
  });

  test("writes one log line without prompt, response and key", async () => {
    server.script(structured(good));
    await ask();
    expect(lines).toHaveLength(1);
    const { ms, time, ...line } = lines[0];
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(line).toEqual({
      level: 30,
      model: "claude-haiku-5-5",
      request_id: "req_011CTestTestTestTestTest",
      input_tokens: 1200,
      output_tokens: 340,
      msg: "language model responded",
    });
    for (const secret of [server.apiKey, "secret prompt", "Fernleaf"]) expect(logged).not.toContain(secret);
  });

  test("ignores the SDK's own variables", async () => {
    const variables = {
      ANTHROPIC_LOG: "debug",
      ANTHROPIC_AUTH_TOKEN: "other",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    };
    const spies = (["debug", "info", "warn", "error", "log"] as const).map((name) => spyOn(console, name));
    Object.assign(process.env, variables);
    try {
      server.script(structured(good));
      expect(await ask()).toMatchObject(good);
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
      for (const spy of spies) spy.mockRestore();
    }
  });
});

describe("an unusable response", () => {
  test.each([
    ["a refusal", "refused", () => refusal()],
    ["a refusal in words", "refused", () => message("I cannot help with that.", { stop_reason: "refusal" })],
    ["one that was cut off", "cut_off", () => message('{"name":"Fern', { stop_reason: "max_tokens" })],
    ["one that filled the context", "cut_off", () => message("", { stop_reason: "model_context_window_exceeded" })],
  ] as const)("%s fails as %s, once, and is counted", async (_, reason, reply) => {
    server.script(reply());
    expect((await failureOf(ask())).reason).toBe(reason);
    expect(server.requests).toHaveLength(1);
    expect(used()).toMatchObject({ requests: 1, input_tokens: 1200, output_tokens: 340, reserved_tokens: 0 });
    expect(lines.at(-1)).toMatchObject({ level: 40, reason, request_id: "req_011CTestTestTestTestTest" });
    for (const secret of [server.apiKey, "secret prompt", "Fernleaf"]) expect(logged).not.toContain(secret);
  });

  test.each([
    ["broken JSON", message('{"name": "Fernleaf", ')],
    ["prose", message("Fernleaf is a tool.")],
    ["another form", structured({ ...good, kind: "toy" })],
    ["a field too many", structured({ ...good, price: 12 })],
    ["no text", message("", { content: [] })],
  ])("%s in every format fails as invalid, and each response is counted", async (_, reply) => {
    server.script(reply);
    expect((await failureOf(ask())).reason).toBe("invalid");
    expect(server.requests).toHaveLength(4);
    expect(used()).toMatchObject({ requests: 4, input_tokens: 4800, output_tokens: 1360, reserved_tokens: 0 });
    expect(lines.at(-1)).toMatchObject({ level: 40, reason: "invalid", request_id: "req_011CTestTestTestTestTest" });
    for (const secret of [server.apiKey, "secret prompt", "Fernleaf"]) expect(logged).not.toContain(secret);
  });

  test.each([
    ["a web page", { status: 200, body: "<h1>Proxy</h1>", headers: { "content-type": "text/html" } }],
    ["JSON of something else", { status: 200, body: "{}" }],
    ["half of it", { status: 200, body: '{"id":"msg_01' }],
  ])("%s with status 200 fails as invalid, and its reservation stays", async (_, reply) => {
    server.script(reply);
    expect((await failureOf(ask())).reason).toBe("invalid");
    expect(used().reserved_tokens).toBeGreaterThan(500);
  });
});

describe("a server that lacks structured outputs", () => {
  const prose = message("Sure! I have filled in the form for you.");
  const rejects = (format: string, others: Reply | ((body: any) => Reply)) => (body: any) =>
    format in body
      ? apiError(400, "invalid_request_error", `${format}: Extra inputs are not permitted`)
      : typeof others === "function"
        ? others(body)
        : others;
  const formats = () =>
    server.requests.map(({ body }) => (body.output_config ? "output_config" : body.tools ? "tool" : "text"));

  test("output_config ignored: a forced tool call with the schema, for later questions at once", async () => {
    server.script(prose, toolCall(good));
    const model = claude();
    expect(await ask(model)).toMatchObject(good);
    expect(await ask(model)).toMatchObject(good);
    expect(formats()).toEqual(["output_config", "tool", "tool"]);
    const { tools, tool_choice, system } = server.requests[1]!.body;
    expect(tool_choice).toEqual({ type: "tool", name: tools[0].name });
    expect(system).toBe("Our instructions");
    const fits = new Ajv2020().compile(tools[0].input_schema);
    expect([fits(good), fits({ ...good, more: 1 })]).toEqual([true, false]);
    expect(used()).toMatchObject({ requests: 3, input_tokens: 3600, reserved_tokens: 0 });
  });

  test.each([400, 422])(
    "output_config rejected with %d: a forced tool call, for later questions at once",
    async (status) => {
      const rejection = apiError(status, "invalid_request_error", "output_config: Extra inputs are not permitted");
      server.script((body) => (body.output_config ? rejection : toolCall(good)(body)));
      const model = claude();
      expect(await ask(model)).toMatchObject(good);
      expect(await ask(model)).toMatchObject(good);
      expect(formats()).toEqual(["output_config", "tool", "tool"]);
      expect(used()).toMatchObject({ requests: 3, input_tokens: 2400, reserved_tokens: 0 });
    },
  );

  test("output_config and tools rejected: the schema is in the instructions", async () => {
    server.script(rejects("output_config", rejects("tools", structured(good))));
    expect(await ask()).toMatchObject(good);
    expect(formats()).toEqual(["output_config", "tool", "text"]);
    const { system } = server.requests[2]!.body;
    expect(system).toStartWith("Our instructions\n");
    const fits = new Ajv2020().compile(JSON.parse(system.slice(system.indexOf("{"))));
    expect([fits(good), fits({ ...good, kind: "toy" })]).toEqual([true, false]);
  });

  test("prose and a code fence around JSON: read without another request", async () => {
    server.script(
      message(`Here is the form:\n\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\`\nCan I help with more?`),
    );
    expect(await ask()).toMatchObject(good);
    expect(server.requests).toHaveLength(1);
  });

  test("JSON that does not fit: one repair request that quotes the answer and its errors", async () => {
    const wrong = { ...good, kind: "toy" };
    server.script(prose, prose, structured(wrong), structured(good));
    expect(await ask()).toMatchObject(good);
    const { system, messages } = server.requests[3]!.body;
    expect(system).toContain("JSON Schema");
    expect(messages).toHaveLength(3);
    expect(messages[1]).toEqual({ role: "assistant", content: JSON.stringify(wrong) });
    expect(messages[2].content).toMatch(/expected one of "tool"\|"game"[\s\S]*at kind/);
    expect(used()).toMatchObject({ requests: 4, input_tokens: 4800, reserved_tokens: 0 });
  });

  test("request rejected in every format: fails, and later questions start with output_config", async () => {
    server.script(apiError(400, "invalid_request_error", "Your credit balance is too low"));
    const model = claude();
    expect(await failureOf(ask(model))).toMatchObject({ reason: "failed", message: expect.stringContaining("credit") });
    server.script(structured(good));
    await ask(model);
    expect(formats()).toEqual(["output_config", "tool", "text", "output_config"]);
    expect(used()).toMatchObject({ requests: 4, input_tokens: 1200, reserved_tokens: 0 });
  });

  test.each([
    ["never answers", "timeout", "hang"],
    ["talks until it is cut off", "cut_off", message("Well, ", { stop_reason: "max_tokens" })],
  ] as const)("server that %s: the next question uses the next format", async (_, reason, reply) => {
    server.script(reply, toolCall(good));
    const model = claude({ totalTimeoutMs: 400 });
    expect((await failureOf(ask(model))).reason).toBe(reason);
    expect(await ask(model)).toMatchObject(good);
    expect(formats()).toEqual(["output_config", "tool"]);
  });

  test("daily budget: checked for every format", async () => {
    server.script(prose);
    expect((await failureOf(ask(claude({}, 3000)))).reason).toBe("cap");
    expect(server.requests.length).toBeLessThan(4);
  });
});

describe("retries", () => {
  test("429: retried after the requested time", async () => {
    server.script(
      apiError(429, "rate_limit_error", "Slow down", { headers: { "retry-after": "1" } }),
      structured(good),
    );
    expect(await ask()).toMatchObject(good);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThanOrEqual(990);
    expect(used()).toMatchObject({ requests: 2, input_tokens: 1200, output_tokens: 340, reserved_tokens: 0 });
  });

  test("429 with a longer wait than the deadline: fails at once", async () => {
    server.script(apiError(429, "rate_limit_error", "Slow down", { headers: { "retry-after": "3600" } }));
    expect((await failureOf(ask())).reason).toBe("rate_limited");
    expect(server.requests).toHaveLength(1);
    expect(used()).toMatchObject({ input_tokens: 0, reserved_tokens: 0 });
  });

  test("overloaded server: three attempts", async () => {
    server.script(apiError(529, "overloaded_error", "Overloaded"));
    expect((await failureOf(ask())).reason).toBe("overloaded");
    expect(server.requests).toHaveLength(3);
    expect(used()).toMatchObject({ requests: 3, input_tokens: 0, reserved_tokens: 0 });
    expect(lines.at(-1)).toMatchObject({ level: 40, status: 529, request_id: "req_011CTestTestTestTestTest" });
  });

  test("broken connection: retried, and its possible cost stays reserved", async () => {
    server.script("reset", structured(good));
    expect(await ask()).toMatchObject(good);
    expect(used()).toMatchObject({ requests: 2, input_tokens: 1200, output_tokens: 340 });
    expect(used().reserved_tokens).toBeGreaterThan(500);
  });

  test("connection that always breaks: fails after three attempts", async () => {
    server.script("reset");
    expect((await failureOf(ask())).reason).toBe("failed");
    expect(server.requests).toHaveLength(3);
  });

  test("missing server: costs nothing", async () => {
    server.stop();
    const error = await failureOf(ask());
    expect(error).toMatchObject({ reason: "failed", message: expect.stringContaining("ANTHROPIC_BASE_URL") });
    expect(used()).toMatchObject({ requests: 3, input_tokens: 0, reserved_tokens: 0 });
  });
});

describe("faults for the operator", () => {
  test.each([
    [402, "billing_error", "Payment required", "billing"],
    [403, "permission_error", "Not allowed", "its permissions"],
    [404, "not_found_error", "model: claude-nothing", "ANTHROPIC_MODEL"],
  ])("a %d fails once, as an error in the log", async (status, type, text, hint) => {
    server.script(apiError(status, type, text));
    expect((await failureOf(ask())).reason).toBe("failed");
    expect(server.requests).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ level: 50, status, type, msg: expect.stringContaining(hint) });
    expect(used()).toMatchObject({ reserved_tokens: 0 });
  });

  test("wrong key: fails once and appears nowhere", async () => {
    const apiKey = "sk-ant-api03-wrong-key-wrong-key";
    server.script(structured(good));
    const error = await failureOf(ask(claude({ apiKey })));
    expect(error).toMatchObject({ reason: "failed", message: expect.stringContaining("ANTHROPIC_API_KEY") });
    expect(lines.at(-1)).toMatchObject({ level: 50, status: 401 });
    expect(logged + error.stack).not.toContain("wrong-key");
  });

  test("key repeated by the API: masked", async () => {
    server.script(apiError(400, "invalid_request_error", `bad header ${server.apiKey}`));
    expect((await failureOf(ask())).message).toContain("bad header ***");
    expect(logged).not.toContain(server.apiKey);
  });

  test("spent budget: not treated as a rate limit", async () => {
    const details = { error_code: "enforced_spend_limit_reached" };
    server.script(
      apiError(429, "rate_limit_error", "Monthly limit", { details, headers: { "x-should-retry": "false" } }),
    );
    expect((await failureOf(ask())).reason).toBe("failed");
    expect(lines.at(-1)).toMatchObject({ level: 50, type: "enforced_spend_limit_reached" });
  });
});

describe("time", () => {
  test.each(["hang", "hang_midway"] as const)("server that does %s: given up", async (reply) => {
    server.script(reply);
    const started = performance.now();
    expect((await failureOf(ask(claude({ requestTimeoutMs: 200, totalTimeoutMs: 400 })))).reason).toBe("timeout");
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(used().reserved_tokens).toBeGreaterThan(500);
  });

  test("one hanging attempt: retried", async () => {
    server.script("hang_midway", structured(good));
    expect(await ask(claude({ requestTimeoutMs: 200 }))).toMatchObject(good);
  });

  test("caller's abort: ends a request with the caller's reason", async () => {
    server.script("hang");
    const caller = new AbortController();
    const asked = ask(claude(), caller.signal);
    while (server.requests.length === 0) await Bun.sleep(5);
    caller.abort(new Error("the job was stopped"));
    expect(asked).rejects.toThrow("the job was stopped");
    await asked.catch(() => {});
  });

  test("caller's abort: ends the wait before a retry", async () => {
    server.script(apiError(429, "rate_limit_error", "Slow down", { headers: { "retry-after": "15" } }));
    const started = performance.now();
    const caller = new AbortController();
    const asked = ask(claude(), caller.signal).catch((error: unknown) => error);
    while (server.requests.length === 0) await Bun.sleep(5);
    await Bun.sleep(200);
    caller.abort(new Error("the job was stopped"));
    expect(await asked).toBe(caller.signal.reason);
    expect(performance.now() - started).toBeLessThan(14_000);
    expect(server.requests).toHaveLength(1);
  });

  test("caller aborted before: no request", async () => {
    expect(await ask(claude(), AbortSignal.abort("gone")).catch((error: unknown) => error)).toBe("gone");
    expect(server.requests).toHaveLength(0);
    expect(usageRows(store)).toEqual([]);
  });
});

describe("the daily budget", () => {
  test("checked before a request is sent", async () => {
    server.script(structured(good));
    const model = claude({}, 2000);
    await ask(model);
    expect((await failureOf(ask(model))).reason).toBe("cap");
    expect(server.requests).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ level: 40, reason: "cap" });
  });

  test("checked for the SDK's own retries", async () => {
    server.script("reset");
    expect((await failureOf(ask(claude({}, 1000)))).reason).toBe("cap");
    expect(server.requests).toHaveLength(1);
  });

  test("unreadable: treated as used up", async () => {
    server.script(structured(good));
    const spending = { reserve: () => Promise.reject(new Error("the disk is gone")) };
    expect((await failureOf(ask(claude({ spending })))).reason).toBe("failed");
    expect(server.requests).toHaveLength(0);
  });
});
