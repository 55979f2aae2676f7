const maxBytes = 4 * 1024 * 1024;
const program = new URL("./draw-svg-child.ts", import.meta.url).pathname;

/**
 * Renders an SVG file as a PNG with a longer side of `side` pixels. Returns null if the file is invalid or rendering
 * takes longer than `timeoutMs`. Half a kilobyte of SVG can keep the library busy for a minute. Only killing the
 * process stops the library.
 */
export async function drawSvg(
  bytes: Uint8Array,
  { side, maxPixels, timeoutMs }: { side: number; maxPixels: number; timeoutMs: number },
): Promise<Uint8Array | null> {
  const child = Bun.spawn([process.execPath, program, ...[side, maxPixels, timeoutMs].map(String)], {
    stdin: bytes,
    stdout: "pipe",
    stderr: "ignore",
    // The process needs none of our environment variables; it finds fonts without them. BUN_BE_BUN makes the
    // executable of `bun run build` behave as Bun.
    env: { BUN_BE_BUN: "1" },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: maxBytes,
  });
  const [png, status] = await Promise.all([new Response(child.stdout).bytes(), child.exited]);
  return status === 0 ? png : null;
}
