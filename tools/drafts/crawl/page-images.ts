import type { JsonLdThing, PageImage } from "../shared/crawled-page.ts";
import { resolveUrl } from "./resolve-url.ts";

const maxImages = 60;
const maxDataLength = 32 * 1024;

export class PageImages {
  readonly images: PageImage[] = [];

  add(kind: PageImage["kind"], written: string, base: string, { size = null as number | null, type = "" } = {}): void {
    const isWrittenOut = /^data:image\//i.test(written) && written.length <= maxDataLength;
    const url = isWrittenOut ? written.replace(/^data/i, "data") : resolveUrl(written, base);
    if (url === null || this.images.length >= maxImages) return;
    if (this.images.some((image) => image.url === url && image.kind === kind)) return;
    const isVector = type.toLowerCase().includes("svg") || /\.svgz?(?:$|\?)|^data:image\/svg/i.test(url);
    this.images.push({ url, kind, size: isVector ? null : size, isVector });
  }
}

export function addToldImages(
  images: PageImages,
  { meta, jsonLd, base }: { meta: Record<string, string>; jsonLd: JsonLdThing[]; base: string },
): void {
  const social = meta["og:image:secure_url"] ?? meta["og:image"] ?? meta["og:image:url"];
  const size = largestSize(`${meta["og:image:width"] ?? 0}x${meta["og:image:height"] ?? 0}`) || null;
  if (social) images.add("social", social, base, { size });
  for (const { logo } of jsonLd) {
    for (const entry of Array.isArray(logo) ? logo : [logo]) {
      const written = typeof entry === "object" && entry !== null ? (entry.url ?? entry.contentUrl) : entry;
      if (typeof written === "string") images.add("schema", written, base);
    }
  }
}

export function largestSize(sizes: string | null): number | null {
  const sides = [...(sizes ?? "").slice(0, 500).matchAll(/(\d{1,5})x(\d{1,5})/gi)].map(([, width, height]) =>
    Math.max(Number(width), Number(height)),
  );
  return sides.length > 0 ? Math.max(...sides) : null;
}

/** Returns an `<img>` element's `src`, the largest image in its `srcset` or its lazy-loading source. */
export function imageSource(get: (name: string) => string | null): string | null {
  const source = get("src");
  if (source && !source.startsWith("data:")) return source;
  const candidates = (get("srcset") ?? get("data-srcset") ?? "")
    .slice(0, 8000)
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([url, width]) => ({ url, width: Number.parseFloat(width ?? "1") || 1 }))
    .sort((a, b) => b.width - a.width);
  return candidates[0]?.url || get("data-src");
}
