import type { Sharp, SharpOptions } from "sharp";
import { Problem } from "../errors/errors.ts";

interface Limits {
  maxMegabytes: number;
  maxMegapixels: number;
  /** The stored image fits into this size, in pixels, and this number of bytes. */
  width: number;
  height: number;
  maxStoredBytes: number;
}

export const photoLimits: Limits = {
  ...{ maxMegabytes: 1, maxMegapixels: 16 },
  ...{ width: 512, height: 512, maxStoredBytes: 100_000 },
};
export const pictureLimits: Limits = {
  ...{ maxMegabytes: 5, maxMegapixels: 40 },
  ...{ width: 1600, height: 1000, maxStoredBytes: 300_000 },
};

export const bytesOf = ({ maxMegabytes }: Limits): number => maxMegabytes * 1024 * 1024;

/** A WebP image without metadata. */
export interface EncodedImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export const encodedType = "image/webp";

/** An error whose message says why a file is refused. It continues the field's name. */
export class ImageRefused extends Error {}

// `failOn: "error"` rejects broken files. Only the first frame of an animation is used.
const strict: SharpOptions = { limitInputPixels: 4096 * 4096, pages: 1, failOn: "error", sequentialRead: true };

export async function imageOpener(): Promise<(input: Uint8Array, options?: SharpOptions) => Sharp> {
  // The library is large, so it is loaded on first use.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  return (input, options) => sharp(input, { ...strict, ...options });
}

/** Detects the type from the bytes, because the type that a browser sends cannot be trusted. */
export function imageKind(bytes: Uint8Array): "png" | "jpeg" | "webp" | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "webp" : null;
}

/** Returns a refusal as a value, so that its message can appear beside the errors of other fields. */
export const refusalIn = (error: unknown): ImageRefused => {
  if (error instanceof ImageRefused) return error;
  throw error;
};

/** Encodes an uploaded image within the limits. Throws ImageRefused. */
export async function encodeImage(bytes: Uint8Array, limits: Limits): Promise<EncodedImage> {
  const { maxMegabytes, maxMegapixels } = limits;
  if (bytes.length > bytesOf(limits))
    refuse(`has ${Math.ceil(bytes.length / 10_485.76) / 100} MB; upload one with at most ${maxMegabytes} MB`);
  if (imageKind(bytes) === null) refuse("is not a PNG, JPEG or WebP image; convert it or choose another file");
  const open = await imageOpener();
  const broken = () => refuse("is damaged or incomplete; save it again or choose another file");
  // This reads only the header, so a small file that declares a huge image costs nothing.
  const { width, height } = await open(bytes, { limitInputPixels: false }).metadata().catch(broken);
  const megapixels = (width * height) / 1e6;
  if (megapixels > maxMegapixels)
    refuse(`has ${Math.ceil(megapixels)} megapixels; upload one with at most ${maxMegapixels}`);
  return inTurn(() => encode(open, bytes, limits).catch(broken));
}

function refuse(message: string): never {
  throw new ImageRefused(message);
}

const timeoutSeconds = 10;
const attempts = [
  { quality: 82, scale: 1 },
  { quality: 60, scale: 1 },
  { quality: 40, scale: 1 },
  { quality: 40, scale: 0.5 },
  // An image of this size meets both limits whatever it shows.
  { quality: 20, scale: 0.25 },
];

async function encode(
  open: Awaited<ReturnType<typeof imageOpener>>,
  bytes: Uint8Array,
  { maxMegapixels, maxStoredBytes, ...size }: Limits,
): Promise<EncodedImage> {
  // The image is decoded and scaled only once. Sharp drops all metadata, such as the position.
  const { data, info } = await open(bytes, { limitInputPixels: maxMegapixels * 1e6 })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: size.width, height: size.height, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { quality, scale } of attempts) {
    const scaled = open(data, { raw }).resize({ width: Math.ceil(info.width * scale) });
    const encoded = await scaled.webp({ quality }).toBuffer({ resolveWithObject: true });
    if (encoded.data.length > maxStoredBytes) continue;
    return { bytes: new Uint8Array(encoded.data), width: encoded.info.width, height: encoded.info.height };
  }
  throw new Error("an image could not be made small enough");
}

const maxWaiting = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Runs one decoder at a time, because an image of 40 megapixels takes up to 250 MB of memory. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= maxWaiting)
    throw new Problem("unavailable", "Too many images are being processed. Try again in a few seconds.", {
      retryAfter: 5,
    });
  waiting++;
  const done = last.then(work).finally(() => {
    waiting--;
  });
  last = done.catch(() => undefined);
  return done;
}
