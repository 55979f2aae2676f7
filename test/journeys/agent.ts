import { expect } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { lookup } from "#db/values/lookup.ts";
import { actionsIn, type NamedAction } from "../support/clients/actions.ts";
import { json, modernHeaders } from "../support/clients/mcp-wire.ts";
import type { Era, RecordedClient } from "./clients.ts";
import type { Journey, Step } from "./journeys.ts";

/** The person's action at a URL from a response. */
export type Deed = (url: string, known: Map<string, unknown>) => Promise<void>;

/** The setting of a journey: the URL, the caller and the background work. */
export interface Walk {
  url: string;
  era: Era;
  client: RecordedClient;
  bearer?: string;
  /** What the host shows to its model. */
  reads: Reads;
  deeds: Record<string, Deed>;
  /** Runs the work that polling waits for. */
  work(): Promise<void>;
}

/** Hosts show a model the text, the structured content, or both. */
export const readings = ["text", "structured", "both"] as const;
export type Reads = (typeof readings)[number];

export interface Tally {
  calls: number;
  tokens: number;
}

interface ListedTool {
  name: string;
  description: string;
  inputSchema: { type: "object" };
}

interface Answer {
  isError: boolean;
  text: string;
  structured: any;
}

const mostPolls = 10;

/** Ports, secrets (32 bytes as base64url) and random slug endings: tokenizers split each one differently. */
const randomParts = [
  [/(?<=:\/\/[\w.-]+:)\d+/g, "3000"],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, "hTGADprGp4ADZa9rnNQGUYbZuoeMlgrk__KM4PYdgLc"],
  [/(?<=\w-)[\da-f]{8}(?![\w-])/g, "574a6054"],
] as const;

/** Counts random parts as fixed ones, so that a text counts the same in each run. */
export const tokensOf = (text: string): number =>
  countTokens(randomParts.reduce((fixed, [random, example]) => fixed.replace(random, example), text));

/**
 * Walks a journey as a literal-minded model would: it calls listed tools with the user's words and values from
 * responses, and follows next actions. Fails at dead ends: an error without a next step, an unknown tool, or a value
 * that the text does not contain.
 */
export async function walk({ steps, given = {}, profile }: Journey, fixture: Walk, start: Record<string, unknown>) {
  const known = new Map<string, unknown>([...Object.entries(given), ...Object.entries(start)]);
  const tally: Tally = { calls: 0, tokens: 0 };
  const connection = await connect(fixture, profile, tally);
  let last: { answer: Answer; name: string; input: Record<string, unknown> } | null = null;

  async function call(name: string, input: Record<string, unknown>): Promise<Answer> {
    if (!connection.tools.has(name)) throw new Error(`${name} is not in the list of tools`);
    const answer = await connection.call(name, input);
    requireWayOn(answer, connection.tools);
    last = { answer, name, input };
    return answer;
  }

  async function take(step: Step): Promise<void> {
    if ("person" in step) {
      const url = step.at
        ? known.get(step.at)
        : actionsIn(last!.answer.structured).find(({ who, url }) => who === "human" && url)?.url;
      if (typeof url !== "string") throw new Error("no answer led the person anywhere");
      const deed = lookup(fixture.deeds, step.person);
      if (!deed) throw new Error(`nobody knows how to ${step.person}`);
      return deed(url, known);
    }
    if ("repeat" in step) return settle(await call(last!.name, last!.input), step);
    if ("follow" in step) {
      const input =
        fixture.reads === "text"
          ? inputInText(last!.answer.text, step.follow)
          : inputIn(last!.answer.structured, step.follow);
      if (!input) throw new Error(`no next action leads to ${step.follow}: ${last!.answer.text}`);
      return settle(await call(step.follow, { ...input, ...filled(step.with ?? {}, known) }), step);
    }
    let answer = await call(step.call, filled(step.with ?? {}, known));
    for (
      let polls = 0;
      step.until && !answer.isError && at(answer.structured, step.until.field) !== step.until.is;
      polls++
    ) {
      if (polls === mostPolls) throw new Error(`${step.until.field} never became ${step.until.is}: ${answer.text}`);
      await fixture.work();
      answer = await call(step.call, filled(step.with ?? {}, known));
    }
    settle(answer, step);
  }

  function settle(
    { isError, structured, text }: Answer,
    { refused, keep = {}, says = {}, tells = [] }: Exclude<Step, { person: string }>,
  ) {
    expect(isError ? structured.code : undefined).toBe(refused);
    expect(Object.fromEntries(Object.keys(says).map((path) => [path, at(structured, path)]))).toEqual(
      filled(says, known),
    );
    for (const told of tells) expect(text).toContain(filled(told, known));
    for (const [name, path] of Object.entries(keep)) {
      const value = at(structured, path);
      if (value === undefined || value === null)
        throw new Error(`the answer has no ${path}: ${JSON.stringify(structured)}`);
      if (fixture.reads !== "structured" && !text.includes(String(value)))
        throw new Error(`the text does not tell ${path}, ${value}: ${text}`);
      known.set(name, value);
    }
  }

  for (const [position, step] of steps.entries())
    await take(step).catch((error: unknown) => {
      throw new Error(
        `step ${position + 1}, ${JSON.stringify(step)}: ${error instanceof Error ? error.message : error}`,
        {
          cause: error,
        },
      );
    });
  return tally;
}

