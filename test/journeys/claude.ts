import type Anthropic from "@anthropic-ai/sdk";
import { lookup } from "#db/values/lookup.ts";
import { actionsIn } from "../support/clients/actions.ts";
import { at, connect, type Tally, type Walk } from "./agent.ts";
import type { Journey, Step } from "./journeys.ts";
import type { Wish } from "./wishes.ts";

export interface AskedModel {
  client: Anthropic;
  model: string;
}

export interface Outcome extends Tally {
  read: number;
  written: number;
  /** The missing results; empty on success. */
  missing: string[];
  last: string;
}

const mostTurns = 30;
const mostTokens = 4096;

/**
 * Has a model walk a journey for a user who states a wish, acts where the model sends them and otherwise only confirms.
 * The model gets what a host gives it: instructions and tools.
 */
export async function walkWithModel(
  { steps, given = {}, profile }: Journey,
  { says, needs }: Wish,
  fixture: Walk,
  start: Record<string, unknown>,
  { client, model }: AskedModel,
): Promise<Outcome> {
  const known = new Map<string, unknown>([...Object.entries(given), ...Object.entries(start)]);
  const outcome: Outcome = { calls: 0, tokens: 0, read: 0, written: 0, missing: [], last: "" };
  const { instructions, listed, call } = await connect(fixture, profile, outcome);
  const tools = listed.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
  const deeds = steps.filter((step) => "person" in step);
  const answered = new Set<string>();
  let led: string | undefined;

  async function use({ id, name, input }: Anthropic.ToolUseBlock): Promise<Anthropic.ToolResultBlockParam> {
    await fixture.work();
    const { isError, text, structured } = await call(name, input as Record<string, unknown>);
    if (!isError) answered.add(name);
    led = actionsIn(structured).find(({ who, url }) => who === "human" && url)?.url ?? led;
    remember(steps, name, structured, known);
    return { type: "tool_result", tool_use_id: id, content: text, is_error: isError };
  }

  const words = says.replace(/\$(\w+)/g, (_, name: string) => String(known.get(name)));
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: words }];
  for (let turn = 0; turn < mostTurns; turn++) {
    const asked = { model, max_tokens: mostTokens, system: instructions, tools, messages };
    const { content, usage, stop_reason } = await client.messages.create(asked);
    outcome.read += usage.input_tokens;
    outcome.written += usage.output_tokens;
    messages.push({ role: "assistant", content });
    const uses = content.filter((block) => block.type === "tool_use");
    if (uses.length > 0) {
      const results: Anthropic.ToolResultBlockParam[] = [];
      for (const block of uses) results.push(await use(block));
      messages.push({ role: "user", content: results });
      continue;
    }
    outcome.last = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    if (stop_reason !== "end_turn") throw new Error(`the model stopped: ${stop_reason}`);
    const deed = deeds.shift();
    if (!deed) {
      const unused = needs.filter((name) => !answered.has(name)).map((name) => `a successful call of ${name}`);
      const fault = await gradedFault(words, messages, { client, model });
      outcome.missing = [...unused, ...(fault === null ? [] : [fault])];
      return outcome;
    }
    const url = deed.at ? known.get(deed.at) : led;
    if (typeof url !== "string") return { ...outcome, missing: [`a way for the person to ${deed.person}`] };
    await lookup(fixture.deeds, deed.person)!(url, known);
    messages.push({ role: "user", content: "I have done what you asked of me. Go on." });
  }
  return { ...outcome, missing: [`an end within ${mostTurns} turns`] };
}

const mostGraded = 50_000;

/** Asks the model whether the conversation fulfilled the wish. Returns what is wrong, or null. */
async function gradedFault(wish: string, messages: Anthropic.MessageParam[], { client, model }: AskedModel) {
  const { content } = await client.messages.create({
    model,
    max_tokens: 300,
    system:
      'You grade an assistant that used the tools of a product directory. Answer "yes" if it fulfilled the wish, or said honestly what cannot be done and gave the next step. Otherwise answer "no: " and what is wrong. Claims that no tool result supports are wrong.',
    messages: [
      {
        role: "user",
        content: `The wish: ${wish}\n\nThe conversation:\n${JSON.stringify(messages).slice(-mostGraded)}`,
      },
    ],
  });
  const verdict = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return /^\W*yes\b/i.test(verdict) ? null : `graded ${verdict}`;
}

/** Stores values from responses for the person's part of the journey. */
function remember(steps: readonly Step[], name: string, structured: unknown, known: Map<string, unknown>): void {
  for (const step of steps) {
    if (!("call" in step) || step.call !== name) continue;
    for (const [as, path] of Object.entries(step.keep ?? {})) {
      const value = at(structured, path);
      if (value !== undefined && value !== null) known.set(as, value);
    }
  }
}
