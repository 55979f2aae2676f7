/** Pixels of a screenshot, as it is taken and shown. */
export const screenshotSize = { width: 1280, height: 800 } as const;

/** Bytes of the largest that is kept; pages that are one great photograph go beyond it and are encoded once more. */
const maxBytes = 200_000;
const qualities = [78, 50, 25];

/** A browser's picture of a page as WebP, told anew from its pixels alone; null where it is of one colour or no picture. */
export async function encodeScreenshot(png: Uint8Array): Promise<Uint8Array | null> {
  // Loaded on the first picture only: the library is large.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  const { width, height } = screenshotSize;
  try {
    const picture = sharp(png, { limitInputPixels: width * height * 4, failOn: "error" }).resize({
      width,
      height,
      fit: "cover",
      position: "top",
    });
    const { channels } = await picture.clone().removeAlpha().stats();
    // A page that has shown nothing yet.
    if (channels.every(({ stdev }) => stdev < 2)) return null;
    for (const quality of qualities) {
      const bytes = await picture.clone().removeAlpha().webp({ quality }).timeout({ seconds: 10 }).toBuffer();
      if (bytes.length <= maxBytes) return new Uint8Array(bytes);
    }
    return null;
  } catch {
    return null;
  }
}