/** Replaces names behind `$` at any depth. */
export function filled<T>(value: T, known: ReadonlyMap<string, unknown>): T {
  if (typeof value === "string" && value.startsWith("$")) {
    const name = value.slice(1);
    if (!known.has(name)) throw new Error(`nobody told ${name}`);
    return known.get(name) as T;
  }
  if (Array.isArray(value)) return value.map((inner) => filled(inner, known)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, known)])) as T;
}

export const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<any>((inner, key) => (inner === null || typeof inner !== "object" ? undefined : inner[key]), value);

const inputIn = (structured: unknown, name: string): Record<string, unknown> | undefined =>
  actionsIn(structured).find(({ who, tool }) => who === "agent" && tool === name)?.arguments;

/** The arguments in a line such as `Next: get_listing({"slug":"lumenroll"}): See it.` */
function inputInText(text: string, name: string): Record<string, unknown> | undefined {
  const [, written] = new RegExp(`^Next: ${name}\\((\\{.*?\\})\\)`, "m").exec(text) ?? [];
  return written === undefined ? undefined : JSON.parse(written);
}

/** Throws if a response is a dead end or names a tool that the client does not have. */
function requireWayOn({ isError, structured, text }: Answer, tools: ReadonlySet<string>): void {
  const actions: NamedAction[] = actionsIn(structured);
  for (const { tool } of actions)
    if (tool !== undefined && !tools.has(tool)) throw new Error(`an answer leads to ${tool}, which is not there`);
  for (const { tool, url } of actions)
    for (const way of [tool, url])
      if (way && !text.includes(way)) throw new Error(`the text does not lead to ${way}: ${text}`);
  if (!isError) return;
  const fixes = structured.errors.filter(({ fix, message }: any) => fix || message);
  if (actions.length === 0 && fixes.length === 0 && structured.retry_after === undefined)
    throw new Error(`a dead end: ${text}`);
}

/** Connects as the client's version does and reads the lists. */
export async function connect(
  { url, era, client, bearer, reads, work }: Walk,
  profile: string | undefined,
  tally: Tally,
) {
  const address = `${url}/mcp${profile ? `?profile=${profile}` : ""}`;
  const isModern = era === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientInfo": client.info,
    "io.modelcontextprotocol/clientCapabilities": client.capabilities,
  };
  async function send(method: string, params: Record<string, unknown> = {}): Promise<any> {
    const headers = isModern
      ? modernHeaders(method, (params.name ?? params.taskId) as string | undefined)
      : { ...json, ...(method !== "initialize" && { "mcp-protocol-version": era }) };
    const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, ...(isModern && { _meta: meta }) } };
    const response = await fetch(address, {
      method: "POST",
      headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    });
    const { result, error } = (await response.json()) as any;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const hello = isModern
    ? await send("server/discover")
    : await send("initialize", { protocolVersion: era, clientInfo: client.info, capabilities: client.capabilities });
  const { tools } = (await send("tools/list")) as { tools: ListedTool[] };
  const names = new Set(tools.map(({ name }) => name));
  for (const [name] of hello.instructions.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g))
    if (/^(?:get|search|list|submit|claim|compare|update|create|quote)_/.test(name) && !names.has(name))
      throw new Error(`the instructions name ${name}, which is not there`);
  return {
    instructions: hello.instructions as string,
    listed: tools,
    tools: names,
    async call(name: string, input: Record<string, unknown>): Promise<Answer> {
      let result = await send("tools/call", { name, arguments: input });
      // The client can open URLs and was asked to, but the person has not acted yet.
      if (result.resultType === "input_required") {
        const inputResponses = Object.fromEntries(
          Object.keys(result.inputRequests).map((key) => [key, { action: "decline" }]),
        );
        result = await send("tools/call", {
          name,
          arguments: input,
          inputResponses,
          requestState: result.requestState,
        });
      }
      for (let polls = 0; result.resultType === "task"; polls++) {
        if (polls === mostPolls) throw new Error(`the task of ${name} never ended`);
        await work();
        const task = await send("tasks/get", { taskId: result.taskId });
        if (task.status !== "working") result = task.result;
      }
      const text = result.content.map((part: { text: string }) => part.text).join("\n");
      tally.calls++;
      tally.tokens += tokensOf(JSON.stringify(input));
      if (reads !== "structured") tally.tokens += tokensOf(text);
      if (reads !== "text") tally.tokens += tokensOf(JSON.stringify(result.structuredContent));
      return { isError: result.isError === true, text, structured: result.structuredContent };
    },
  };
}
