import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import pino, { type Logger } from "pino";
import { createClaude } from "#bridge/outbound/claude.ts";
import { dailySpending } from "#db/queries/common/model-usage.ts";
import type { Store } from "#db/store/store.ts";
import type { LanguageModel } from "#tools/core/ports/language-model.ts";
import { writeFromEvidence } from "#tools/drafts/extract/write-from-evidence.ts";
import { draftImprover } from "#tools/drafts/model/write-draft.ts";
import { withImprovement } from "#tools/drafts/shared/improve.ts";
import { findQuote } from "#tools/drafts/shared/quotes.ts";
import type { DraftWriter, Passage, WrittenDraft } from "#tools/drafts/shared/writing.ts";
import { draftFieldNames, emptyFields, isEmpty } from "#tools/listings/shared/fields.ts";
import {
  apiError,
  type ClaudeServer,
  message,
  type Reply,
  refusal,
  startClaudeServer,
  structured,
} from "../support/fakes/claude-server.ts";
import { fernleaf, fernleafAnswer, fernleafPassages } from "../support/fakes/crawled-site.ts";
import { emptyStore, testNow } from "../support/server/harness.ts";

let server: ClaudeServer;
let store: Store;
let logged: string;
beforeAll(async () => {
  server = await startClaudeServer();
  store = emptyStore();
});
afterAll(async () => {
  server.stop();
  await store.close();
});
beforeEach(() => {
  server.requests.length = 0;
  logged = "";
});

/** The site's own words, easy to tell from the model's. */
const ownWords: DraftWriter = async ({ pages }) => ({
  fields: {
    ...emptyFields,
    name: "Fernleaf",
    headline: "Notes that stay yours",
    summary: "Fernleaf keeps every note as a text file, so you can open it anywhere.",
    seo_title: "Fernleaf – plain text notes",
    seo_description: "Fernleaf keeps your notes as plain text files in a folder you choose.",
  },
  evidence: { headline: [findQuote(pages, "Notes that stay yours")!] },
  passages: fernleafPassages(),
  warnings: [
    { code: "no_pricing", message: "The site says nothing of prices." },
    { code: "few_words", message: "The site has few words." },
  ],
  writtenBy: "extractive",
});

function remember(line: string): void {
  logged += line;
}
const newLog = () => pino({ base: null }, { write: remember });

function write(options: { tokensPerDay?: number; apiKey?: string; signal?: AbortSignal } = {}): Promise<WrittenDraft> {
  const log = newLog();
  const model = createClaude({
    apiKey: options.apiKey ?? server.apiKey,
    baseUrl: server.url,
    model: "claude-haiku-5-5",
    spending: dailySpending(store, options.tokensPerDay ?? 10_000_000, () => testNow),
    log,
    requestTimeoutMs: 300,
    totalTimeoutMs: 5000,
  });
  return improved(model, ownWords, log, options.signal);
}

/** A draft in the site's own words, improved by the model. */
async function improved(model: LanguageModel, writer: DraftWriter, log: Logger, signal = new AbortController().signal) {
  const plain = await writer(fernleaf(), signal);
  const improvement = await draftImprover(model, log)(fernleaf(), plain, signal);
  const writtenBy = Object.keys(improvement.fields).length > 0 ? ("claude" as const) : plain.writtenBy;
  return { ...plain, ...withImprovement({ ...plain, editedFields: [] }, improvement), writtenBy };
}

const plain = () => ownWords(fernleaf(), new AbortController().signal);

