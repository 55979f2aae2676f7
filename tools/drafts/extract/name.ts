import { listingFields } from "#db/schema/listing-fields.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { calmText, hasWords, isNoise } from "./noise.ts";
import { domainLabel, isOnSharedHost, labelOf } from "./own-address.ts";
import { patternsOf } from "./phrases.ts";
import { type Found, hasType, type Passage, productThings, quotesOf, type Site, textsOf } from "./read-site.ts";
import { countWords, isSpaceless, lengthOf } from "./sentences.ts";
import phraseLists from "./words/name.json" with { type: "json" };
import { lettersOf } from "./words.ts";

const phrases = patternsOf(phraseLists);

const separators = /\s+[|–—•·»«:~/\\>]+\s+|\s+-{1,2}\s+|\s*[|｜：»]\s*|:\s+|(?<=\S)\s*–\s*(?=\s)/u;

export const titleParts = (title: string) =>
  title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const genericNames = new Set(
  (
    "untitled,untitled document,document,app,web app,website,web site,site,official site,official website,the official website,login,log in,sign in," +
    "sign up,guide,readme,privacy policy,terms,logo,my app,my site,new tab,react app,vite app,vite + ts,vite + react,next app,create next app," +
    "coming soon,github,gitlab,just a moment...,not found,404,page not found,landing page,organization,dashboard,redirecting,redirecting...,loading," +
    "loading...,before you continue,app store,the app store,mac app store,google play,apps on google play,chrome web store,microsoft store,willkommen,bienvenue,bienvenido,bienvenidos,benvenuti,bem-vindo,公式サイト,公式"
  ).split(","),
);

