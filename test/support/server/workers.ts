import { Agent, request } from "node:http";
import { demoDataDir } from "./demo-data-dir.ts";
import { runServer } from "./process.ts";

interface LogLine {
  msg: string;
  worker: number;
  pid?: number;
  request_id?: string;
  job?: number;
  kind?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: any;
}

/** A connection that is kept alive. */
export interface Line {
  ask(method: string, path: string, given?: { headers?: Record<string, string>; body?: unknown }): Promise<Answer>;
  close(): void;
}

export type TestWorkers = Awaited<ReturnType<typeof startWorkers>>;

/** Starts a server of two workers on the demo directory. */
export async function startWorkers(environment: Record<string, string> = {}, file?: string) {
  const dataDir = environment.DATA_DIR ?? (await demoDataDir());
  const server = await runServer({ WORKERS: "2", DATA_DIR: dataDir, LOG_LEVEL: "info", ...environment }, file);
  const key = /API key (\S+)/.exec(server.out)?.[1] ?? "";
  const { port } = new URL(server.url);
  const open = new Set<Line>();

  function line(): Line {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const made: Line = {
      ask: (method, path, { headers = {}, body } = {}) =>
        new Promise((resolve, reject) => {
          const sent = request({ agent, host: "127.0.0.1", port, method, path, headers: headersOf(headers, body) });
          sent.on("error", reject).on("response", async (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
            response.on("end", () => {
              const text = Buffer.concat(chunks).toString();
              const json = text.startsWith("{") ? JSON.parse(text) : text;
              resolve({ status: response.statusCode!, headers: response.headers, json });
            });
          });
          sent.end(body === undefined ? undefined : JSON.stringify(body));
        }),
      close: () => agent.destroy(),
    };
    open.add(made);
    return made;
  }

  const lines = (): LogLine[] =>
    server.out
      .split("\n")
      .slice(0, -1)
      .filter((text) => text.startsWith("{"))
      .map((text) => JSON.parse(text));

  /** Waits for a log line. Workers write their lines half a second late. */
  async function logged(isIt: (line: LogLine) => boolean, from = 0): Promise<LogLine> {
    for (;;) {
      const found = lines().slice(from).find(isIt);
      if (found) return found;
      if (server.child.exitCode !== null) throw new Error(`the server ended: ${(await server.ended()).err}`);
      await Bun.sleep(20);
    }
  }

  const serves = (number: number) => (line: LogLine) => line.msg === "worker started" && line.worker === number;
  let probes = 0;
  for (const number of [1, 2]) await logged(serves(number));

  return {
    ...server,
    get out() {
      return server.out;
    },
    dataDir,
    /** Headers of the demo's founder. */
    authorized: { authorization: `Bearer ${key}` },
    line,
    lines,
    logged,
    /** Returns a connection that the kernel has assigned to that worker. */
    async lineTo(number: number): Promise<Line> {
      for (;;) {
        const candidate = line();
        const id = `probe-${++probes}`;
        await candidate.ask("GET", "/robots.txt", { headers: { "x-request-id": id } });
        const { worker } = await logged(({ request_id }) => request_id === id);
        if (worker === number) return candidate;
        candidate.close();
      }
    },
    /** Process ID of the worker. */
    pidOf: (number: number) => lines().findLast(serves(number))!.pid!,
    /** Ends a worker and waits until its replacement serves. */
    async replace(number: number, signal: "SIGKILL" | "SIGTERM" | "SIGSTOP"): Promise<void> {
      const from = lines().length;
      process.kill(lines().findLast(serves(number))!.pid!, signal);
      await logged(serves(number), from);
    },
    /** Value of a `/metrics` sample; 0 if it is missing. */
    async sample(name: string): Promise<number> {
      const text = String((await line().ask("GET", "/metrics", { headers: { connection: "close" } })).json);
      const found = text.split("\n").find((one) => one.startsWith(`${name} `));
      return Number(found?.slice(name.length + 1) ?? 0);
    },
    async kill(): Promise<void> {
      for (const one of open) one.close();
      server.child.kill("SIGKILL");
      await server.child.exited;
    },
  };
}

const headersOf = (headers: Record<string, string>, body: unknown) =>
  body === undefined ? headers : { ...headers, "content-type": "application/json" };
