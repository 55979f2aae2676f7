import type { AnyTool } from "../../tools/core/define.ts";
import { resultOf, type ToolAnswer } from "../../tools/core/mcp.ts";
import {
  envelopeKey,
  isJsonAnswer,
  isRequestId,
  type McpAnswer,
  maxEnvelopeCharacters,
  type RequestId,
} from "./mcp-envelope.ts";

const maxEnvelopes = 1024;

/** What the SDK writes around a result. */
interface Frame {
  before: string;
  /** Behind the last field of the result, up to the id. */
  after: string;
}

/** By whether the result is an error. */
type Frames = Map<boolean, Frame>;

interface Call {
  run(tool: AnyTool, input: Record<string, unknown>): Promise<ToolAnswer>;
  /** Has the SDK answer; it uses `ready` where the tool has run already. Says what came of the tool, if it got that far. */
  serve(ready?: ToolAnswer): Promise<{ answer: McpAnswer; answered?: ToolAnswer }>;
}

/**
 * Answers a call of a tool without the SDK where that has answered such a call with other arguments before. Which
 * requests are valid, and what stands around a result, stays the SDK's decision: both are learnt from its answers.
 */
export function createDirectCalls(tools: readonly AnyTool[]) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const envelopes = new Map<string, Frames>();

  return async (request: Request, message: unknown, { run, serve }: Call): Promise<McpAnswer> => {
    const call = readCall(message);
    const tool = call && byName.get(call.name);
    const key = tool ? envelopeKey(request, call.rest) : "";
    if (!tool || key.length > maxEnvelopeCharacters) return (await serve()).answer;

    const frames = envelopes.get(key);
    const ready = frames && (await run(tool, call.input));
    const frame = ready && frames.get("problem" in ready);
    if (frame) return frame.before + opened(tool, ready) + frame.after + ending(call.id);

    const { answer, answered } = await serve(ready);
    if (!answered || !(answer instanceof Response) || !isJsonAnswer(answer)) return answer;
    const text = await answer.text();
    const learnt = frameOf(text, opened(tool, answered), ending(call.id));
    if (learnt) {
      if (envelopes.size >= maxEnvelopes) envelopes.clear();
      envelopes.set(key, new Map([...(frames ?? []), ["problem" in answered, learnt]]));
    }
    return text;
  };
}

/** A result as JSON without the brace at its end, behind which the SDK adds fields. */
const opened = (tool: AnyTool, answer: ToolAnswer) => JSON.stringify(resultOf(tool, answer)).slice(0, -1);

const ending = (id: RequestId) => `,"id":${JSON.stringify(id)}}`;

function frameOf(text: string, result: string, end: string): Frame | null {
  const start = text.indexOf(result);
  if (start < 0 || !text.endsWith(end)) return null;
  return { before: text.slice(0, start), after: text.slice(start + result.length, -end.length) };
}

interface ReadCall {
  id: RequestId;
  name: string;
  input: Record<string, unknown>;
  /** The message without its id and arguments. */
  rest: unknown;
}

function readCall(message: unknown): ReadCall | null {
  const { id, ...rest } = (message ?? {}) as Record<string, unknown>;
  if (rest.method !== "tools/call" || !isRequestId(id) || !isObject(rest.params)) return null;
  const { arguments: input = {}, ...params } = rest.params;
  if (typeof params.name !== "string" || !isObject(input)) return null;
  return { id, name: params.name, input, rest: { ...rest, params } };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
