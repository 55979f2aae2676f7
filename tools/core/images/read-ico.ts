export type IcoImage =
  | { kind: "png"; bytes: Uint8Array }
  | { kind: "rgba"; pixels: Uint8Array; width: number; height: number };

const maxImages = 50;
const maxSide = 512;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Entry {
  width: number;
  bits: number;
  data: Buffer;
}

export function readIco(bytes: Uint8Array): IcoImage | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 6 || file.readUInt32LE(0) !== 0x00010000) return null;
  const entries: Entry[] = [];
  for (let index = 0; index < Math.min(file.readUInt16LE(4), maxImages); index++) {
    const at = 6 + 16 * index;
    if (at + 16 > file.length) break;
    const start = file.readUInt32LE(at + 12);
    const data = file.subarray(start, start + file.readUInt32LE(at + 8));
    // A width of 0 means 256.
    entries.push({ width: file[at] || 256, bits: file.readUInt16LE(at + 6), data });
  }
  entries.sort((a, b) => b.width - a.width || b.bits - a.bits);
  for (const { data } of entries) {
    const image = isPng(data) ? ({ kind: "png", bytes: data } as const) : readBitmap(data);
    if (image) return image;
  }
  return null;
}

const isPng = (data: Buffer) => data.subarray(0, 8).equals(pngSignature);

/** Reads a device-independent bitmap and the mask after it. Rows start at the bottom and are padded to four bytes. */
function readBitmap(data: Buffer): IcoImage | null {
  if (data.length < 40) return null;
  const headerSize = data.readUInt32LE(0);
  const width = data.readInt32LE(4);
  // The height in the header includes the rows of the mask.
  const height = data.readInt32LE(8) / 2;
  const bits = data.readUInt16LE(14);
  const isReadable = headerSize >= 40 && data.readUInt32LE(16) === 0 && [1, 4, 8, 24, 32].includes(bits);
  if (!isReadable || !isSide(width) || !isSide(height)) return null;

  const paletteAt = headerSize;
  const colours = bits > 8 ? 0 : data.readUInt32LE(32) || 1 << bits;
  const pixelsAt = paletteAt + 4 * colours;
  const rowLength = Math.ceil((width * bits) / 32) * 4;
  const maskAt = pixelsAt + rowLength * height;
  const maskLength = Math.ceil(width / 32) * 4;
  if (maskAt > data.length) return null;

  const pixels = new Uint8Array(width * height * 4);
  let hasAlpha = false;
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + rowLength * (height - 1 - y);
    const mask = maskAt + maskLength * (height - 1 - y);
    for (let x = 0; x < width; x++) {
      const from = bits > 8 ? row + (x * bits) / 8 : paletteAt + 4 * index(data, row, x, bits);
      const to = 4 * (y * width + x);
      pixels[to] = data[from + 2] ?? 0;
      pixels[to + 1] = data[from + 1] ?? 0;
      pixels[to + 2] = data[from] ?? 0;
      const isMasked = (((data[mask + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
      pixels[to + 3] = bits === 32 ? data[from + 3]! : isMasked ? 0 : 255;
      if (bits === 32 && pixels[to + 3] !== 0) hasAlpha = true;
    }
  }
  // Old files leave the fourth byte of each pixel empty. Such an image counts as opaque.
  if (bits === 32 && !hasAlpha) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { kind: "rgba", pixels, width, height };
}

const isSide = (length: number) => Number.isInteger(length) && length > 0 && length <= maxSide;

function index(data: Buffer, row: number, x: number, bits: number): number {
  const byte = data[row + ((x * bits) >> 3)] ?? 0;
  return (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);
}
