import type { BrowserContext, CDPSession, Page } from "puppeteer";
import { nameOf, OutboundError } from "#tools/core/ports/outbound.ts";
import type { RenderedPage } from "#tools/core/ports/renderer.ts";
import { failureNamed, notAPage } from "./failures.ts";
import { PageGate } from "./page-gate.ts";
import { PageTraffic } from "./page-traffic.ts";
import type { Lease } from "./proxy-lease.ts";
import { measureDocument, serialiseDocument } from "./read-document.ts";
import { type Target, type VetRules, vetUrl } from "./vet-url.ts";

export interface PageSettings {
  rules: VetRules;
  lease: Lease;
  userAgent: string;
  maxBytes: number;
  /** The longest wait for text after the response has started. */
  settleMs: number;
  hasPicture: boolean;
}

const viewport = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };

const pollMs = 100;
/** A page counts as complete when it has loaded nothing for this long. */
const quietMs = 300;
/**
 * If a quiet page has fewer than `characters`, such as only a loading message, we wait for more text. The wait ends
 * `ms` after the response has started.
 */
const patience = [
  { characters: 40, ms: 1500 },
  { characters: 200, ms: 500 },
] as const;
const patienceFor = (length: number) => patience.find(({ characters }) => length < characters)?.ms ?? 0;

/** Opens the target in a new page and returns the rendered document. Throws OutboundError or the page's own error. */
export async function renderPage(
  context: BrowserContext,
  target: Target,
  settings: PageSettings,
): Promise<RenderedPage> {
  const page = await context.newPage();
  closeOthers(context, page);
  const hasCrashed = new Promise<never>((_, reject) => page.once("error", () => reject(crashed(target.host))));
  const work = visit(page, target, settings);
  return Promise.race([work, hasCrashed]);
}

async function visit(page: Page, target: Target, settings: PageSettings): Promise<RenderedPage> {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send("Page.getFrameTree");
  const frameId = frameTree.frame.id;
  const gate = new PageGate(session, { ...settings, frameId });
  const traffic = new PageTraffic(session, frameId);
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
  const userAgent = `${await page.browser().userAgent()} ${settings.userAgent}`;
  await Promise.all([
    gate.open(),
    traffic.watch(),
    session.send("Page.enable"),
    session.send("Emulation.setUserAgentOverride", { userAgent }),
    // A service worker would outlive its page and respond instead of the website.
    session.send("Network.setBypassServiceWorker", { bypass: true }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: "delete Navigator.prototype.serviceWorker" }),
  ]);

  if (settings.hasPicture) await session.send("Emulation.setDeviceMetricsOverride", viewport);
  const failure = (errorText: string) => gate.refusal ?? failureOf(errorText, traffic, target, settings.lease);
  const { errorText } = await session.send("Page.navigate", { url: target.url.href });
  if (errorText && !isEmptyAnswer(traffic)) throw failure(errorText);
  await settle(session, frameId, traffic, settings.settleMs);
  await session.send("Page.stopLoading");
  const { url, html } = await serialiseDocument(session, frameId, settings.maxBytes);
  const { answer } = traffic;
  if (answer && isEmptyAnswer(traffic))
    return { url: vetUrl(answer.url, settings.rules).url.href, status: answer.status, html: "" };
  // Chromium shows its own error page instead of a page that failed to load.
  if (url.startsWith("chrome-error:")) throw failure(traffic.failure?.errorText ?? "");

  if (answer?.isOwn) throw failure("");
  const shown = vetUrl(url, settings.rules);
  if (!answer || !/^(text\/(html|plain)|application\/xhtml\+xml)$/.test(answer.mimeType)) throw notAPage(shown.host);
  const picture = settings.hasPicture ? await takePicture(session) : undefined;
  return { url: shown.url.href, status: answer.status, html, ...(picture && { picture }) };
}

async function takePicture(session: CDPSession): Promise<Uint8Array> {
  const clip = { x: 0, y: 0, width: viewport.width, height: viewport.height, scale: 1 };
  const { data } = await session.send("Page.captureScreenshot", { format: "png", clip });
  return new Uint8Array(Buffer.from(data, "base64"));
}

async function settle(session: CDPSession, frameId: string, traffic: PageTraffic, settleMs: number): Promise<void> {
  const start = performance.now();
  const isOver = Bun.sleep(settleMs);
  const elapsed = () => performance.now() - start;
  let lastLength = -1;
  while (elapsed() < settleMs) {
    // The measurement rejects while documents change, and does not respond while a script keeps the page busy.
    const state = await Promise.race([measureDocument(session, frameId).catch(() => null), isOver]);
    const hasText = elapsed() >= patienceFor(state?.textLength ?? 0);
    const isStill = state !== null && state?.textLength === lastLength && !state?.isLoading;
    if (isStill && hasText && traffic.quietMs >= quietMs) return;
    lastLength = state?.textLength ?? -1;
    await Bun.sleep(pollMs);
  }
}

/** Recognises an error without a body, for which Chromium shows its own page. */
const isEmptyAnswer = ({ answer, failure }: PageTraffic) =>
  failure?.errorText === "net::ERR_HTTP_RESPONSE_CODE_FAILURE" && !answer?.isOwn;

/** Prefers the proxy's account of a failure, because the proxy knows the cause better than Chromium. */
function failureOf(errorText: string, { answer, failure }: PageTraffic, target: Target, lease: Lease): OutboundError {
  const url = new URL(failure?.url ?? answer?.url ?? target.url.href);
  const reason: unknown = lease.signal.reason;
  return lease.failureAt(url) ?? (reason instanceof OutboundError ? reason : failureNamed(errorText, url.hostname));
}

/** Closes any window that a page opens, because the window would keep loading in the background. */
function closeOthers(context: BrowserContext, own: Page): void {
  context.on("targetcreated", async (target) => {
    if (target.type() !== "page" || target === own.target()) return;
    const other = await target.page().catch(() => null);
    await other?.close().catch(() => {});
  });
}

const crashed = (host: string) =>
  new OutboundError(
    "browser",
    `The page on ${nameOf(host)} needs more resources than our browser allows for one page.`,
  );
