import { join } from "node:path";
import type { ToSupervisor, ToWorker } from "./messages.ts";

export interface WorkerProcess {
  number: number;
  pid: number;
  send(message: ToWorker): void;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  ended: Promise<{ exitCode: number | null; signal: number | string | null }>;
}

/** Last messages arrive after the exit. A child process can keep the channel open, so the wait is limited. */
const lastWordsMs = 1000;

export function startWorker(number: number, receive: (message: ToSupervisor) => void): WorkerProcess {
  const silent = Promise.withResolvers<void>();
  let hears = true;
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "worker.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: receive,
    onDisconnect() {
      hears = false;
      silent.resolve();
    },
  });
  return {
    number,
    pid: child.pid,
    send(message) {
      // A worker that is ending closes its channel, possibly before the disconnect event.
      try {
        if (hears) child.send(message);
      } catch (error) {
        if ((error as { code?: string }).code !== "ERR_IPC_CHANNEL_CLOSED") throw error;
      }
    },
    kill: (signal) => child.kill(signal),
    ended: child.exited
      .then(() => Promise.race([silent.promise, Bun.sleep(lastWordsMs)]))
      .then(() => ({ exitCode: child.exitCode, signal: child.signalCode })),
  };
}
