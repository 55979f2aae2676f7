import { orientationOf, orientationSegment } from "./photo-orientation.ts";

/** Photos people upload: recognised by their bytes, never by what the browser says of them. */

export const maxPhotoBytes = 1024 * 1024;

export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

export interface Photo {
  contentType: PhotoType;
  bytes: Uint8Array;
}

const starts = (bytes: Uint8Array, at: number, signature: readonly number[]) =>
  signature.every((byte, i) => bytes[at + i] === byte);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The photo without its metadata, which may tell where and when it was taken; null where it is none of the three kinds. */
export function readPhoto(bytes: Uint8Array): Photo | null {
  if (starts(bytes, 0, [0xff, 0xd8, 0xff])) return photo("image/jpeg", stripJpeg(bytes));
  if (starts(bytes, 0, pngSignature)) return photo("image/png", stripPng(bytes));
  if (starts(bytes, 0, ascii("RIFF")) && starts(bytes, 8, ascii("WEBP"))) return photo("image/webp", stripWebp(bytes));
  return null;
}

const photo = (contentType: PhotoType, bytes: Uint8Array | null): Photo | null => bytes && { contentType, bytes };

const startOfScan = 0xda;
const endOfImage = 0xd9;

// Segments of ITU-T T.81 Annex B: a marker and, in two bytes, a length that counts itself. APP0 (JFIF), APP2 (colour
// profile) and APP14 (Adobe's colour transform) decide how it looks; other APPn and comments only tell about it, but for
// which way up it is.
function stripJpeg(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === endOfImage) return null;
    if (marker === startOfScan) return Buffer.concat([...kept, untilEnd(bytes.subarray(at))]);
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return null;
    const isMetadata = (marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker)) || marker === 0xfe;
    const segment = bytes.subarray(at, end);
    if (!isMetadata) kept.push(segment);
    else if (marker === 0xe1 && orientationOf(segment) > 1) kept.push(orientationSegment(orientationOf(segment)));
    at = end;
  }
  return null;
}

// What cameras and hidden messages append comes after the last end marker of the image.
function untilEnd(scan: Uint8Array): Uint8Array {
  const end = Buffer.from(scan.buffer, scan.byteOffset, scan.byteLength).lastIndexOf(Buffer.from([0xff, endOfImage]));
  return end < 0 ? scan : scan.subarray(0, end + 2);
}

// Chunks of the PNG specification, section 5: length, type, data, check sum.
const pngMetadata = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function stripPng(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    if (at === 8 && type !== "IHDR") return null;
    if (!pngMetadata.has(type)) kept.push(bytes.subarray(at, end));
    if (type === "IEND") return Buffer.concat(kept);
    at = end;
  }
  return null;
}

// RIFF chunks of the WebP container: four letters, a length, data padded to an even length. `VP8X` has flags that say
// which of the dropped ones are there: bit 3 EXIF, bit 2 XMP.
function stripWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = Buffer.from(bytes.subarray(at, at + 4)).toString("latin1");
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    const chunk = new Uint8Array(bytes.subarray(at, end));
    if (type === "VP8X") chunk[8] = chunk[8]! & ~0b1100;
    if (type !== "EXIF" && type !== "XMP ") kept.push(chunk);
    at = end;
  }
  if (!kept.some((chunk) => starts(chunk, 0, ascii("VP8")))) return null;
  const body = Buffer.concat(kept);
  const header = Buffer.alloc(12);
  header.write("RIFF", 0);
  header.writeUInt32LE(body.length + 4, 4);
  header.write("WEBP", 8);
  return Buffer.concat([header, body]);
}