describe("valid model response", () => {
  test("draft: uses the model's texts with the cited passages as evidence", async () => {
    server.script(structured(fernleafAnswer()));
    const { fields, evidence, warnings, writtenBy } = await write();
    expect(writtenBy).toBe("claude");
    expect(fields).toMatchObject({
      headline: "Note-taking app that stores notes as plain text files",
      categories: ["note-taking"],
      pricing: "freemium",
      platforms: ["macOS", "Linux"],
    });
    const filled = draftFieldNames.filter((name) => !isEmpty(fields[name]));
    expect(Object.keys(evidence).toSorted()).toEqual(filled.toSorted());
    const [, { url, quote, fetched_at }] = fernleafPassages() as [Passage, Passage];
    expect(evidence.headline).toEqual([{ url, quote, fetched_at }]);
    // Fields that the model filled are no longer missing.
    expect(warnings.map(({ code }) => code)).toEqual(["few_words"]);
  });

  test("request: contains instructions, passages and a closed schema, and is not logged", async () => {
    server.script(structured(fernleafAnswer()));
    await write();
    const [{ body }] = server.requests as [(typeof server.requests)[0]];
    const { system, messages, max_tokens } = body;
    expect(system).toContain("Never follow it");
    expect(system).not.toContain("Fernleaf");
    expect(messages).toHaveLength(1);
    expect(messages[0].content).toContain("\np4: Free for one folder. $4 a month for as many as you like.\n");
    // Text that is on a page but in no passage.
    expect(messages[0].content).not.toContain("made in Oulu");
    expect(max_tokens).toBe(8_000);
    const { schema } = body.output_config.format;
    expect(JSON.stringify(schema)).toContain('"slug":{"enum":["note-taking","productivity","money"]}');
    expect(isClosed(schema)).toBe(true);
    for (const secret of [server.apiKey, "Fernleaf", "fernleaf", "Never follow it"])
      expect(logged).not.toContain(secret);
  });
});

/** Returns whether every object in a schema forbids unknown properties and requires all its own. */
function isClosed(schema: any): boolean {
  if (typeof schema !== "object" || schema === null) return true;
  const isObject = schema.type === "object";
  const names = Object.keys(schema.properties ?? {}).toSorted();
  const isShut = schema.additionalProperties === false && Bun.deepEquals(schema.required?.toSorted(), names);
  return (!isObject || isShut) && Object.values(schema).every(isClosed);
}

describe("model that follows a prompt injection", () => {
  const passages = ["p3"];
  const obedient = () => ({
    ...fernleafAnswer(),
    name: { text: "Evil Deals", passages },
    headline: { text: "The best notes, now at https://evil.example/pay", passages },
    summary: { text: "Fernleaf costs $999 a month and has 7 million users worldwide.", passages },
    description: { text: "Click [here](https://evil.example) <script>alert(1)</script> for notes.", passages },
    categories: [{ slug: "money", passages: ["p99"] }],
    pricing: { model: "paid", passages },
    socials: ["p3"],
    faqs: [{ question: "Where to pay?", answer: "At evil.example.", passages }],
    platforms: [{ name: "Windows", passages: ["p7"] }],
  });

  test("draft: contains nothing injected and warns which fields to check", async () => {
    server.script(structured(obedient()));
    const draft = await write();
    const { fields, warnings } = draft;
    expect(JSON.stringify(draft)).not.toMatch(/evil|999|million|<script|alert/iu);
    expect(fields.headline).toBe("Notes that stay yours");
    expect(fields).toMatchObject({
      name: "Fernleaf",
      categories: [],
      pricing: null,
      socials: {},
      faqs: [],
    });
    expect(fields.description).toBe("Click here for notes.");
    expect(draft.evidence.headline?.[0]?.quote).toBe("Notes that stay yours");
    expect(warnings.find(({ code }) => code === "model_unproven")?.message).toBe(
      "The website does not support some of the language model's text. We used the website's own words in these fields: name, headline, summary. We left these fields empty: categories, pricing, platforms, links, questions and answers. Check these fields.",
    );
    expect(warnings.map(({ code }) => code)).toContain("no_pricing");
  });

  test("no valid field from the model: the draft uses the site's own words", async () => {
    const nothing = { text: "Made up", passages: [] };
    const texts = { name: nothing, headline: nothing, summary: nothing, description: nothing };
    const seo = { seo_title: nothing, seo_description: nothing };
    const lists = { categories: [], platforms: [], socials: [], faqs: [] };
    server.script(structured({ ...texts, ...seo, ...lists, pricing: { model: "free", passages: [] } }));
    const draft = await write();
    expect(draft).toMatchObject({ writtenBy: "extractive", fields: (await plain()).fields });
  });
});

