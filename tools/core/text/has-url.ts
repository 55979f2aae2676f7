import { parse } from "tldts";

/**
 * Whether mail programs could turn part of the text into a link: a URL, an IP address or a domain under a known TLD.
 */
export function hasUrl(text: string): boolean {
  const folded = text.normalize("NFKC").replaceAll("。", ".");
  if (/:\/\/|\bwww\./i.test(folded)) return true;
  return [...folded.matchAll(dotted)].some(([word]) => {
    const { domain, isIcann, isIp } = parse(word);
    return isIp || (isIcann && domain !== null && !initials.test(word));
  });
}

// A match can start only at the beginning of a word, because trying every letter would take minutes for a long text.
const dotted = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?[/?#]?/gu;

/** Initials and short titles that look like a domain with a TLD, such as "J.R.Li", "Dr.No" and "Dr.med". */
const initials = /^(?:\p{Lu}\p{Ll}?\.)+(?:\p{Lu}\p{Ll}+|med)$/u;
