import type Anthropic from "@anthropic-ai/sdk";
import type { Logger } from "pino";
import * as z from "zod";
import { ModelError } from "#tools/core/ports/language-model.ts";

type Message = Anthropic.Message;
type Body = Anthropic.MessageCreateParamsNonStreaming;

interface Question<Schema extends z.ZodType> {
  body: Body;
  schema: Schema;
  /** The schema in the form that structured outputs accept. */
  strictSchema: Record<string, unknown>;
  send(body: Body): Promise<Message>;
  signal: AbortSignal;
}

/** Ways to ask for an answer that fits a schema, best first. A server with a compatible API may know only the last. */
const formats = ["output_config", "tool", "text"] as const;

// These older models reject the `effort` parameter (Claude API, "Effort"). Other makers' models may not know it.
const takesEffort = /^claude-(?!(?:haiku|sonnet)-4-5)/;
const toolName = "fill_in_form";

/** Asks in the best format that the server supports. The process remembers this format for later questions. */
export function createFormatChoice(log: Logger) {
  let known = 0;
  let hasWorked = false;

  async function ask<Schema extends z.ZodType>(question: Question<Schema>, at = known): Promise<z.output<Schema>> {
    const format = formats[at]!;
    const isLast = at === formats.length - 1;
    const body = bodyFor(format, question);
    const tryNext = (why: string) => {
      log.info({ format }, `language model ${why} this format; trying the next one`);
      return ask(question, at + 1);
    };
    let message: Message;
    try {
      message = await question.send(body);
    } catch (error) {
      if (!isLast && isRejection(error)) return tryNext("rejects");
      // A model that ignores a format may write until the time or token limit. Later questions therefore use the next
      // format.
      if (!isLast && !hasWorked && (question.signal.aborted || isCutOff(error))) known = at + 1;
      throw error;
    }
    const parsed = parseAnswer(message, question.schema);
    hasWorked = "value" in parsed;
    known = hasWorked || isLast ? at : at + 1;
    if ("value" in parsed) return parsed.value;
    if (!isLast) return tryNext("ignores");
    const repaired = parseAnswer(await question.send(withRepair(body, message, parsed.fault)), question.schema);
    // The fault is left out, because it quotes the response.
    if ("fault" in repaired) throw new ModelError("invalid", "the response does not match the requested format");
    return repaired.value;
  }

  return { ask: <Schema extends z.ZodType>(question: Question<Schema>) => ask(question) };
}

function isRejection(error: unknown): boolean {
  const { status } = error as { status?: unknown };
  return status === 400 || status === 422;
}

const isCutOff = (error: unknown) => error instanceof ModelError && error.reason === "cut_off";

function bodyFor(format: (typeof formats)[number], { body, schema, strictSchema }: Question<z.ZodType>): Body {
  switch (format) {
    case "output_config":
      return {
        ...body,
        output_config: {
          ...(takesEffort.test(body.model) && { effort: "low" as const }),
          format: { type: "json_schema", schema: strictSchema },
        },
      };
    case "tool": {
      const input_schema = jsonSchema(schema) as Anthropic.Tool.InputSchema;
      const tool = { name: toolName, description: "Takes the form that you filled in.", input_schema };
      return { ...body, tools: [tool], tool_choice: { type: "tool", name: toolName } };
    }
    case "text": {
      const form = `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(jsonSchema(schema))}`;
      return { ...body, system: `${body.system}\n\n${form}` };
    }
  }
}

/** The body that sends an answer back, so that the model corrects it. */
const withRepair = (body: Body, message: Message, fault: string): Body => ({
  ...body,
  messages: [
    ...body.messages,
    { role: "assistant", content: textOf(message) || "{}" },
    { role: "user", content: `This is not a valid answer. ${fault}\nAnswer with the corrected JSON object alone.` },
  ],
});

type Parsed<Output> = { value: Output } | { fault: string };

/** Returns the answer, which is either in a tool call or in the JSON of the text. */
function parseAnswer<Schema extends z.ZodType>(message: Message, schema: Schema): Parsed<z.output<Schema>> {
  const call = message.content.find((block) => block.type === "tool_use");
  const given = call ? { value: call.input } : jsonIn(textOf(message));
  if ("fault" in given) return given;
  const { success, data, error } = schema.safeParse(given.value);
  return success ? { value: data } : { fault: z.prettifyError(error) };
}

const textOf = ({ content }: Message) => content.flatMap((block) => (block.type === "text" ? block.text : [])).join("");

/** Reads the JSON object in a text. Models may put words or a code fence around it. */
function jsonIn(text: string): Parsed<unknown> {
  const start = text.indexOf("{");
  if (start === -1) return { fault: "The text contains no JSON object." };
  try {
    return { value: JSON.parse(text.slice(start, text.lastIndexOf("}") + 1)) };
  } catch (error) {
    return { fault: `The JSON cannot be parsed: ${(error as Error).message}` };
  }
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
