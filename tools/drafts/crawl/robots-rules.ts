import robotsParser from "robots-parser";

/** Our name in robots.txt (RFC 9309 section 2.2.1). */
export const productToken = "SlipwayBot";

const maxDelayMs = 2000;
/** Longer rules and rules with more wildcards are ignored, because they slow down matching. */
const maxLineLength = 1000;
const maxWildcards = 20;
const maxKept = 20;

export interface RobotsFile {
  /** The absolute URL of robots.txt (RFC 3986). The rules apply only to its origin. */
  address: string;
  text: string;
}

type Rules = ReturnType<typeof robotsParser>;

const kept = new Map<string, { text: string; rules: Rules }>();

export function readRobots(file: RobotsFile): { delayMs: number; sitemaps: string[] } {
  const rules = rulesOf(file);
  const delay = rules.getCrawlDelay(productToken) ?? 0;
  return {
    delayMs: delay > 0 ? Math.min(delay * 1000, maxDelayMs) : 0,
    sitemaps: rules.getSitemaps().slice(0, 10),
  };
}

export const isAllowedBy = (file: RobotsFile, url: string): boolean =>
  rulesOf(file).isAllowed(url, productToken) ?? true;

function rulesOf(file: RobotsFile): Rules {
  const known = kept.get(file.address);
  if (known?.text === file.text) return known.rules;
  const rules = parse(file);
  kept.delete(file.address);
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
  kept.set(file.address, { text: file.text, rules });
  return rules;
}

function parse({ address, text }: RobotsFile): Rules {
  // Some servers return their home page for every URL, even for robots.txt.
  if (/^\s*</.test(text)) return robotsParser(address, "");
  const lines = text
    .split(/[\r\n]+/)
    .filter((line) => line.length <= maxLineLength)
    .map((line) => line.replace(/\*{2,}/g, "*"))
    .filter((line) => line.split("*").length - 1 <= maxWildcards);
  return robotsParser(address, lines.join("\n"));
}
