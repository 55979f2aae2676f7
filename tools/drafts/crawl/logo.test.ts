import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { encodeLogo } from "../../core/images/encode-logo.ts";

const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const disc = '<circle cx="5" cy="5" r="4" fill="#c03"/>';

const picture = (width: number, height: number, fill = disc) =>
  sharp(svg(fill, `viewBox="0 0 10 10" preserveAspectRatio="none" width="${width}" height="${height}"`));

const shown = async (bytes: Uint8Array) => {
  const logo = await encodeLogo(bytes);
  const { format, width, height, hasAlpha, exif, icc } = await sharp(logo.bytes).metadata();
  const { data, info } = await sharp(logo.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)];
  return { logo, format, width, height, hasAlpha, exif, icc, at };
};

const refusal = (bytes: Uint8Array) =>
  encodeLogo(bytes).then(
    ({ width }) => `taken, ${width}`,
    (error) => (error as Error).message,
  );

describe("image formats: detected by bytes and converted to a square PNG", () => {
  test.each(["png", "jpeg", "gif", "webp", "avif"] as const)("%s", async (kind) => {
    const { logo, format, width, height, at } = await shown(
      await picture(180, 180).flatten({ background: "#fff" }).toFormat(kind).toBuffer(),
    );
    expect({ format, width, height, logoWidth: logo.width, isPadded: logo.isPadded }).toEqual({
      format: "png",
      width: 180,
      height: 180,
      logoWidth: 180,
      isPadded: false,
    });
    const [red, green] = at(90, 90);
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(60);
  });

  test("size: large images shrink, small ones stay, vectors get the full size", async () => {
    expect((await shown(await picture(900, 900).png().toBuffer())).width).toBe(256);
    expect((await shown(await picture(32, 32).png().toBuffer())).width).toBe(32);
    const vector = await shown(svg(disc, 'viewBox="0 0 10 10" width="16" height="16"'));
    expect(vector.width).toBe(256);
    // The vector is drawn at that size, so the edge of the disc is sharp.
    expect(vector.at(26 + 4, 128)).toEqual([204, 0, 51, 255]);
    expect(vector.at(26 - 4, 128)[3]).toBe(0);
  });

  test("not square: padded with transparency, up to a ratio of three", async () => {
    const wide = await shown(await picture(200, 100).png().toBuffer());
    expect([wide.width, wide.height, wide.logo.isPadded]).toEqual([200, 200, true]);
    expect(wide.at(100, 10)[3]).toBe(0);
    expect(wide.at(100, 100)).toEqual([204, 0, 51, 255]);
    expect((await shown(await picture(100, 110).png().toBuffer())).logo.isPadded).toBe(false);
    expect(await refusal(await picture(400, 100).png().toBuffer())).toStartWith(
      "The logo's longer side is more than three times",
    );
  });

  test("metadata: removed, orientation kept", async () => {
    const half = svg(
      '<rect width="10" height="5" fill="#c03"/><rect y="5" width="10" height="5" fill="#03c"/>',
      'viewBox="0 0 10 10" width="100" height="100"',
    );
    const turned = await sharp(half)
      .jpeg()
      .withMetadata({ orientation: 3 })
      .withExifMerge({ IFD0: { Artist: "somebody" } })
      .toBuffer();
    const { at, exif } = await shown(turned);
    expect(exif).toBeUndefined();
    expect(at(50, 10)[2]).toBeGreaterThan(150);
  });
});

