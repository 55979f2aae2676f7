import type { Sharp, SharpOptions } from "sharp";

export const maxPhotoBytes = 1024 * 1024;
const maxSide = 512;
const timeoutSeconds = 5;

// `failOn: "error"` refuses broken files; one frame is enough of an animation.
const strict: SharpOptions = { limitInputPixels: 4096 * 4096, pages: 1, failOn: "error", sequentialRead: true };

/** Returns the function that opens pictures of strangers, with bounds on what they may unpack to. */
export async function pictureOpener(): Promise<(input: Uint8Array, options?: SharpOptions) => Sharp> {
  // Loaded for the first picture only: the library is large.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  return (input, options) => sharp(input, { ...strict, ...options });
}

/** Returns the kind of a picture by its bytes, never by what the browser says of it. */
export function photoKind(bytes: Uint8Array): "png" | "jpeg" | "webp" | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "webp" : null;
}

export interface Photo {
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Encodes a photo that somebody uploaded again from its pixels alone: upright, in sRGB, at most 512 pixels wide and
 * high, and without metadata. Returns null if it is too large, broken or of another kind.
 */
export async function encodePhoto(bytes: Uint8Array): Promise<Photo | null> {
  const kind = photoKind(bytes);
  if (kind === null || bytes.length > maxPhotoBytes) return null;
  const open = await pictureOpener();
  return open(bytes)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .toFormat(kind)
    .toBuffer()
    .then(
      (encoded) => ({ contentType: `image/${kind}`, bytes: new Uint8Array(encoded) }),
      () => null,
    );
}
