import { lookup } from "#db/values/lookup.ts";
import type { Choice } from "./choose-pages.ts";

/** Language and country codes at the start of paths and host names. Others, such as `go` or `io`, are usually words. */
const usual = new Set(
  "ar bg ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh jp cn kr br".split(
    " ",
  ),
);
const languageOfCountry: Record<string, string> = { jp: "ja", cn: "zh", kr: "ko", br: "pt", nb: "no" };

export const isUsualLanguage = (part: string) => /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(part) && usual.has(subtag(part));

const subtag = (tag: string) => tag.slice(0, 2).toLowerCase();
const normal = (tag: string) => lookup(languageOfCountry, subtag(tag)) ?? subtag(tag);

export function leadsToOtherLanguage(address: string, { home, language, alternates }: Omit<Choice, "links">): boolean {
  const own = languagesOf(home)[0] ?? (language === null ? null : normal(language));
  const alternate = alternates.find(({ url }) => url === address && url !== home)?.lang;
  if (alternate && alternate !== "x-default" && (own === null || normal(alternate) !== own)) return true;
  const named = languagesOf(address);
  return named.some((other) => other !== (own ?? "en"));
}

function languagesOf(address: string): string[] {
  const { pathname, hostname, searchParams } = new URL(address);
  const first = pathname.split("/")[1] ?? "";
  const label = hostname.split(".");
  return [
    isUsualLanguage(first) ? first : "",
    label.length > 2 && isUsualLanguage(label[0]!) ? label[0]! : "",
    searchParams.get("lang") ?? searchParams.get("hl") ?? "",
  ]
    .filter((tag) => tag !== "")
    .map(normal);
}
