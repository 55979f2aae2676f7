import { expect, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { encodeImage, ImageRefused, photoLimits, pictureLimits } from "./encode-image.ts";

const red = { r: 220, g: 30, b: 30 };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });

async function look(bytes: Uint8Array) {
  const { format, width, height, pages, space, orientation, exif, icc, xmp } = await sharp(bytes).metadata();
  return { format, width, height, pages, space, orientation, exif, icc, xmp };
}

const photo = (bytes: Uint8Array) => encodeImage(bytes, photoLimits);
const picture = (bytes: Uint8Array) => encodeImage(bytes, pictureLimits);
const refusal = (encoded: Promise<unknown>) =>
  encoded.then(
    () => null,
    (error) => (error instanceof ImageRefused ? error.message : Promise.reject(error)),
  );

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
    const encoded = await photo(Buffer.concat([bytes, Buffer.from("PK hidden archive")]));
    expect(encoded).toMatchObject({ width: 512, height: 256 });
    expect(await look(encoded.bytes)).toMatchObject({ format: "webp", width: 512, height: 256, space: "srgb" });
    expect(await look(encoded.bytes)).toMatchObject({ exif: undefined, icc: undefined, xmp: undefined });
    for (const secret of ["GPS", "hidden"]) expect(Buffer.from(encoded.bytes).includes(secret)).toBe(false);
  },
);

test("small photo: keeps size and transparency", async () => {
  const clear = await sharp({ create: { width: 40, height: 20, channels: 4, background: { ...red, alpha: 0 } } })
    .png()
    .toBuffer();
  const { bytes } = await photo(clear);
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
  const { bytes } = await photo(halves);
  expect(await look(bytes)).toMatchObject({ width: 20, height: 40, orientation: undefined });
  const [top, bottom] = [await pixel(bytes, 10, 5), await pixel(bytes, 10, 35)];
  expect(top[0]).toBeGreaterThan(180);
  expect(bottom[2]).toBeGreaterThan(180);
});

test("CMYK photo: converted to sRGB", async () => {
  const cmyk = await blank(64, 64).toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
  expect((await look(cmyk)).space).toBe("cmyk");
  const { bytes } = await photo(cmyk);
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
  const { bytes } = await photo(moving);
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

test("decompression bomb: refused by its header, before it is decoded", async () => {
  expect(await photo(bomb(4000))).toMatchObject({ width: 512, height: 512 });
  const huge = bomb(20_000);
  expect(huge.length).toBeLessThan(100_000);
  expect(await refusal(picture(huge))).toBe("has 400 megapixels; upload one with at most 40");
  expect(await refusal(picture(bomb(6408)))).toBe("has 42 megapixels; upload one with at most 40");
  // The largest dimensions that a PNG can declare.
  const declared = bomb(8);
  declared.writeUInt32BE(0x7fffffff, 16);
  expect(await refusal(picture(declared))).toBeTruthy();
});

test("other types, broken and large files: refused", async () => {
  const png = await blank(64, 64).png().toBuffer();
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  const jpeg = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
    .jpeg()
    .toBuffer();
  const unknown = "is not a PNG, JPEG or WebP image; convert it or choose another file";
  const damaged = "is damaged or incomplete; save it again or choose another file";
  const hostile: [Uint8Array, string][] = [
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><rect width='5' height='5'/></svg>"), unknown],
    [Buffer.from("<!doctype html><script>alert(1)</script>"), unknown],
    [await blank(9, 9).gif().toBuffer(), unknown],
    [await blank(9, 9).tiff().toBuffer(), unknown],
    [Buffer.from("%PDF-1.4"), unknown],
    [Buffer.alloc(0), unknown],
    [png.subarray(0, 40), damaged],
    [jpeg.subarray(0, 400), damaged],
    [jpeg.subarray(0, jpeg.length - 2000), damaged],
    [Buffer.concat([png.subarray(0, 8), Buffer.from("not a picture")]), damaged],
    [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), "has 5.01 MB; upload one with at most 5 MB"],
  ];
  for (const [bytes, message] of hostile) expect(await refusal(picture(bytes))).toBe(message);
  expect(await refusal(photo(Buffer.concat([png, Buffer.alloc(1024 * 1024)])))).toContain("at most 1 MB");
});

test("polyglot of HTML and JPEG: only the image is left", async () => {
  const jpeg = await blank(64, 64).jpeg().toBuffer();
  const script = Buffer.from("<script>alert(1)</script>");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
  const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from("<html>")]);
  const { bytes } = await picture(polyglot);
  expect((await look(bytes)).format).toBe("webp");
  for (const text of ["script", "<html>"]) expect(Buffer.from(bytes).includes(text)).toBe(false);
});

test("animated PNG: the first frame is kept", async () => {
  const png = await blank(32, 32).png().toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const animated = Buffer.concat([png.subarray(0, 33), chunk("acTL", control), png.subarray(33)]);
  expect(await look((await picture(animated)).bytes)).toMatchObject({ width: 32, height: 32, pages: undefined });
});

test("a picture fits into 1600 × 1000 pixels and 300 kB, even if it shows noise", async () => {
  const [width, height] = [1600, 1100];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 65_536)
    crypto.getRandomValues(new Uint8Array(pixels.buffer, pixels.byteOffset + at, Math.min(65_536, pixels.length - at)));
  const noise = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const noisy = await picture(noise);
  expect(noisy.bytes.length).toBeLessThanOrEqual(300_000);
  expect(await look(noisy.bytes)).toMatchObject({ width: noisy.width, height: noisy.height });
  expect(await picture(await blank(3200, 1000).png().toBuffer())).toMatchObject({ width: 1600, height: 500 });
  expect(await picture(await blank(1000, 4000).png().toBuffer())).toMatchObject({ width: 250, height: 1000 });
}, 30_000);

test("many images at once: decoded one after the other, and too many are refused", async () => {
  const png = await blank(1200, 800).png().toBuffer();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => picture(png)));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused)).toEqual(new Set(["unavailable"]));
  expect(await picture(png)).toMatchObject({ width: 1200, height: 800 });
}, 30_000);
