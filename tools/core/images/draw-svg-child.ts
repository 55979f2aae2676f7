import sharp from "sharp";

// draw-svg.ts runs this file as a separate process, which reads an SVG file from stdin and writes a PNG to stdout.

const [side, maxPixels, timeoutMs] = process.argv.slice(2).map(Number) as [number, number, number];
// The process must end even if the server was killed.
setTimeout(() => process.kill(process.pid, "SIGKILL"), timeoutMs).unref();
sharp.cache(false);
sharp.concurrency(1);
const png = await sharp(await Bun.stdin.bytes(), { limitInputPixels: maxPixels, failOn: "error" })
  .resize({ width: side, height: side, fit: "inside" })
  .toColourspace("srgb")
  .png({ compressionLevel: 1 })
  .toBuffer();
await Bun.write(Bun.stdout, png);
