export const screenshotSize = { width: 1280, height: 800 } as const;

/**
 * The maximum size in bytes. A larger screenshot, such as one of a photograph, is encoded again at a lower quality.
 */
const maxBytes = 200_000;
const qualities = [78, 50, 25];

/** Encodes a screenshot as WebP without metadata. Returns null if the screenshot is blank, invalid or too large. */
export async function encodeScreenshot(png: Uint8Array): Promise<Uint8Array | null> {
  // The library is large, so it is loaded only when the first image is encoded.
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
    // If there is only one colour, the page has not shown anything yet.
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
