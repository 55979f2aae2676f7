import sharp from "sharp";

// A process of its own (draw-svg.ts): reads an SVG file from its input and writes it to its output as a PNG.

const [side, maxPixels, timeoutMs] = process.argv.slice(2).map(Number) as [number, number, number];
// Should the server have been killed, nobody else would end it.
setTimeout(() => process.kill(process.pid, "SIGKILL"), timeoutMs).unref();
sharp.cache(false);
sharp.concurrency(1);
const png = await sharp(await Bun.stdin.bytes(), { limitInputPixels: maxPixels, failOn: "error" })
  .resize({ width: side, height: side, fit: "inside" })
  .toColourspace("srgb")
  .png({ compressionLevel: 1 })
  .toBuffer();
await Bun.write(Bun.stdout, png);
