import type { Logger } from "pino";
import { dailySpending } from "#db/queries/common/model-usage.ts";
import type { Store } from "#db/store/store.ts";
import type { LanguageModel } from "#tools/core/ports/language-model.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import { inThread } from "#tools/drafts/crawl/in-thread.ts";
import type { DraftPorts } from "#tools/drafts/run-jobs.ts";
import type { DraftImprover, DraftWriter } from "#tools/drafts/shared/writing.ts";
import { type BrowserRenderer, createRenderer } from "../outbound/browser.ts";
import { createClaude } from "../outbound/claude.ts";
import type { OutboundSettings } from "../outbound/create-outbound.ts";
import { findChromium } from "../outbound/find-chromium.ts";
import type { CallServices } from "../start/call-context.ts";
import type { Config } from "../start/config.ts";
import { ConfigError } from "../start/config-checks.ts";

/** Language model servers on the same machine usually accept any key, but some reject a request without one. */
const noKey = "no-key";

/** Creates the services for drafts. The browser and the language model are optional. */
export function createDrafting(
  config: Config,
  guard: OutboundSettings,
  { store, log, outbound, now }: Pick<CallServices, "log" | "now"> & { store: Store; outbound: Outbound },
) {
  const renderer = rendererOf(config, guard);
  const model = modelOf(config, store, log, now);
  log.info({ browser: renderer !== null, claude: model !== null }, "drafting configured");
  const ports: DraftPorts = {
    outbound,
    renderer,
    photographer: renderer,
    write: inThreadWriter,
    improve: model && improverWith(model, log),
    modelTimeoutMs: config.ANTHROPIC_TIMEOUT_S * 1000,
    now,
  };
  return { ports, close: async () => renderer?.close() };
}

export type Drafting = ReturnType<typeof createDrafting>;

// The code is loaded with the first draft, which saves memory in processes that create no drafts.
const improverWith =
  (model: LanguageModel, log: Logger): DraftImprover =>
  async (source, plain, signal) => {
    const { draftImprover } = await import("#tools/drafts/model/write-draft.ts");
    return draftImprover(model, log)(source, plain, signal);
  };

const inThreadWriter: DraftWriter = (source, signal) => {
  signal.throwIfAborted();
  return inThread("write", source);
};

function rendererOf({ CHROMIUM_PATH }: Config, guard: OutboundSettings): BrowserRenderer | null {
  const chromiumPath = findChromium(CHROMIUM_PATH);
  if (CHROMIUM_PATH && !chromiumPath)
    throw new ConfigError(`CHROMIUM_PATH: must be an existing file (it is ${JSON.stringify(CHROMIUM_PATH)})`);
  return chromiumPath === null ? null : createRenderer({ ...guard, chromiumPath });
}

function modelOf(config: Config, store: Store, log: Logger, now: () => Date): LanguageModel | null {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl } = config;
  if (!apiKey && !baseUrl) return null;
  return createClaude({
    apiKey: apiKey ?? noKey,
    baseUrl,
    model: config.ANTHROPIC_MODEL,
    spending: dailySpending(store, config.ANTHROPIC_TOKENS_PER_DAY, now),
    log,
    totalTimeoutMs: config.ANTHROPIC_TIMEOUT_S * 1000,
  });
}
