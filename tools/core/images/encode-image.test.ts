import { expect, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { encodePhoto } from "./photo.ts";

const red = { r: 220, g: 30, b: 30 };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });

async function look(bytes: Uint8Array) {
  const { format, width, height, pages, space, orientation, exif, icc, xmp } = await sharp(bytes).metadata();
  return { format, width, height, pages, space, orientation, exif, icc, xmp };
}

const pixel = async (bytes: Uint8Array, left: number, top: number) => [
  ...(await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

test.each(["png", "jpeg", "webp"] as const)(
  "a %s photo is at most 512 pixels wide and high, without metadata",
  async (format) => {
    const bytes = await blank(2000, 1000)
      .toFormat(format)
      .withExif({ IFD0: { Copyright: "GPS 48.8584" } })
      .withIccProfile("p3")
      .toBuffer();
    expect(bytes.includes("GPS 48.8584")).toBe(true);
    const photo = (await encodePhoto(Buffer.concat([bytes, Buffer.from("PK hidden archive")])))!;
    expect(photo.contentType).toBe(`image/${format}`);
    expect(await look(photo.bytes)).toMatchObject({ format, width: 512, height: 256, space: "srgb" });
    expect(await look(photo.bytes)).toMatchObject({ exif: undefined, icc: undefined, xmp: undefined });
    for (const secret of ["GPS", "hidden"]) expect(Buffer.from(photo.bytes).includes(secret)).toBe(false);
  },
);

test("small photo: keeps size and transparency", async () => {
  const clear = await sharp({ create: { width: 40, height: 20, channels: 4, background: { ...red, alpha: 0 } } })
    .png()
    .toBuffer();
  const { bytes } = (await encodePhoto(clear))!;
  expect(await look(bytes)).toMatchObject({ width: 40, height: 20 });
  expect((await sharp(bytes).stats()).isOpaque).toBe(false);
});

test("rotated photo: stored upright", async () => {
  const halves = await blank(40, 20)
    .composite([
      {
        input: await sharp({ create: { width: 20, height: 20, channels: 3, background: "blue" } })
          .png()
          .toBuffer(),
        left: 20,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  const { bytes } = (await encodePhoto(halves))!;
  expect(await look(bytes)).toMatchObject({ width: 20, height: 40, orientation: undefined });
  const [top, bottom] = [await pixel(bytes, 10, 5), await pixel(bytes, 10, 35)];
  expect(top[0]).toBeGreaterThan(180);
  expect(bottom[2]).toBeGreaterThan(180);
});

test("CMYK photo: converted to sRGB", async () => {
  const cmyk = await blank(64, 64).toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
  expect((await look(cmyk)).space).toBe("cmyk");
  const { bytes } = (await encodePhoto(cmyk))!;
  expect((await look(bytes)).space).toBe("srgb");
  const [r, g, b] = await pixel(bytes, 30, 30);
  expect(r! > 150 && g! < 120 && b! < 120).toBe(true);
});

test("animation: the first frame is kept", async () => {
  const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 250), Buffer.alloc(32 * 32 * 3, 5)]);
  const moving = await sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ lossless: true, loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await look(moving)).pages).toBe(2);
  const { bytes } = (await encodePhoto(moving))!;
  expect(await look(bytes)).toMatchObject({ width: 32, height: 32, pages: undefined });
  expect((await pixel(bytes, 5, 5))[0]).toBeGreaterThan(200);
});

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of a few kilobytes with as many pixels as requested, in 1-bit grey. */
function bomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

test("decompression bomb: rejected", async () => {
  expect(await encodePhoto(bomb(4096))).toMatchObject({ contentType: "image/png" });
  const huge = bomb(20_000);
  expect(huge.length).toBeLessThan(100_000);
  expect(await encodePhoto(huge)).toBeNull();
});

test("other types, broken and large files: rejected", async () => {
  const png = await blank(64, 64).png().toBuffer();
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  const large = Buffer.concat(Array.from({ length: 20 }, () => noise));
  const jpeg = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
    .jpeg()
    .toBuffer();
  const hostile = [
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='5' height='5'/></svg>"),
    await blank(9, 9).gif().toBuffer(),
    await blank(9, 9).tiff().toBuffer(),
    Buffer.from("%PDF-1.4"),
    Buffer.alloc(0),
    png.subarray(0, 40),
    jpeg.subarray(0, 400),
    Buffer.concat([png.subarray(0, 8), Buffer.from("not a picture")]),
    Buffer.concat([png, large]),
  ];
  for (const bytes of hostile) expect(await encodePhoto(bytes)).toBeNull();
});
