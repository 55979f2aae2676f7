import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { sentencesOf } from "../extract/sentences.ts";
import type { CrawledPage, JsonLdThing, TextBlock } from "../shared/crawled-page.ts";

const maxMeta = 500;
const maxJsonLd = 4_000;
const maxLinks = 30;
const metaNames = [
  "description",
  "og:title",
  "og:description",
  "og:site_name",
  "application-name",
  "keywords",
] as const;

export function mainOf(page: CrawledPage): string {
  return [
    ...(page.lang ? [`language: ${page.lang}`] : []),
    `title: ${page.title}`,
    ...metaNames.flatMap((name) => (page.meta[name] ? [`${name}: ${page.meta[name].slice(0, maxMeta)}`] : [])),
    "",
    ...page.blocks.filter(({ region }) => region === "main").map(lineOf),
    ...jsonLdLines(page.jsonLd),
  ]
    .map(withoutInstructions)
    .join("\n");
}

export function frameOf(page: CrawledPage, seen: Set<string>): string {
  const lines = page.blocks.filter(({ region }) => region !== "main").map(lineOf);
  return unseen(lines, seen).map(withoutInstructions).join("\n");
}

export function linksOf(page: CrawledPage, seen: Set<string>): string {
  const home = URL.parse(page.url)?.hostname;
  const lines = page.links
    .filter(({ url }) => /^https?:/u.test(url) && URL.parse(url)?.hostname !== home && url.length <= 200)
    .map(({ url, text }) => withoutInstructions(`link: ${url} ${text.slice(0, 80)}`.trim()));
  return unseen(lines, seen).slice(0, maxLinks).join("\n");
}

const maxLine = 600;

/** Removes lines that give instructions to a model; from long lines, removes only the sentences that do. */
function withoutInstructions(line: string): string {
  if (!isInstruction(line)) return line;
  if (line.length <= maxLine) return "";
  return sentencesOf(line)
    .filter((sentence) => !isInstruction(sentence))
    .join(" ");
}

function unseen(lines: string[], seen: Set<string>): string[] {
  return lines.filter((line) => {
    if (seen.has(line)) return false;
    seen.add(line);
    return true;
  });
}

function lineOf({ tag, text }: TextBlock): string {
  const level = /^h([1-6])$/u.exec(tag)?.[1];
  if (level) return `${"#".repeat(Number(level))} ${text}`;
  return tag === "li" ? `- ${text}` : text;
}

function jsonLdLines(things: JsonLdThing[]): string[] {
  const lines: string[] = [];
  let left = maxJsonLd;
  for (const thing of things) {
    const line = `structured data: ${JSON.stringify(thing)}`;
    if (line.length > left) break;
    left -= line.length;
    lines.push(line);
  }
  return lines;
}
