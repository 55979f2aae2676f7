const maxUrlLength = 2048;
const schemes = new Set(["http:", "https:"]);

export function resolveUrl(written: string, base: string): string | null {
  const text = written.trim();
  if (text === "" || text.length > maxUrlLength) return null;
  const url = URL.parse(text, base);
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return null;
  url.hash = "";
  return url.href.length <= maxUrlLength ? url.href : null;
}

/** The base of a page's relative URLs. Only the first `<base>` counts. */
export class BaseUrl {
  #isSet = false;

  constructor(public href: string) {}

  set(written: string | null): void {
    if (this.#isSet || written === null) return;
    this.#isSet = true;
    this.href = resolveUrl(written, this.href) ?? this.href;
  }
}

/** Like `resolveUrl`, but keeps `mailto:` URLs without their subject. Returns null for a target on the same page. */
export function resolveLink(written: string, base: string): string | null {
  const text = written.trim();
  if (text.startsWith("#")) return null;
  const mail = text.match(/^mailto:([^?\s]{3,254})/i)?.[1];
  return mail?.includes("@") ? `mailto:${mail}` : resolveUrl(text, base);
}
