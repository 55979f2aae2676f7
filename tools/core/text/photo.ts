import type { Sharp, SharpOptions } from "sharp";

export const maxPhotoBytes = 1024 * 1024;
const maxSide = 512;
const timeoutSeconds = 5;

// `failOn: "error"` rejects broken files. Only the first frame of an animation is used.
const strict: SharpOptions = { limitInputPixels: 4096 * 4096, pages: 1, failOn: "error", sequentialRead: true };

export async function pictureOpener(): Promise<(input: Uint8Array, options?: SharpOptions) => Sharp> {
  // The library is large, so it is loaded on first use.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  return (input, options) => sharp(input, { ...strict, ...options });
}

/** Detects the type from the bytes, because the type that a browser sends cannot be trusted. */
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

/** Removes metadata and limits the size. Returns null if the file is too large, broken or of another type. */
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
