import type { Message, MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { Logger } from "pino";
import type * as z from "zod";
import type { Spending } from "#db/queries/common/model-usage.ts";
import { count } from "#db/values/counters.ts";
import {
  type LanguageModel,
  ModelError,
  type ModelFailure,
  type ModelRequest,
} from "#tools/core/ports/language-model.ts";
import { claudeFailure } from "./claude-failure.ts";
import { createFormatChoice } from "./claude-formats.ts";
import { meterTries } from "./claude-meter.ts";
import { outboundRequest } from "./outbound-request.ts";

export interface ClaudeSettings {
  apiKey: string;
  baseUrl?: string;
  model: string;
  spending: Spending;
  log: Logger;
  /** The time limit for one attempt including its whole response; `totalTimeoutMs` by default. */
  requestTimeoutMs?: number;
  /** The time limit for all attempts and the waits between them; 20 s by default. */
  totalTimeoutMs?: number;
}

const maxRetries = 2;
const countRequest = (result: ModelFailure | "ok", by = 1) =>
  count(`slipway_model_requests_total{result="${result}"}`, by);
for (const result of ["ok", "cap", "failed"] as const) countRequest(result, 0);

/** The SDK is loaded when the first request is made. */
export function createClaude(settings: ClaudeSettings): LanguageModel {
  const { model, spending, totalTimeoutMs = 20_000, requestTimeoutMs = totalTimeoutMs } = settings;
  const log = settings.log.child({ model });
  let loading: ReturnType<typeof loadSdk> | undefined;
  const formats = createFormatChoice(log);

  async function answer<Schema extends z.ZodObject>(request: ModelRequest<Schema>): Promise<z.output<Schema>> {
    request.signal?.throwIfAborted();
    loading ??= loadSdk(settings);
    const { client, sdk, zodOutputFormat } = await loading;
    const body = {
      model,
      max_tokens: request.maxTokens,
      system: request.system,
      messages: [{ role: "user" as const, content: request.prompt }],
    };
    const strictSchema = zodOutputFormat(request.schema).schema;

    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(), totalTimeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, tooLate.signal]) : tooLate.signal;
    let requestId: string | null = null;

    async function send(body: MessageCreateParamsNonStreaming): Promise<Message> {
      const meter = meterTries({ spending, mostTokens: mostTokens(body), msLeft: () => totalTimeoutMs - ms(), log });
      try {
        const message = await client.messages.create(body, {
          signal,
          timeout: requestTimeoutMs,
          maxRetries,
          middleware: [meter.middleware],
        });
        const usage = usageOf(message);
        await meter.settle(usage);
        const { inputTokens: input_tokens, outputTokens: output_tokens } = usage;
        count('slipway_model_tokens_total{direction="input"}', input_tokens);
        count('slipway_model_tokens_total{direction="output"}', output_tokens);
        log.info({ request_id: meter.requestId(), input_tokens, output_tokens, ms: ms() }, "language model responded");
        checkEnd(message);
        return message;
      } finally {
        requestId = meter.requestId();
      }
    }

    try {
      const answered = await formats.ask({ body, schema: request.schema, strictSchema, send, signal });
      countRequest("ok");
      return answered;
    } catch (error) {
      request.signal?.throwIfAborted();
      const failure = claudeFailure(error, sdk, settings.apiKey);
      const { reason, message } = failure.error;
      countRequest(reason);
      const about = { request_id: requestId, ...failure.about, reason, ms: ms() };
      if (reason === "failed") log.error(about, `language model: ${message}`);
      else log.warn(about, `language model: ${message}`);
      throw failure.error;
    } finally {
      clearTimeout(timer);
    }
  }

  return { answer };
}

async function loadSdk({ apiKey, baseUrl }: ClaudeSettings) {
  const [sdk, { zodOutputFormat }] = await Promise.all([
    import("@anthropic-ai/sdk"),
    import("@anthropic-ai/sdk/helpers/zod"),
  ]);
  const client = new sdk.default({
    apiKey,
    // Any value except undefined stops the SDK from reading its own environment variables.
    baseURL: baseUrl ?? "https://api.anthropic.com",
    webhookKey: null,
    openTelemetry: false,
    // Otherwise, the SDK would log whole requests when ANTHROPIC_LOG is set.
    logLevel: "off",
    fetch: fetchWhole,
  });
  return { sdk, client, zodOutputFormat };
}

/** Reads the whole response, because the SDK's timeout would otherwise cover only the headers. */
function fetchWhole(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return outboundRequest("model", async () => {
    const response = await fetch(input, init);
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  });
}

/** Text in any language contains at most one token for every two bytes. */
const mostTokens = (body: { max_tokens: number }) =>
  Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 2) + body.max_tokens;

function checkEnd({ stop_reason, stop_details }: Message): void {
  if (stop_reason === "refusal")
    throw new ModelError("refused", `the model refused to respond (category: ${stop_details?.category ?? "none"})`);
  if (stop_reason === "max_tokens" || stop_reason === "model_context_window_exceeded")
    throw new ModelError("cut_off", `the response was cut off (${stop_reason})`);
}

const usageOf = ({ usage }: Message) => ({
  inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
  outputTokens: usage.output_tokens,
});
