/** Which way up a photo is, from 1 (as stored) to 8, by the Exif tag 0x0112 (Exif 2.32 §4.6.4); 1 where it is not said. */
export function orientationOf(segment: Uint8Array): number {
  // Marker, length and "Exif\0\0", then a TIFF header to which all positions are relative.
  const tiff = segment.subarray(10);
  if (Buffer.from(segment.subarray(4, 10)).toString("latin1") !== "Exif\0\0" || tiff.length < 14) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, isLittle) !== orientationTag) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const orientationTag = 0x0112;

/** An Exif segment that says nothing but this. */
export function orientationSegment(orientation: number): Uint8Array {
  const segment = Buffer.alloc(36);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(34, 2);
  segment.write("Exif\0\0MM\0*", 4, "latin1");
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(orientationTag, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(orientation, 28);
  return segment;
}
