import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isForSale, isUnready } from "../crawl/placeholder.ts";
import { patternsOf } from "./phrases.ts";
import { countWords, lengthOf } from "./sentences.ts";
import phraseLists from "./words/noise.json" with { type: "json" };
import { remembered, wordsOf } from "./words.ts";

const phrases = patternsOf(phraseLists);

const cookies = phrases.cookies;
const legal = phrases.legal;
const placeholders = phrases.placeholders;
const callsToAction = phrases.callsToAction;
const ready =
  /^(?:ready to|are you ready|want to|need help|have (?:a )?questions?|still have|any questions|looking for|what are you waiting)\b/iu;

const housekeeping = phrases.housekeeping;
const aboutDocs =
  /\b(?:can be found|is documented|are documented|pull requests?|stack ?overflow|package on npm|available on npm|this (?:repo|repository|readme)|contribut(?:ing|ors?|e to)\b|code of conduct|browse the|read the docs|(?:available|released|licensed|distributed) under the)\b|(?:^|\s)@[a-z]\w+/iu;

const versions = /\b\d+\.\d+\.\d+.*\s\S{0,3}\d+\.\d+\.\d+/u;

const onSignIn = phrases.onSignIn;

export const isOnSignIn = (text: string) => onSignIn.test(text);

export const isHousekeeping = (text: string) =>
  housekeeping.test(text) || aboutDocs.test(text) || versions.test(text) || isOnSignIn(text);

export const isCookieText = (text: string) => cookies.test(text);
const storeBadge =
  /^.{0,30}(?:\bapp store\b|google play|chrome web store|microsoft store|f-droid|appgallery)[^.!?。]{0,20}$/iu;
const fromStore =
  /^(?:download|lade|télécharge|descarga|baixe|scarica|pobierz|загрузите|скачайте|see screenshots|read reviews|compare customer ratings).{0,160}(?:\bapp\s?store\b|google play|screenshots|ratings)/iu;
export const isFromStore = (text: string) => fromStore.test(text);
export const isCallToAction = (text: string) =>
  callsToAction.test(text) || ready.test(text) || isFromStore(text) || (text.length < 60 && storeBadge.test(text));

const phone = /(?:\+|(?<![\d.,]))\d(?:[\s().-]{0,2}\d){7,}/u;
export const hasPhone = (text: string) => phone.test(text);

export const isTicked = (text: string) => (text.match(/[✓✔☑✅★]/gu)?.length ?? 0) > 1;

const offer = phrases.offer;
export const isOffer = (text: string) => offer.test(text);

export const isTestimonial = (text: string) =>
  /^["“„«‚'‘「『].{20,}["”“»’'」』][\s.,–—-]*\S{0,40}$/su.test(text) ||
  /★|⭐|\btrusted by\b|\bloved by\b|\bused by (?:over|more|teams|thousands)/iu.test(text);

export function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return capitals.length >= 9 && capitals.length > letters.length * 0.75 && countWords(text) >= 2;
}

/** Whether a passage is keyword stuffing: few words repeated often, or a list of phrases without a sentence. */
export function isStuffed(text: string): boolean {
  const words = wordsOf(text).filter((word) => word.length > 2);
  if (words.length < 8) return false;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(
    ...[...counts].map(([word, count]) => (/^(?:the|and|for|you|your|with|that)$/u.test(word) ? 0 : count)),
  );
  if (most >= 4 && most > words.length * 0.2) return true;
  const phrases = text.split(/[,;|•]/u);
  return phrases.length >= 8 && words.length / phrases.length < 3.2 && !/[.!?。]/u.test(text.slice(0, -1));
}

/** "Fernleaf Official Website" names the site but does not describe it. */
const siteOnly = phrases.siteOnly;

export const hasWords = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2;

/** The headline, summary, description and questions all check the same passages, so the results are cached. */
export const isNoise = remembered(saysNothing, 500);

/** Whether a passage says nothing about the product, such as a cookie notice or a testimonial. */
function saysNothing(text: string): boolean {
  return (
    !hasWords(text) ||
    isCookieText(text) ||
    isInstruction(text) ||
    legal.test(text) ||
    placeholders.test(text) ||
    isForSale(text) ||
    isUnready(text) ||
    isStuffed(text) ||
    siteOnly.test(text) ||
    isTestimonial(text)
  );
}

/** Removes emoji, exclamation marks and capitals used for emphasis. The spelling of `names` stays unchanged. */
export function calmText(text: string, names: string[] = []): string {
  let calm = text
    .replace(/(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|\u{20E3})+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/ (?=[!！]|$)/gu, "")
    .trim();
  calm = calm
    .replace(/¡/gu, "")
    .replace(/[!！]+(?=\s|$)/gu, (marks, at: number) => (at + marks.length < calm.length ? "." : ""));
  if (!isShouting(calm)) return calm;
  calm = calm.toLowerCase();
  for (const name of names.filter((known) => lengthOf(known) > 1)) calm = calm.replaceAll(name.toLowerCase(), name);
  return capitalise(calm);
}

export const capitalise = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
