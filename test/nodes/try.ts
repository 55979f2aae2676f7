import { startCluster } from "../support/server/cluster.ts";

/** Serves the demo from a writer and two readers on this machine. */

const cluster = await startCluster(2);
console.log(cluster.writer.server.out);
console.log(`Writer   ${cluster.writer.url}\nReaders  ${cluster.readers.map(({ url }) => url).join("  ")}`);
process.on("SIGINT", async () => {
  await cluster.stop();
  process.exit(0);
});
