import type { BrowserContext } from "puppeteer";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import type { Photographer, RenderedPage, Renderer } from "#tools/core/ports/renderer.ts";
import { createGuard, type OutboundSettings } from "./create-outbound.ts";
import { brokenDown, notAPage, tookTooLong } from "./failures.ts";
import { outboundRequest } from "./outbound-request.ts";
import type { LeaseLimits } from "./proxy-lease.ts";
import { renderPage } from "./render-page.ts";
import { type RunningBrowser, SharedBrowser } from "./shared-browser.ts";
import { createSlots } from "./slots.ts";
import { type Target, vetUrl } from "./vet-url.ts";

export interface RendererSettings extends OutboundSettings {
  chromiumPath: string;
  idleMs?: number;
  settleMs?: number;
  limits?: Partial<LeaseLimits>;
}

export interface BrowserRenderer extends Renderer, Photographer {
  close(): Promise<void>;
}

type RenderOptions = Parameters<Renderer["render"]>[1] & { hasPicture?: boolean };

const maxPages = 2;
/** The size limit for the HTML of a page that is only photographed. The HTML itself is not used. */
const maxPictureHtml = 2_000_000;
/** A browser that takes longer to close a page counts as hung. */
const closeTimeoutMs = 2000;

/** Create only one renderer per process, because each renderer limits only its own open pages. */
export function createRenderer(settings: RendererSettings): BrowserRenderer {
  const { chromiumPath, userAgent, ca, idleMs = 30_000, settleMs: maxSettleMs = 6000 } = settings;
  const limits = { maxBytes: 20_000_000, maxConnections: 100, ...settings.limits };
  const guard = createGuard(settings);
  const slots = createSlots(maxPages, maxPages);
  const shared = new SharedBrowser({ chromiumPath, guard, ca, idleMs });

  async function visit(
    target: Target,
    { timeoutMs, maxBytes, hasPicture = false }: RenderOptions,
    signal: AbortSignal,
  ) {
    const giveBack = await slots.take("", signal);
    const settleMs = Math.min(maxSettleMs, timeoutMs / 2);
    const once = () =>
      shared.use(async (running) => {
        const lease = running.proxy.lease(limits);
        const page = { rules: guard.rules, lease, userAgent, maxBytes, settleMs, hasPicture };
        try {
          return await inContext(running, signal, (context) => renderPage(context, target, page));
        } finally {
          lease.close();
        }
      });
    try {
      return await repeatedOnce(target.host, signal, once);
    } finally {
      giveBack();
    }
  }

  const show = (url: string, options: RenderOptions) => outboundRequest("browser", () => visitInTime(url, options));

  async function visitInTime(url: string, options: RenderOptions): Promise<RenderedPage> {
    const target = vetUrl(url, guard.rules);
    const overall = new AbortController();
    const { timeoutMs, signal } = options;
    const timer = setTimeout(() => overall.abort(tookTooLong(target.host, timeoutMs)), timeoutMs);
    const limit = signal ? AbortSignal.any([overall.signal, signal]) : overall.signal;
    try {
      return await unlessAborted(visit(target, options, limit), limit);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    render: show,
    async photograph(url, options) {
      const { picture, status } = await show(url, { ...options, maxBytes: maxPictureHtml, hasPicture: true });
      if (!picture || status >= 400) throw notAPage(new URL(url).hostname);
      return picture;
    },
    close: () => shared.close(),
  };
}

/** Rejects as soon as the signal aborts, so the caller does not wait for a page that does not close. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** A browser crash also ends unrelated pages, so each page gets a second attempt. */
async function repeatedOnce(
  host: string,
  signal: AbortSignal,
  work: () => Promise<RenderedPage>,
): Promise<RenderedPage> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      if (attempt === 2) throw brokenDown(host, error);
    }
}

/** Runs the work in a new browser context. A browser that cannot close the context is discarded. */
async function inContext<Result>(
  { browser, discard }: RunningBrowser,
  signal: AbortSignal,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  let context: BrowserContext | undefined;
  let hangTimer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    hangTimer ??= setTimeout(discard, closeTimeoutMs);
    closing ??= context?.close().catch(() => {});
    return closing;
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    signal.throwIfAborted();
    context = await browser.createBrowserContext({ downloadBehavior: { policy: "deny" } });
    signal.throwIfAborted();
    return await work(context);
  } finally {
    signal.removeEventListener("abort", close);
    await close();
    clearTimeout(hangTimer);
  }
}
