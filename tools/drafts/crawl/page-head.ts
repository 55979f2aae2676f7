import { foldText } from "./fold-text.ts";
import { resolveUrl } from "./resolve-url.ts";

const maxMetas = 120;
const maxMetaLength = 2000;
const maxAlternates = 100;
/** A page that redirects after a longer delay is meant to be read. */
const maxRefreshSeconds = 10;

export class PageHead {
  readonly #meta = new Map<string, string>();
  readonly alternates: { lang: string; url: string }[] = [];
  canonical: string | null = null;
  manifest: string | null = null;
  refresh: string | null = null;
  language: string | null = null;

  get meta(): Record<string, string> {
    return Object.fromEntries(this.#meta);
  }

  addMeta(get: (name: string) => string | null, base: string): void {
    const content = foldText(get("content") ?? "", maxMetaLength);
    if (content === "") return;
    const equivalent = get("http-equiv")?.trim().toLowerCase();
    if (equivalent === "refresh") this.refresh ??= refreshTarget(content, base);
    if (equivalent === "content-language") this.language ??= languageTag(content);
    const name = (get("property") ?? get("name") ?? get("itemprop"))?.trim().toLowerCase();
    if (!name || name.length > 100 || this.#meta.has(name)) return;
    if (this.#meta.size < maxMetas) this.#meta.set(name, content);
  }

  addLink(rel: Set<string>, href: string, get: (name: string) => string | null, base: string): void {
    const url = resolveUrl(href, base);
    if (url === null) return;
    if (rel.has("canonical")) this.canonical ??= url;
    if (rel.has("manifest")) this.manifest ??= url;
    const lang = get("hreflang")?.trim();
    if (rel.has("alternate") && lang && this.alternates.length < maxAlternates) this.alternates.push({ lang, url });
  }
}

/** Returns the target of a refresh such as `0; url=/start` (HTML Standard, "shared declarative refresh steps"). */
function refreshTarget(content: string, base: string): string | null {
  const [, seconds, target] = content.match(/^(\d{0,6})(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i) ?? [];
  if (!target || Number(seconds) > maxRefreshSeconds) return null;
  return resolveUrl(target, base);
}

/** Returns a well-formed BCP 47 tag, or null. */
export function languageTag(written: string | null): string | null {
  const text = written?.trim().split(",")[0]?.replaceAll("_", "-");
  if (!text || text.length > 35) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
