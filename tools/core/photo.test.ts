import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { readPhoto } from "./photo.ts";

const text = (value: string) => Buffer.from(value, "latin1");
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const contains = (bytes: Uint8Array, secret: string) => Buffer.from(bytes).includes(secret);

const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);
const scan = Buffer.concat([segment(0xda, Buffer.alloc(6)), Buffer.from([1, 2, 0xff, 0x00, 3, 0xff, 0xd9])]);
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, scan]);

/** An Exif segment with an orientation and, behind it, something private. */
function exif(orientation: number): Buffer {
  const entry = Buffer.concat([text("\x12\x01\x03\0\x01\0\0\0"), Buffer.from([orientation, 0, 0, 0])]);
  const tiff = Buffer.concat([text("II*\0\x08\0\0\0\x01\0"), entry, u32(0), text("GPS 48.8584 2.2945")]);
  return segment(0xe1, Buffer.concat([text("Exif\0\0"), tiff]));
}

const chunk = (type: string, data: Buffer) => Buffer.concat([u32(data.length), text(type), data, u32(0)]);
const png = (...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.alloc(13)),
    ...chunks,
    chunk("IDAT", deflateSync(Buffer.alloc(4))),
    chunk("IEND", Buffer.alloc(0)),
  ]);

const riff = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([text(type), length, data, Buffer.alloc(data.length % 2)]);
};
function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([text("WEBP"), ...chunks]);
  return riff("RIFF", body);
}

test("a JPEG loses what tells about it and keeps what it looks like", () => {
  const icc = segment(0xe2, text("ICC_PROFILE"));
  const photo = readPhoto(jpeg(segment(0xe0, text("JFIF\0")), exif(1), icc, segment(0xfe, text("my comment"))))!;
  expect(photo.contentType).toBe("image/jpeg");
  expect(contains(photo.bytes, "GPS")).toBe(false);
  expect(contains(photo.bytes, "comment")).toBe(false);
  expect(Buffer.from(photo.bytes)).toEqual(jpeg(segment(0xe0, text("JFIF\0")), icc));
});

test("a JPEG taken sideways still says which way up it is, and nothing else", () => {
  const { bytes } = readPhoto(jpeg(exif(6)))!;
  expect(contains(bytes, "GPS")).toBe(false);
  const at = Buffer.from(bytes).indexOf("Exif\0\0");
  expect(Buffer.from(bytes).readUInt16BE(at + 6 + 18)).toBe(6);
});

test("what is appended to a JPEG is dropped", () => {
  const { bytes } = readPhoto(Buffer.concat([jpeg(), text("PK hidden archive")]))!;
  expect(Buffer.from(bytes)).toEqual(jpeg());
});

test("PNG and WebP lose their metadata too", () => {
  const { contentType, bytes } = readPhoto(png(chunk("eXIf", text("GPS")), chunk("tEXt", text("Author GPS"))))!;
  expect(contentType).toBe("image/png");
  expect(Buffer.from(bytes)).toEqual(png());
  const flags = (value: number) => riff("VP8X", Buffer.from([value, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const vp8 = riff("VP8 ", text("pixels!"));
  const photo = readPhoto(webp(flags(0b1100), vp8, riff("EXIF", text("GPS")), riff("XMP ", text("GPS"))))!;
  expect(photo.contentType).toBe("image/webp");
  expect(Buffer.from(photo.bytes).equals(webp(flags(0), vp8))).toBe(true);
});

test("other files are refused whatever they are called, and so are damaged ones", () => {
  const hostile = [
    text("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    text("GIF89a............"),
    text("<!doctype html>"),
    Buffer.alloc(0),
    jpeg().subarray(0, 4),
    Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe1, text("x")).subarray(0, 4)]),
    png().subarray(0, 40),
    webp(riff("EXIF", text("only"))),
  ];
  for (const bytes of hostile) expect(readPhoto(bytes)).toBeNull();
});
