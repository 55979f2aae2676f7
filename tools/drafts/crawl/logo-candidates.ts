import type { CrawledPage } from "../shared/crawled-page.ts";
import { largestSize } from "./page-images.ts";
import { resolveUrl } from "./resolve-url.ts";

export interface ManifestIcon {
  url: string;
  size: number | null;
  isVector: boolean;
  /** Whether the icon has padding, so that a device can crop it to a shape. */
  isMaskable: boolean;
}

const minSize = 32;

/** Returns the icons in a web app manifest (W3C Web App Manifest, "icons"), or none if the manifest is invalid. */
export function manifestIcons(bytes: Uint8Array, address: string): ManifestIcon[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  const icons = (manifest as { icons?: unknown } | null)?.icons;
  return (Array.isArray(icons) ? icons.slice(0, 30) : []).flatMap((icon: Record<string, unknown> | null) => {
    const text = (name: "purpose" | "sizes" | "src" | "type") =>
      typeof icon?.[name] === "string" ? (icon[name] as string) : "";
    const url = resolveUrl(text("src"), address);
    const purposes = (text("purpose") || "any").split(/\s+/);
    if (url === null || purposes.every((purpose) => purpose === "monochrome")) return [];
    const isVector = text("type").includes("svg") || /\.svg(?:$|\?)/i.test(url);
    return [{ url, size: largestSize(text("sizes")), isVector, isMaskable: !purposes.includes("any") }];
  });
}

export function logoCandidates(page: Pick<CrawledPage, "url" | "images" | "meta">, icons: ManifestIcon[]): string[] {
  const scored = [
    ...page.images.map((image) => ({ url: image.url, score: scoreOf(image, page.meta) })),
    ...icons.map((icon) => ({ url: icon.url, score: bySize(icon) - (icon.isMaskable ? 12 : 1) })),
    { url: new URL("/apple-touch-icon.png", page.url).href, score: 20 },
    { url: new URL("/favicon.ico", page.url).href, score: 10 },
  ];
  const usable = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return [...new Set(usable.map(({ url }) => url))];
}

function scoreOf(image: CrawledPage["images"][number], meta: Record<string, string>): number {
  const { kind, size, isVector, url } = image;
  if (kind === "icon") return size === null && !isVector ? (/\.ico(?:$|\?)/i.test(url) ? 30 : 45) : bySize(image);
  // Touch icons without a declared size are usually 180 pixels wide.
  if (kind === "touch_icon") return bySize({ size: size ?? 180, isVector });
  if (kind === "schema") return 75;
  if (kind === "inline") return 60;
  // A preview image is nearly always a wide picture that is not the logo.
  const { "og:image:width": width, "og:image:height": height } = meta;
  return width && width === height && size !== null && size >= minSize ? 35 : 0;
}

function bySize({ size, isVector }: { size: number | null; isVector: boolean }): number {
  if (isVector) return 98;
  if (size === null) return 45;
  if (size < minSize) return 0;
  if (size < 64) return 40;
  if (size < 128) return 70;
  return size <= 512 ? 95 : 90;
}
