import { readServerConfig } from "../start/config.ts";
import { ConfigError } from "../start/config-checks.ts";
import { onShutdownSignal } from "../start/graceful-shutdown.ts";
import { openDatabase } from "../start/open-database.ts";
import { serve } from "../start/serve.ts";
import type { ToSupervisor, ToWorker } from "./messages.ts";
import { sharedLimits } from "./shared-limits.ts";
import type { WorkerPool, WorkerPoolMember, WorkerReport } from "./worker-pool.ts";

/** The program of one worker, which the supervisor starts. */

const send = (message: ToSupervisor) => {
  // Without a supervisor, this process is about to end.
  if (process.connected) process.send!(message);
};

function joinPool(): Promise<WorkerPool> {
  const limits = sharedLimits((consumed) => send({ type: "consumed", consumed }));
  const begun = Promise.withResolvers<WorkerPool>();
  let member: WorkerPoolMember | undefined;
  const reportWaiters: ((report: WorkerReport) => void)[] = [];
  let isWaking = false;

  const pool: Omit<WorkerPool, "number" | "port"> = {
    limiter: limits.limiter,
    wake() {
      if (isWaking) return;
      isWaking = true;
      setImmediate(() => {
        isWaking = false;
        send({ type: "wake" });
      });
    },
    report() {
      const { promise, resolve } = Promise.withResolvers<WorkerReport>();
      reportWaiters.push(resolve);
      send({ type: "pool" });
      return promise;
    },
    join(server) {
      member = server;
      send({ type: "ready", port: server.port, baseUrl: server.baseUrl });
    },
    leave() {
      limits.flush();
      if (member) send({ type: "report", report: member.report() });
    },
  };

  process.on("message", (message: ToWorker) => {
    if (message.type === "begin") {
      const { number, port } = message;
      limits.restore(message.limits);
      begun.resolve({ ...pool, number, port });
    } else if (message.type === "work") member?.work();
    else if (message.type === "wake") member?.wake();
    else if (message.type === "consumed") void limits.add(message.consumed);
    else if (message.type === "report") send({ type: "report", report: member!.report(), round: message.round });
    else reportWaiters.shift()?.(message.report);
  });
  return begun.promise;
}

const exitNow = () => process.exit(0);
process.on("disconnect", exitNow);
try {
  const pool = await joinPool();
  const config = readServerConfig(process.env);
  const serving = serve({ ...config, PORT: pool.port }, await openDatabase(config), pool);
  process.off("disconnect", exitNow);
  const end = onShutdownSignal(serving.stop);
  // Without a supervisor, this worker cannot be replaced or stopped, so it frees the port and the database file.
  process.on("disconnect", end);
  if (!process.connected) end();
  pool.join(serving);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