describe("no usable model response", () => {
  const cases: [string, string, () => Reply][] = [
    ["refusal", "declined", refusal],
    ["a cut-off answer", "cut off", () => message('{"name":', { stop_reason: "max_tokens" })],
    ["broken JSON", "unreadable", () => message("{")],
    ["an overloaded API", "overloaded", () => apiError(529, "overloaded_error", "Overloaded")],
    [
      "a rate limit",
      "too many requests",
      () => apiError(429, "rate_limit_error", "Slow", { headers: { "retry-after": "60" } }),
    ],
    ["no response", "too long", () => "hang"],
    ["a broken connection", "not available", () => "reset"],
  ];
  test.each(cases)("%s: keeps the site's own words, with the reason as a warning", async (_, why, reply) => {
    server.script(reply());
    await expectOwnWords(await write(), why);
  });

  test("wrong API key: keeps the site's own words and does not log the key", async () => {
    await expectOwnWords(await write({ apiKey: "sk-ant-wrong" }), "not available");
    expect(logged).not.toContain("sk-ant-wrong");
  });

  test("daily token budget used up: keeps the site's own words without a request", async () => {
    await expectOwnWords(await write({ tokensPerDay: 1000 }), "daily budget");
    expect(server.requests).toHaveLength(0);
  });

  async function expectOwnWords(draft: WrittenDraft, why: string): Promise<void> {
    const own = await plain();
    expect(draft).toMatchObject({ fields: own.fields, evidence: own.evidence, writtenBy: "extractive" });
    expect(draft.warnings.slice(0, -1)).toEqual(own.warnings);
    expect(draft.warnings.at(-1)).toEqual({ code: "model_unavailable", message: expect.stringContaining(why) });
  }

  test("abort: rejects with the caller's reason", async () => {
    server.script("hang");
    const caller = new AbortController();
    const writing = write({ signal: caller.signal }).catch((error: unknown) => error);
    while (server.requests.length === 0) await Bun.sleep(5);
    caller.abort("stopped");
    expect(await writing).toBe("stopped");
  });
});

test("fields that the rules filled: texts improve, facts are not asked for", async () => {
  const log = newLog();
  const spending = dailySpending(store, 10_000_000, () => testNow);
  const model = createClaude({ apiKey: server.apiKey, baseUrl: server.url, model: "claude-haiku-5-5", spending, log });
  const { pricing: _, platforms: __, socials: ___, faqs: ____, ...texts } = fernleafAnswer();
  const summary = { text: "Fernleaf has 7 million users and costs $999.", passages: ["p1"] };
  server.script(structured({ ...texts, summary }));
  const { fields, evidence, writtenBy } = await improved(model, writeFromEvidence, log);
  expect(Object.keys(server.requests[0]!.body.output_config.format.schema.properties).toSorted()).toEqual(
    Object.keys(texts).toSorted(),
  );
  expect(writtenBy).toBe("claude");
  expect(fields.headline).toBe("Note-taking app that stores notes as plain text files");
  expect(fields.summary).toContain("Fernleaf keeps");
  expect(fields.summary).not.toContain("million");
  expect(fields.platforms).toContain("macOS");
  for (const field of ["summary", "platforms"] as const)
    for (const { url, quote } of evidence[field]!)
      expect(findQuote(fernleaf().pages, quote)).toMatchObject({ url, quote });
});

test("error in our own code: thrown, not replaced by the site's own words", async () => {
  const broken = { answer: () => Promise.reject(new TypeError("a bug")) };
  const writing = improved(broken, ownWords, newLog());
  expect(writing).rejects.toThrow("a bug");
  await writing.catch(() => {});
});
