const maxBytes = 4 * 1024 * 1024;
const program = new URL("./draw-svg-child.ts", import.meta.url).pathname;

/**
 * An SVG file as a PNG whose longer side has `side` pixels, or null where it is broken or takes longer than `timeoutMs`.
 * Half a kilobyte of it can keep the library busy for a minute, and only the end of a process stops that.
 */
export async function drawSvg(
  bytes: Uint8Array,
  { side, maxPixels, timeoutMs }: { side: number; maxPixels: number; timeoutMs: number },
): Promise<Uint8Array | null> {
  const child = Bun.spawn([process.execPath, program, ...[side, maxPixels, timeoutMs].map(String)], {
    stdin: bytes,
    stdout: "pipe",
    stderr: "ignore",
    // Nothing of ours is its business; fonts are found without.
    env: {},
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: maxBytes,
  });
  const [png, status] = await Promise.all([new Response(child.stdout).bytes(), child.exited]);
  return status === 0 ? png : null;
}
