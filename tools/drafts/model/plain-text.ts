// Joiners belong to words in Persian and Hindi, and to emoji. The other invisible characters only hide or reorder text.
const invisible = /[^\P{Cf}\u200c\u200d]/gu;
const control = /[^\P{Cc}\n]/gu;
const scripts = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/giu;
const tags = /<!--[\s\S]*?-->|<[/!?]?[a-z][^<>]*>/giu;
const markdownLink = /!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/gu;
const markdownMark = /^[ \t]*(?:#{1,6}|>)[ \t]+|\*\*|__|`+/gmu;

export function plainText(text: string): string {
  const visible = text.normalize("NFC").replace(/\r\n?/gu, "\n").replace(control, " ").replace(invisible, "");
  return withoutMarkup(visible)
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/gu, "\n")
    .replace(/\n{2,}/gu, "\n\n")
    .trim();
}

export const plainLine = (text: string) => plainText(text).replace(/\s+/gu, " ");

// Removing markup may join the text around it into a new tag or link, so the removal is repeated.
function withoutMarkup(text: string): string {
  for (let before = text; ; ) {
    const after = before.replace(scripts, " ").replace(tags, " ").replace(markdownLink, "$1").replace(markdownMark, "");
    if (after === before) return after;
    before = after;
  }
}