describe("refused", () => {
  test("one colour or transparent", async () => {
    const white = { create: { width: 64, height: 64, channels: 4 as const, background: "#fff" } };
    expect(await refusal(await sharp(white).png().toBuffer())).toStartWith("The logo has only one colour");
    const clear = { create: { ...white.create, background: { r: 0, g: 0, b: 0, alpha: 0 } } };
    expect(await refusal(await sharp(clear).png().toBuffer())).toStartWith("The logo has only one colour");
    expect(await refusal(svg(""))).toStartWith("The logo has only one colour");
    expect(await refusal(svg('<rect width="10" height="10" fill="#147"/>'))).toBe("taken, 256");
  });

  test("too small, not an image, or broken", async () => {
    expect(await refusal(await picture(16, 16).png().toBuffer())).toStartWith("The logo is smaller than 32");
    expect(await refusal(new TextEncoder().encode("<!doctype html><body><svg></svg>"))).toStartWith(
      "The logo's format is unknown",
    );
    expect(await refusal(new TextEncoder().encode("BM nothing"))).toStartWith("The logo's format is unknown");
    const png = await picture(180, 180).png().toBuffer();
    expect(await refusal(png.subarray(0, png.length / 2))).toStartWith("The logo file is damaged");
    expect(await refusal(new Uint8Array())).toStartWith("The logo's format is unknown");
  });

  test("decompression bombs: rejected before decoding", async () => {
    const huge = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: "#c03" } })
      .toColourspace("b-w")
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(huge.length).toBeLessThan(100_000);
    expect(await refusal(huge)).toStartWith("The logo file is damaged, too large");
  });
});

