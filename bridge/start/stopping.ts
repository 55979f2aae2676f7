/** Has the process end in order, once, at SIGTERM and SIGINT; returns what does the same when called. */
export function endInOrder(stop: () => Promise<void>): () => void {
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
