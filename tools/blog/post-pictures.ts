import { Marked, type Token, type Tokens } from "marked";
import { assetHeads } from "#db/queries/common/assets.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";

/** Sizes of stored images by hash; null for an image whose size is unknown. */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number } | null>;

/** Returns the hash in a path or URL of one of this site's stored images, or null for other links. */
export function hashIn(link: string, base: string): string | null {
  const path = link.startsWith(`${base}/`) ? link.slice(base.length) : link;
  return /^\/media\/([0-9a-f]{64})$/.exec(path)?.[1] ?? null;
}

interface Picture {
  link: string;
  alt: string;
}

const marked = new Marked({ gfm: true });

/** Returns the images of a text in Markdown, also those in HTML tags. */
function picturesIn(markdown: string): { pictures: Picture[]; hasTag: boolean } {
  const pictures: Picture[] = [];
  let hasTag = false;
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === "image") pictures.push({ link: (token as Tokens.Image).href, alt: token.text });
    if (token.type === "html") hasTag ||= /<img/i.test(token.raw);
  });
  return { pictures, hasTag };
}

/** Returns the sizes of the stored images that a post shows. */
export async function pictureSizes(db: Db, markdown: string, base: string): Promise<PictureSizes> {
  const hashes = picturesIn(markdown).pictures.flatMap(({ link }) => hashIn(link, base) ?? []);
  if (hashes.length === 0) return new Map();
  return new Map((await assetHeads(db, hashes)).map(({ hash, head }) => [hash, webpSize(head)]));
}

/** Throws 422 unless each image is stored here and has an alternative text. */
export async function checkPictures(db: Db, markdown: string, base: string): Promise<void> {
  const { pictures, hasTag } = picturesIn(markdown);
  const fault = (code: string, message: string): never => invalid("body_markdown", code, message);
  if (hasTag) fault("foreign_image", "has an <img> tag; write the image as ![description](/media/…)");
  const sizes = await pictureSizes(db, markdown, base);
  for (const { link, alt } of pictures) {
    const shown = link.slice(0, 200);
    const hash = hashIn(link, base);
    if (hash === null || !sizes.has(hash))
      fault(
        "foreign_image",
        `has the image ${shown}, which is not stored on this site; upload it and use its new path`,
      );
    if (alt.trim() === "")
      fault("no_alt_text", `has the image ${shown} without a description; write one between the brackets of ![…]`);
  }
}

/** Reads the size in the header of a WebP file (RFC 9649 §2.5 to §2.7). Returns null for other files. */
function webpSize(head: Uint8Array): { width: number; height: number } | null {
  const data = Buffer.from(head);
  if (data.length < 30 || data.toString("latin1", 8, 12) !== "WEBP") return null;
  const kind = data.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  const bits = data.readUInt32LE(21);
  return kind === "VP8L" ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null;
}
