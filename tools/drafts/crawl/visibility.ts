export interface Attributes {
  get(name: string): string | null;
}

/** Elements whose content is not part of the page's text, such as a former price. `svg` may name a link and is handled separately. */
const silent = new Set(
  "script style template noscript iframe frameset noembed noframes object canvas video audio select datalist textarea math s del strike".split(
    " ",
  ),
);

export const isSilent = (tag: string) => silent.has(tag);

// `opacity: 0` does not count as hidden, because some pages use it to fade in all their text.
const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|pt|%)?\s*(?:;|!|$)|(?:left|top|right|text-indent)\s*:\s*-\d{4,}px)/i;

const iconFont = /(?:^|\s)(?:material-(?:icons|symbols)(?:-\w+)*|google-material-icons|ligature-icons?)(?:\s|$)/i;

/** Classes and styles of text that is crossed out, such as a former price. */
const struckClass =
  /(?:^|\s)(?:(?:text-decoration-)?line-through|strike-?through|(?:old|was|original|former)[-_]price|price[-_](?:old|was|original|before))(?:\s|$)/i;
const struckStyle = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** @param heedsStyle whether to consider the element's style, which a script may change later */
export function isHidden(tag: string, attributes: Attributes, heedsStyle = true): boolean {
  const hidden = attributes.get("hidden");
  // With `until-found`, a search in the browser reveals the content, such as the answers below collapsed questions.
  if (hidden !== null && hidden.toLowerCase() !== "until-found") return true;
  if (attributes.get("aria-hidden")?.toLowerCase() === "true") return true;
  if (tag === "dialog" && attributes.get("open") === null) return true;
  // An icon font shows a word such as "expand_more" as an icon.
  const names = attributes.get("class") ?? "";
  if (iconFont.test(names) || struckClass.test(names) || struckStyle.test(attributes.get("style") ?? "")) return true;
  const style = heedsStyle ? attributes.get("style") : null;
  return style !== null && hidingStyle.test(style);
}

/** Whether the element's style hides it until a script fades it in while the reader scrolls. */
export function fadesIn(attributes: Attributes): boolean {
  const style = attributes.get("style");
  return style !== null && /(?:^|;)\s*animation-/iu.test(style) && !hidingStyle.test(style.replace(unseenYet, ";"));
}
const unseenYet = /(?:^|;)\s*visibility\s*:\s*hidden/giu;

const forReadersOnly =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|hidden-visually|u-hidden-visually)(?:\s|$)/i;

export const isForScreenReaders = (attributes: Attributes) => forReadersOnly.test(attributes.get("class") ?? "");

const consentName =
  /(?:cookies?|consent|gdpr)[-_]?(?:banner|bar|notice|consent|pop-?up|modal|dialog|message|msg|overlay|law|alert|warning|wall|prompt|manager|preferences|disclaimer|hint|toast)|(?:accept|allow)-?cookies|onetrust|cookiebot|cybotcookie|usercentrics|didomi|cky-consent|cmplz-|iubenda-cs|truste_|qc-cmp|sp_message|osano-cm|klaro|termly|borlabs|tarteaucitron|(?:^|\s)cc-(?:window|banner|revoke)/i;

export function isCookieBanner(tag: string, attributes: Attributes): boolean {
  // On an element around the whole page, such a class means that a banner is open.
  if (tag === "html" || tag === "body" || tag === "main") return false;
  const label = attributes.get("aria-label")?.slice(0, 100).replace(/\s+/g, "-");
  return [attributes.get("id"), attributes.get("class"), label].some(
    (value) => value && consentName.test(value.replace(/([a-z])([A-Z])/g, "$1-$2")),
  );
}