describe("ICO", () => {
  const ico = (...images: { side: number; bits: number; data: Uint8Array }[]) => {
    const head = Buffer.alloc(6 + 16 * images.length);
    head.writeUInt16LE(1, 2);
    head.writeUInt16LE(images.length, 4);
    let at = head.length;
    images.forEach(({ side, bits, data }, index) => {
      const entry = 6 + 16 * index;
      head[entry] = head[entry + 1] = side % 256;
      head.writeUInt16LE(bits, entry + 6);
      head.writeUInt32LE(data.length, entry + 8);
      head.writeUInt32LE(at, entry + 12);
      at += data.length;
    });
    return Buffer.concat([head, ...images.map(({ data }) => data)]);
  };

  /** The left half has colour 1, the right half colour 0; the mask hides the bottom row. */
  const bitmap = (side: number, bits: number) => {
    const header = Buffer.alloc(40);
    header.writeUInt32LE(40, 0);
    header.writeInt32LE(side, 4);
    header.writeInt32LE(side * 2, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(bits, 14);
    const colours = [Buffer.from([0, 0, 200, 0]), Buffer.from([200, 0, 0, 0])];
    const palette = bits > 8 ? Buffer.alloc(0) : Buffer.concat([...colours, Buffer.alloc(4 * ((1 << bits) - 2))]);
    const row = Buffer.alloc(Math.ceil((side * bits) / 32) * 4);
    for (let x = 0; x < side; x++) {
      const isLeft = x < side / 2;
      if (bits > 8) colours[isLeft ? 1 : 0]!.subarray(0, 3).copy(row, (x * bits) / 8);
      if (bits === 32) row[x * 4 + 3] = 255;
      if (bits <= 8 && isLeft) row[(x * bits) >> 3]! |= 1 << (8 - bits - ((x * bits) & 7));
    }
    const mask = Buffer.alloc(Math.ceil(side / 32) * 4);
    const hidden = Buffer.alloc(mask.length, 0xff);
    const rows = Array.from({ length: side }, () => row);
    const masks = Array.from({ length: side }, (_, y) => (y === 0 ? hidden : mask));
    return Buffer.concat([header, palette, ...rows, ...masks]);
  };

  test.each([1, 4, 8, 24, 32])("%d-bit bitmap: converted", async (bits) => {
    const { width, at } = await shown(ico({ side: 48, bits, data: bitmap(48, bits) }));
    expect(width).toBe(48);
    expect(at(4, 20)).toEqual([0, 0, 200, 255]);
    expect(at(40, 20)).toEqual([200, 0, 0, 255]);
    expect(at(4, 47)[3]).toBe(bits === 32 ? 255 : 0);
  });

  test("several images: the largest is used", async () => {
    const png = await picture(256, 256).png().toBuffer();
    expect(
      (await shown(ico({ side: 16, bits: 32, data: bitmap(16, 32) }, { side: 256, bits: 32, data: png }))).width,
    ).toBe(256);
    expect(
      (
        await shown(
          ico({ side: 32, bits: 8, data: bitmap(32, 8) }, { side: 256, bits: 32, data: Buffer.from("broken") }),
        )
      ).width,
    ).toBe(32);
  });

  test("invalid ICO: rejected", async () => {
    const message = "The logo file (ICO) contains no readable image";
    expect(await refusal(ico())).toStartWith(message);
    expect(await refusal(ico({ side: 48, bits: 32, data: bitmap(48, 32).subarray(0, 2000) }))).toStartWith(message);
    const lying = bitmap(48, 32);
    lying.writeInt32LE(2_000_000_000, 4);
    expect(await refusal(ico({ side: 48, bits: 32, data: lying }))).toStartWith(message);
  });
});

describe("SVG isolation", () => {
  const asked: string[] = [];
  const listener = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(new URL(request.url).pathname);
      return new Response("no");
    },
  });
  const secretFile = `/tmp/slipway-logo-${process.pid}.png`;
  const address = `http://127.0.0.1:${listener.port}`;

  beforeAll(async () => {
    // The secret file is all blue; the drawings below contain no blue.
    await Bun.write(
      secretFile,
      await sharp({ create: { width: 10, height: 10, channels: 3, background: "#00f" } })
        .png()
        .toBuffer(),
    );
  });
  afterAll(async () => {
    await listener.stop(true);
    await Bun.file(secretFile).delete();
  });

  const cases: [string, string][] = [
    ["script", `<script>fetch("${address}/script")</script><script href="${address}/script2"/>`],
    [
      "pictures elsewhere",
      `<image href="${address}/image" width="10" height="10"/><image xlink:href="${address}/xlink" width="10" height="10"/>`,
    ],
    [
      "files",
      `<image href="file://${secretFile}" width="10" height="10"/><image xlink:href="${secretFile}" width="10" height="10"/>`,
    ],
    [
      "style sheets",
      `<style>@import url("${address}/style"); circle { fill: url(${address}/fill) }</style><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${address}/link"/>`,
    ],
    ["uses", `<use href="${address}/use.svg#a"/><use href="file://${secretFile}#a"/>`],
    ["fonts", `<style>@font-face { font-family: x; src: url(${address}/font) }</style><text font-family="x">a</text>`],
    [
      "foreign objects",
      `<foreignObject width="10" height="10"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}/frame"/></foreignObject>`,
    ],
    ["includes", `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}/include"/>`],
    ["handlers", `<rect width="1" height="1" onload="fetch('${address}/load')"/>`],
  ];
  test.each(cases)("%s: no request and no file access", async (_what, content) => {
    const { at } = await shown(svg(`${disc}${content}`));
    for (const [x, y] of [
      [128, 128],
      [2, 2],
      [200, 60],
    ] as const)
      expect(at(x, y)[2]).toBeLessThan(60);
    await Bun.sleep(20);
    expect(asked).toEqual([]);
  });

  test("external entities: not read", async () => {
    for (const source of [`file://${secretFile}`, `${address}/entity`]) {
      const bytes = new TextEncoder().encode(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "${source}"><!ENTITY % b SYSTEM "${address}/parameter"> %b;]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${disc}<text>&a;</text></svg>`,
      );
      // Drawing without the entity and rejecting the file are both fine.
      await refusal(bytes);
    }
    await Bun.sleep(20);
    expect(asked).toEqual([]);
  });

  test("entity and use bombs: end quickly", async () => {
    const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
    const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text>&e12;</text></svg>`;
    const uses = Array.from(
      { length: 12 },
      (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
    ).join("");
    const start = performance.now();
    for (const bomb of [
      new TextEncoder().encode(laughs),
      svg(`<g id="g0">${disc}</g>${uses}`),
      svg(`${"<g>".repeat(50_000)}${disc}${"</g>".repeat(50_000)}`),
      svg(disc, 'width="1000000" height="1000000"'),
    ])
      expect(await refusal(bomb)).toMatch(/^taken, 256$|^The logo file is damaged|^The logo has only one colour/);
    // One of them is stopped after 5 s; otherwise it would run for a minute.
    expect(performance.now() - start).toBeLessThan(28_000);
  }, 60_000);
});
