/** Calls `stop` once on SIGTERM or SIGINT, then exits. Returns a function that does the same. */
export function onShutdownSignal(stop: () => Promise<void>): () => void {
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  return () => void end();
}
