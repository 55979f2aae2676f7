import { type EncodedLogo, encodeLogo, LogoRefused } from "../../core/images/encode-logo.ts";
import { type Outbound, OutboundError } from "../../core/ports/outbound.ts";
import { asCrawlFailed, CrawlFailed, failureOfStatus } from "./crawl-failed.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { logoCandidates, manifestIcons } from "./logo-candidates.ts";
import type { PoliteFetch } from "./polite-fetch.ts";
import type { RobotsRules } from "./robots.ts";

export interface Logo extends Pick<EncodedLogo, "bytes" | "width"> {
  sourceUrl: string;
}

const maxBytes = 1024 * 1024;
const timeoutMs = 8000;
const maxTries = 8;
const goodWidth = 64;

/** Returns the best square image that a home page refers to, or null. Rejects only with the signal's reason. */
export async function findLogo(
  { fetch, robots, signal }: { fetch: PoliteFetch; robots: RobotsRules; signal: AbortSignal },
  { page, facts }: Pick<FetchedPage, "page" | "facts">,
): Promise<Logo | null> {
  const get = async (url: string): Promise<Uint8Array | null> => {
    if (url.startsWith("data:")) return dataBytes(url);
    try {
      if (!(await robots.allow(url))) return null;
      const { status, bytes } = await fetch.fetch(url, { purpose: "logo", maxBytes, timeoutMs });
      return status === 200 ? bytes : null;
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  };

  const { manifest } = facts;
  const manifestBytes = manifest === null ? null : await get(manifest);
  const icons = manifest && manifestBytes ? manifestIcons(manifestBytes, manifest) : [];
  let best: (Logo & EncodedLogo) | null = null;
  for (const url of logoCandidates(page, icons).slice(0, maxTries)) {
    const bytes = await get(url);
    const logo = bytes && (await encodeIfPossible(bytes));
    if (!logo) continue;
    const sourceUrl = url.startsWith("data:") ? page.url : url;
    if (!logo.isPadded && logo.width >= goodWidth) return asLogo(logo, sourceUrl);
    if (best === null || isBetter(logo, best)) best = { ...logo, sourceUrl };
  }
  signal.throwIfAborted();
  return best && asLogo(best, best.sourceUrl);
}

/** Decodes a `data:` URL (RFC 2397). Returns null if it is malformed. */
function dataBytes(url: string): Uint8Array | null {
  const [head, content] = [url.slice(0, url.indexOf(",")), url.slice(url.indexOf(",") + 1)];
  try {
    return /;\s*base64$/i.test(head) ? Buffer.from(content, "base64") : Buffer.from(decodeURIComponent(content));
  } catch {
    return null;
  }
}

const isBetter = (a: EncodedLogo, b: EncodedLogo) =>
  a.isPadded === b.isPadded ? a.width > b.width : b.isPadded && a.width >= 32;

const asLogo = ({ bytes, width }: EncodedLogo, sourceUrl: string): Logo => ({ bytes, width, sourceUrl });

async function encodeIfPossible(bytes: Uint8Array): Promise<EncodedLogo | null> {
  return encodeLogo(bytes).catch((error) => {
    if (error instanceof LogoRefused) return null;
    throw error;
  });
}

/** Fetches the logo from a URL that a user gave. Throws CrawlFailed, or the signal's reason. */
export async function fetchLogo(outbound: Outbound, url: string, signal: AbortSignal): Promise<Logo> {
  try {
    const answer = await outbound.fetch(url, { purpose: "logo", maxBytes, timeoutMs, signal });
    if (answer.status === 404 || answer.status === 410)
      throw new CrawlFailed(
        "not_found",
        `There is no image at this URL (status ${answer.status}). Check the spelling of the URL.`,
      );
    const failure = failureOfStatus(answer.status, answer.url);
    if (failure) throw failure;
    return asLogo(await encodeLogo(answer.bytes), answer.url);
  } catch (error) {
    if (error instanceof LogoRefused) throw new CrawlFailed("bad_logo", error.message);
    if (error instanceof OutboundError && error.reason === "too_large")
      throw new CrawlFailed(error.reason, `The logo file is larger than ${maxBytes / 1024} KiB. Use a smaller file.`);
    throw asCrawlFailed(error);
  }
}
