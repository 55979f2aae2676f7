import type { SharpOptions } from "sharp";
import { drawSvg } from "./draw-svg.ts";
import { imageKind, imageOpener } from "./encode-image.ts";
import { readIco } from "./read-ico.ts";

/** An error whose message tells users why a file cannot be used as a logo. */
export class LogoRefused extends Error {}

export interface EncodedLogo {
  /** A square PNG. */
  bytes: Uint8Array;
  width: number;
  isPadded: boolean;
}

const maxSide = 256;
const minSide = 32;
const maxPixels = 4096 * 4096;
const maxRatio = 3;
const nearlySquare = 1.25;
const maxSvgBytes = 512 * 1024;
const timeoutSeconds = 5;

type Kind = "png" | "jpeg" | "webp" | "gif" | "avif" | "ico" | "svg";

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** Recognises an image by its bytes and encodes it as a square PNG. Throws LogoRefused if the file is unusable. */
export async function encodeLogo(bytes: Uint8Array): Promise<EncodedLogo> {
  const kind = kindOf(bytes);
  if (kind === null) throw new LogoRefused("The logo's format is unknown. Use PNG, JPEG, WebP, AVIF, GIF, ICO or SVG.");
  if (kind === "svg" && bytes.length > maxSvgBytes)
    throw new LogoRefused(`The logo file (SVG) is larger than ${maxSvgBytes / 1024} KiB. Use a simpler file or a PNG.`);
  return draw(await imageOpener(), bytes, kind).catch((error) => {
    throw error instanceof LogoRefused ? error : broken();
  });
}

const broken = () =>
  new LogoRefused(
    "The logo file is damaged, too large or too complex. Use another file, such as a PNG of 256 × 256 pixels.",
  );

type Open = Awaited<ReturnType<typeof imageOpener>>;

async function draw(open: Open, bytes: Uint8Array, kind: Kind): Promise<EncodedLogo> {
  const { input, options } = await source(bytes, kind);
  const { width = 0, height = 0, autoOrient } = await open(input, options).metadata();
  const [across, down] = autoOrient?.width ? [autoOrient.width, autoOrient.height] : [width, height];
  const ratio = Math.max(across, down) / Math.max(1, Math.min(across, down));
  if (across < 1 || down < 1 || ratio > maxRatio)
    throw new LogoRefused(
      "The logo's longer side is more than three times as long as the shorter side. Use a square logo.",
    );
  if (Math.max(across, down) < minSide)
    throw new LogoRefused(`The logo is smaller than ${minSide} × ${minSide} pixels. Use a larger logo.`);

  const side = Math.min(maxSide, Math.max(across, down));
  const drawn = open(input, options)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha();
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  if (isBlank(data, kind === "svg"))
    throw new LogoRefused("The logo has only one colour. Use a logo with visible content.");
  const png = await open(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .resize({ width: side, height: side, fit: "contain", background: transparent })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { bytes: new Uint8Array(png), width: side, isPadded: ratio > nearlySquare };
}

async function source(bytes: Uint8Array, kind: Kind): Promise<{ input: Uint8Array; options?: SharpOptions }> {
  if (kind === "svg") {
    const png = await drawSvg(bytes, { side: maxSide, maxPixels, timeoutMs: timeoutSeconds * 1000 });
    if (png === null) throw broken();
    return { input: png };
  }
  if (kind !== "ico") return { input: bytes };
  const image = readIco(bytes);
  if (image === null) throw new LogoRefused("The logo file (ICO) contains no readable image. Use a PNG.");
  if (image.kind === "png") return { input: image.bytes };
  const { pixels, width, height } = image;
  return { input: pixels, options: { raw: { width, height, channels: 4 } } };
}

const tolerance = 10;
const leastShare = 0.002;

/** Whether an image is blank. An SVG drawing may have a single colour, because its shape can be the logo. */
function isBlank(pixels: Uint8Array, isDrawn: boolean): boolean {
  const [r, g, b, a] = pixels as unknown as [number, number, number, number];
  let different = 0;
  let opaque = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!;
    if (alpha > 16) opaque++;
    const differs =
      Math.abs(alpha - a) > tolerance ||
      (alpha > 16 &&
        Math.max(Math.abs(pixels[at]! - r), Math.abs(pixels[at + 1]! - g), Math.abs(pixels[at + 2]! - b)) > tolerance);
    if (differs) different++;
  }
  const least = (pixels.length / 4) * leastShare;
  return opaque <= least || (different <= least && !isDrawn);
}

function kindOf(bytes: Uint8Array): Kind | null {
  const photo = imageKind(bytes);
  if (photo) return photo;
  const start = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  if (/^GIF8[79]a/.test(start)) return "gif";
  if (/^ftyp(?:avif|avis)/.test(start.slice(4, 12))) return "avif";
  if (start.startsWith("\0\0\x01\0")) return "ico";
  // Long comments may precede the `<svg>` tag, so it is searched for. An HTML page that contains an SVG element is no
  // logo.
  return /^(?:\xef\xbb\xbf)?\s*</.test(start) && svgRoot.test(start) && !pageParts.test(start) ? "svg" : null;
}

const svgRoot = /<(?:\w{1,20}:)?svg[\s>]/i;
const pageParts = /<(?:html|head|body|div|p)[\s>]/i;