function tidyName(text: string): string {
  return calmTextUnlessAcronym(text)
    .replace(/^[\w.-]+\/(?=[\w.-]+$)/u, "")
    .replace(/[™®©]/gu, "")
    .replace(/^(?:welcome to|willkommen bei|bienvenue (?:sur|chez)|bienvenidos? a|go to|back to|the official)\s+/iu, "")
    .replace(/[\s,]+(?:logo|logotype|home ?page|home|official (?:web)?site|website|startseite)$/iu, "")
    .replace(
      /[\s,]+(?:inc|llc|ltd|limited|gmbh|ug|ag|s\.?a\.?s?|s\.?r\.?l|b\.?v|oy|ab|corp|corporation|pty|co)\.?(?:\s*(?:ltd|kg|co)\.?)?$/iu,
      "",
    )
    .replace(/^(?:株式会社|合同会社)\s*|\s*(?:株式会社|合同会社)$/gu, "")
    .replace(/^[\s"“„'«»,.;:!–—-]+|[\s"”“'«»,;:!–—-]+$/gu, "")
    .replace(lastStop, "")
    .trim();
}

/** A final full stop ends the sentence, except after an abbreviation: "A.R.T.", "Trading Est.". */
const lastStop = /(?<!(?:^|\s)(?:\p{L}\.)*\p{L}|(?:^|\s)(?:est|bros|st|dr|jr|sr|intl))\.+$/iu;

/** Many product names are short and in capitals, so only long text is converted. */
const calmTextUnlessAcronym = (text: string) =>
  lengthOf(text) > 24 ? calmText(text) : text.replace(/\p{Extended_Pictographic}|\u{FE0F}/gu, "").trim();

interface Candidate {
  text: string;
  weight: number;
  passages: Passage[];
}

class Candidates {
  readonly byKey = new Map<string, Candidate[]>();

  /**
   * @param label the name in the site's URL. A page name, such as "Pricing", can be the product's name only if it
   * equals this label.
   */
  constructor(private readonly label: string) {}

  add(source: Passage, weight: number): void {
    const parts = titleParts(source.text);
    // If a title has several parts, such as a name and a slogan, any of them may be the name.
    if (parts.length > 1) for (const part of parts) this.addOne(part, source, weight / 2);
    else this.addOne(source.text, source, weight);
  }

  private addOne(raw: string, passage: Passage, weight: number): void {
    const text = tidyName(raw);
    const length = lengthOf(text);
    if (length < listingFields.name.min || length > listingFields.name.max || !hasWords(text)) return;
    const isGeneric = genericNames.has(text.toLowerCase()) || (isPageName(text) && lettersOf(text) !== this.label);
    if (isGeneric || isNoise(text) || /https?:|@\w/u.test(text)) return;
    this.byKey.getOrInsert(lettersOf(text), []).push({ text, weight, passages: [passage] });
  }
}

function addTitles(site: Site, candidates: Candidates): void {
  const counts = new Map<string, { passage: Passage; pages: number }>();
  for (const { page } of site.pages) {
    for (const part of new Set(titleParts(page.title))) {
      counts.getOrInsert(part, { passage: { page, text: part }, pages: 0 }).pages += 1;
    }
  }
  for (const { passage, pages } of counts.values()) if (pages > 1) candidates.add(passage, Math.min(8, 3 + pages));
  const { page } = site.home;
  // The first page of a frameset has only a title.
  const titles = new Map([
    [page.title, page],
    [page.meta["og:title"] ?? "", page],
    [site.pages[0]!.page.title, site.pages[0]!.page],
  ]);
  for (const [text, at] of titles) candidates.add({ page: at, text }, 6);
}

function gather(site: Site, label: string): Candidates {
  const candidates = new Candidates(label);
  const { page } = site.home;
  const root = new URL("/", site.url).href;
  for (const { page: at, thing } of productThings(site))
    for (const text of textsOf(thing.name)) candidates.add({ page: at, text }, 10);
  for (const { page: at, thing } of site.things) {
    const isOwn = textsOf(thing.url).some((url) => URL.canParse(url, site.url) && new URL(url, site.url).href === root);
    const isMaker = isOwn || hasType(thing, /Organization$|^Corporation$|^Brand$/u);
    const weight = hasType(thing, /^WebSite$/u) ? 8 : isMaker ? 6 : 0;
    if (weight > 0) for (const text of textsOf(thing.name)) candidates.add({ page: at, text }, weight);
  }
  for (const [name, weight] of [
    ["og:site_name", 9],
    ["application-name", 8],
    ["apple-mobile-web-app-title", 6],
    ["al:ios:app_name", 6],
  ] as const)
    candidates.add({ page, text: page.meta[name] ?? "" }, weight);
  addTitles(site, candidates);
  for (const link of page.links)
    if (link.region !== "main" && (link.url === root || link.url === page.url))
      candidates.add({ page, text: link.text }, 4);
  for (const block of page.blocks) {
    if (block.tag === "h1") candidates.add({ page, text: block.text }, countWords(block.text) <= 2 ? 4 : 1);
    const owner =
      /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[-–]\s*(?:\d{4}|present))?)?\s*(?:by\s+)?((?:[^.|,·–—]|\.(?=\w)){2,40}?)(?=\s*(?:[|,·–—]|\.(?!\w)|$|\ball rights))/iu.exec(
        block.text,
      )?.[1];
    if (owner !== undefined && (block.region !== "main" || lettersOf(owner) === label))
      candidates.add({ page, text: owner.trim() }, 3);
  }
  const texts = [page.meta.description, ...page.blocks.filter(({ tag }) => tag === "p").map(({ text }) => text)];
  for (const text of texts.slice(0, 12)) {
    const subject = subjectOf.exec(text ?? "")?.[1];
    if (text !== undefined && subject !== undefined) candidates.add({ page, text: subject }, 3);
  }
  return candidates;
}

const subjectOf = phrases.subjectOf;

function scoreOf(group: Candidate[], key: string, label: string): number {
  // Several passages with the same name say little more than one, so each counts half as much as the one before.
  const weights = group.map(({ weight }) => weight).sort((a, b) => b - a);
  let score = weights.reduce((sum, weight, rank) => sum + weight / 2 ** rank, 0);
  if (label !== "" && key === label) score += 10;
  else if (label.length > 2 && key.length > 2 && (label.includes(key) || key.includes(label))) score += 4;
  const text = group[0]!.text;
  const words = isSpaceless(text) ? lengthOf(text) / 4 : countWords(text);
  if (words > 3) score -= (words - 3) * 2.5;
  if (/[,.!?。！？](?:\s|$)/u.test(text)) score -= 4;
  if (/\b(?:the|your|our|for|that|with|and|of|to|is|we)\b/iu.test(text)) score -= 3;
  return score;
}

