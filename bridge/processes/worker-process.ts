import { join } from "node:path";
import type { ToSupervisor, ToWorker } from "./messages.ts";

/**
 * A worker's last messages arrive after it has exited. One of its child processes can keep the channel open, so the
 * wait is limited.
 */
const maxWaitMs = 1000;

/** Returns the program of a worker: the one on the disk or in the executable now, which may be newer than this one. */
export async function workerFile(): Promise<string> {
  const { BUN_BE_BUN: isExecutable, ...env } = process.env;
  if (!isExecutable) return join(import.meta.dir, "worker.ts");
  const { stdout } = Bun.spawn([process.execPath, "program"], { env, stderr: "inherit" });
  return join((await stdout.text()).trim(), "bridge/processes/worker.ts");
}

/** Starts a worker, which writes to this process's output. */
export function startWorker(file: string, number: number, receive: (message: ToSupervisor) => void) {
  const disconnected = Promise.withResolvers<void>();
  let isConnected = true;
  const child = Bun.spawn([process.execPath, file], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: receive,
    onDisconnect() {
      isConnected = false;
      disconnected.resolve();
    },
  });
  return {
    number,
    pid: child.pid,
    send(message: ToWorker): void {
      // A worker that is ending closes its channel, possibly before the disconnect event.
      try {
        if (isConnected) child.send(message);
      } catch (error) {
        if ((error as { code?: string }).code !== "ERR_IPC_CHANNEL_CLOSED") throw error;
      }
    },
    kill: (signal: "SIGTERM" | "SIGKILL") => child.kill(signal),
    ended: child.exited
      .then(() => Promise.race([disconnected.promise, Bun.sleep(maxWaitMs)]))
      .then(() => ({ exitCode: child.exitCode, signal: child.signalCode })),
  };
}

export type WorkerProcess = ReturnType<typeof startWorker>;
