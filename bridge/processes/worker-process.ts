import { join } from "node:path";
import type { ToSupervisor, ToWorker } from "./messages.ts";

/** A worker as its supervisor sees it. */
export interface WorkerProcess {
  number: number;
  pid: number;
  send(message: ToWorker): void;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /** How it ended. */
  ended: Promise<{ exitCode: number | null; signal: number | string | null }>;
}

/** What it said last is read after its end, unless a process it started keeps the channel. */
const lastWordsMs = 1000;

/** Starts one; its output is ours. */
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
      // One that is just ending hears nothing any more, and may have ended before the channel says so.
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
