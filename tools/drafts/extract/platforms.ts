import { listingFields } from "#db/schema/listing-fields.ts";
import { isUnready } from "../crawl/placeholder.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { type PlatformName, platformName, platformNames } from "../shared/platform-names.ts";
import {
  badges,
  bareLabel,
  byCommand,
  byLink,
  byText,
  inTheBrowser,
  japanese,
  launch,
  listed,
  mentionsCommand,
  mentionsPlatform,
  minimumVersion,
  negation,
  one,
  onlySystems,
  onOwnMachine,
  othersSubject,
  plannedFor,
  platformNamed,
  runsInBrowser,
  several,
  withWindows,
} from "./platform-words.ts";
import {
  aroundMatch,
  type Found,
  hasType,
  type Passage,
  productThings,
  quotesOf,
  type Site,
  type SitePage,
  textsOf,
} from "./read-site.ts";
import { findSignIn } from "./sign-in.ts";
import { findOnPage, sellsNoSoftware } from "./web-product.ts";

const longestBadge = 40;
type Evidence = Map<PlatformName, Passage[]>;

function note(found: Evidence, name: PlatformName | null, passage: Passage): void {
  if (name === null) return;
  const passages = found.getOrInsert(name, []);
  if (passages.length < 3) passages.push(passage);
}

function readThings(site: Site, found: Evidence): void {
  for (const { page, thing } of productThings(site)) {
    for (const text of textsOf(thing.operatingSystem))
      for (const part of text.split(/\s*(?:,|;|\/|\band\b|&|\|)\s*/iu)) note(found, platformName(part), { page, text });
    for (const text of textsOf(thing.browserRequirements)) note(found, "Web", { page, text });
    if (hasType(thing, /^WebApplication$/u)) note(found, "Web", { page, text: "WebApplication" });
    for (const text of [...textsOf(thing.installUrl), ...textsOf(thing.downloadUrl)])
      for (const [name, address] of byLink) if (address.test(text)) note(found, name, { page, text });
  }
}

function readLinks(site: Site, found: Evidence): void {
  for (const { page, kind } of site.pages) {
    if (kind === "blog") continue;
    for (const link of page.links) {
      const text = link.text || link.url;
      for (const [name, address] of byLink) if (address.test(link.url)) note(found, name, { page, text });
    }
  }
}

function readLabels({ page, content }: SitePage, found: Evidence): void {
  for (const { tag, text } of content) {
    if (text.length > longestBadge || isUnready(text)) continue;
    const systems = /^(?:a|button|li|h[2-6])$/u.test(tag) && onlySystems.test(text) ? systemsOf(text) : [];
    for (const name of systems) note(found, platformName(name), { page, text });
    if (/^(?:a|button)$/u.test(tag) && launch.test(text)) note(found, "Web", { page, text });
  }
}
const listedWord = new RegExp(`\\b${listed}`, "gu");

/**
 * The names in a list. A list of two with "web" must end like "on the web", because "iOS and web forums" is not a list.
 */
function systemsOf(list: string): string[] {
  const names = list.match(listedWord)!;
  return names.length > 2 || !names.includes("web") || webAsPlace.test(list) ? names : [];
}
const webAsPlace = /\b(?:on|the|im|le|la|el|il|het) web$/u;

const withoutPlans = (content: TextBlock[]) =>
  content.filter((_, index) => !content.slice(Math.max(0, index - blocksOfStep), index).some(isPlan));
const isPlan = ({ text }: TextBlock) => plannedFor.test(text);
const blocksOfStep = 2;

function readTexts(site: Site, found: Evidence): void {
  if (sellsNoSoftware(site)) return;
  const commands: Passage[] = [];
  const isInstalled = (["macOS", "Windows", "Linux"] as const).some((name) => found.has(name));
  for (const { page, kind, content } of site.pages) {
    if (kind === "blog" || kind === "people") continue;
    if (kind !== "docs") readLabels({ page, kind, content }, found);
    if (kind === "other") continue;
    const description = page.meta.description ?? "";
    // On the page itself, only headings, links, buttons and labels are read. Running text also names the platforms of
    // other products.
    const prominent = withoutPlans(content).filter(({ tag }) => /^(?:h[1-3]|a|button|label)$/u.test(tag));
    const texts = [page.title, description, ...prominent.map(({ text }) => text)];
    const labels = new Set<string>();
    for (const text of texts) {
      // A question says nothing about platforms; its answer does.
      if (/[?？؟]\s*$/u.test(text)) continue;
      const command = mentionsCommand.test(text) ? byCommand.exec(text) : null;
      if (command !== null) commands.push({ page, text: aroundMatch(text, command.index, command[0].length) });
      for (const { name, at, length } of platformsIn(text))
        if (
          name !== "Web" ||
          onlySystems.test(text.slice(at, at + length)) ||
          !(isInstalled || inTheBrowser.test(text.slice(at, at + length))) ||
          runsInBrowser.test(sentenceAround(text, at))
        )
          note(found, name, { page, text: aroundMatch(text, at, length) });
    }
    // Store badges may also be outside the main part of the page.
    for (const { tag, region, text } of page.blocks)
      if (region !== "main" && tag === "a" && text.length <= longestBadge && !negation.test(text) && !isUnready(text))
        for (const [name, store] of badges) if (store.test(text)) note(found, name, { page, text });
    for (const block of content) {
      const label = bareLabel.exec(block.text)?.[1];
      if (label === undefined || !/^(?:h[2-6]|button|summary|th|dt)$/u.test(block.tag)) continue;
      labels.add(label);
      // Agencies call one of their services "Web", so this label counts only beside another platform.
      if (label !== "Web") note(found, platformName(label), { page, text: block.text });
    }
    if (labels.size > 1 && labels.has("Web")) note(found, "Web", { page, text: "Web" });
  }
  if (!hasWindows(site, found)) for (const command of commands) note(found, "CLI", command);
}