function spelling(site: Site, label: string): Passage | null {
  if (label.length < 2) return null;
  const counts = new Map<string, { passage: Passage; times: number }>();
  const letters = [...label].join("[ _-]?");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}./@-])${letters}(?![\\p{L}\\p{N}/@-]|\\.\\w)`, "giu");
  for (const { page } of site.pages) {
    const texts = [page.title, page.meta.description ?? "", ...page.blocks.slice(0, 200).map(({ text }) => text)];
    for (const text of texts)
      for (const [match] of text.matchAll(pattern)) {
        if (match === match.toLowerCase()) continue;
        const known = counts.getOrInsert(match, { passage: { page, text: match }, times: 0 });
        known.times += match === match.toUpperCase() ? 0.4 : 1;
      }
  }
  return [...counts.values()].sort((a, b) => b.times - a.times)[0]?.passage ?? null;
}

/** Finds the product's name. The URL alone is the last resort. */
export function findName(site: Site): Found<string> {
  const rawLabel = labelOf(site.url);
  const label = lettersOf(rawLabel);
  const { byKey } = gather(site, label);
  // On a code forge or in a store, titles also name the host.
  const host = isOnSharedHost(site.url) ? lettersOf(domainLabel(site.url)) : "";
  if (host !== label) byKey.delete(host);
  let [best] = [...byKey]
    .map(([key, group]) => ({ group, score: scoreOf(group, key, label) }))
    .sort((a, b) => b.score - a.score);
  const agreed = best && agreedName(site, byKey, lettersOf(best.group[0]!.text));
  if (best && agreed) best = { ...best, group: agreed };
  const spelled = spelling(site, label);
  if (best && best.score >= 3) {
    const { text, passages } = [...best.group].sort((a, b) => b.weight - a.weight)[0]!;
    // Some sites write their name in lower case in metadata but not on the page, which shows the intended spelling.
    const isSame = spelled !== null && lettersOf(spelled.text) === lettersOf(text) && text === text.toLowerCase();
    const others = best.group.flatMap((candidate) => candidate.passages);
    return isSame
      ? { value: spelled.text, quotes: quotesOf([spelled, ...others]) }
      : { value: text, quotes: quotesOf([...passages, ...others]) };
  }
  if (spelled !== null) return { value: spelled.text, quotes: quotesOf([spelled]) };
  return { value: nameOfLabel(rawLabel), quotes: [] };
}

/** The name in the title must occur in at least this many times as many texts as `best`. */
const timesMore = 3;

/**
 * If the title lacks `best`, returns a name that is in title, header and description. `best` is then the maker's name.
 */
function agreedName(site: Site, byKey: Map<string, Candidate[]>, best: string): Candidate[] | null {
  const { page } = site.home;
  const titles = titleParts(page.title);
  const texts = [page.title, page.meta.description ?? "", ...page.blocks.map(({ text }) => text)].map(lettersOf);
  const timesSaid = (key: string) => texts.filter((text) => text.includes(key)).length;
  if (titles.length < 2 || texts[0]!.includes(best)) return null;
  const isAgreed = (part: string) => {
    const key = lettersOf(part);
    const isOnTop = page.blocks.some(({ region, text }) => /^(?:header|nav)$/u.test(region) && lettersOf(text) === key);
    const isTold = page.meta.description?.startsWith(`${part} `) === true;
    return isOnTop && isTold && !best.includes(key) && timesSaid(key) >= timesMore * timesSaid(best);
  };
  const named = titles.find(isAgreed);
  return named === undefined ? null : (byKey.get(lettersOf(named)) ?? null);
}

const nameOfLabel = (label: string) =>
  label
    .split(/[-_]+/u)
    .map((word) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()))
    .join(" ");
