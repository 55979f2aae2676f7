import sharp from "sharp";

/** A logo for an invented product: a letter's worth of shapes on a coloured square. */
export const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${colour}"/><path d="M18 46V18h8v20h20v8z" fill="#fff"/></svg>`;

/** The same as a PNG, wide or square. */
export async function picture(colour: string, width: number, height = width): Promise<Uint8Array> {
  const mark = drawing(colour).replace("<svg ", `<svg width="${width}" height="${height}" preserveAspectRatio="none" `);
  return new Uint8Array(await sharp(Buffer.from(mark)).png().toBuffer());
}

/** A PNG in an ICO file, as favicons are today. */
export async function icon(colour: string, side: number): Promise<Uint8Array> {
  const png = await picture(colour, side);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head[6] = head[7] = side % 256;
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return new Uint8Array(Buffer.concat([head, png]));
}