/**
 * Whether the site offers a program with a graphical interface. If so, a command does not prove a command-line tool.
 */
function hasWindows({ home: { page, content } }: Site, found: Evidence): boolean {
  const headings = content.filter(({ tag }) => /^h[12]$/u.test(tag)).map(({ text }) => text);
  const isBuilt = (["macOS", "Windows", "iOS", "Android", "Browser extension"] as const).some((name) =>
    found.get(name)?.some(({ text }) => /\.(?:dmg|exe|msi|pkg|apk)|--cask|store/iu.test(text)),
  );
  return isBuilt || [page.title, page.meta.description ?? "", ...headings].some((text) => withWindows.test(text));
}

function platformsIn(text: string): { name: PlatformName; at: number; length: number }[] {
  if (!mentionsPlatform(text)) return [];
  const said: { name: PlatformName; at: number; length: number }[] = [];
  const say = (names: (PlatformName | null)[], { index: at = 0, 0: { length } }: RegExpMatchArray) => {
    const sentence = withoutNeeds(sentenceAround(text, at), length);
    if (negation.test(sentence) || isUnready(sentence) || othersSubject.test(sentence)) return;
    const isServedByReader = onOwnMachine.test(text);
    for (const name of names)
      if (name !== null && !(name === "Web" && isServedByReader)) said.push({ name, at, length });
  };
  for (const [name, words] of byText) {
    // Commands are masked, because they also install programs with a graphical interface.
    const match = words.exec(
      name === "CLI" && mentionsCommand.test(text)
        ? text.replace(byCommand, (command) => "_".repeat(command.length))
        : text,
    );
    if (match !== null) say([name], match);
  }
  for (const match of text.matchAll(several)) say(systemsOf(match[0]).map(platformName), match);
  for (const match of text.matchAll(japanese)) say([platformName(match[1]!)], match);
  if (/\d/u.test(text))
    for (const match of text.matchAll(minimumVersion)) say([platformName(match[1] ?? match[2]!)], match);
  for (const match of text.matchAll(one)) say([platformName(match[1]!)], match);
  return said;
}

export function saysPlatform(text: string, name: PlatformName): boolean {
  if (byLink.some(([linked, address]) => linked === name && address.test(text))) return true;
  if (platformsIn(text).some((said) => said.name === name)) return true;
  if (name === "CLI" && byCommand.test(text)) return true;
  const isNamed = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, "iu").test(text);
  return isNamed && !negation.test(text) && !othersSubject.test(text);
}

/** Removes words such as "— no installation" from the end of a sentence, unless they name a platform. */
function withoutNeeds(sentence: string, length: number): string {
  const told = sentence.replace(needs, "");
  return told.length >= length && !platformNamed.test(sentence.slice(told.length)) ? told : sentence;
}
const needs = /\s[–—]\s(?:kein\p{L}*|no|ohne|without|sans|sin|sem|senza|geen|zonder|bez)\s.*$/iu;

function sentenceAround(text: string, at: number): string {
  const start = Math.max(...[". ", "! ", "? ", "。"].map((end) => text.lastIndexOf(end, at)));
  const ends = [". ", "! ", "? ", "。"].map((end) => text.indexOf(end, at)).filter((end) => end !== -1);
  return text.slice(start + 1, ends.length > 0 ? Math.min(...ends) : undefined);
}

export function findPlatforms(site: Site): Found<string[]> {
  const found: Evidence = new Map();
  readThings(site, found);
  readLinks(site, found);
  readTexts(site, found);
  if (!found.has("Web")) {
    const isInstalled = [...found.keys()].some((name) => name !== "API" && name !== "Self-hosted");
    const passage = findSignIn(site) ?? findOnPage(site, isInstalled);
    if (passage !== null) note(found, "Web", passage);
  }
  const value = platformNames.filter((name) => found.has(name)).slice(0, listingFields.platforms.max);
  return { value, quotes: quotesOf(value.flatMap((name) => found.get(name)!.slice(0, 1))) };
}
