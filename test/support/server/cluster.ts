import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { copyKeys } from "./nodes.ts";
import { newDataDir, type Process, run, runServer } from "./process.ts";
import { newFolder, type Sqld, startSqld } from "./sqld.ts";

/** A server with the `sqld` whose file it reads. */
export interface Node {
  url: string;
  dataDir: string;
  sqld: Sqld;
  server: Process;
  kill(): Promise<void>;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a writer with the demo directory and readers that copy it, as processes on loopback. */
export async function startCluster(readers: number, environment: Record<string, string> = {}) {
  const [writerPort, http, grpc] = [freePort(), freePort(), freePort()];
  const primaryPorts = [http, grpc] as const;
  const grpcUrl = `http://127.0.0.1:${grpc}`;
  const writerUrl = `http://127.0.0.1:${writerPort}`;
  // The public URL, which all nodes share.
  const BASE_URL = `http://localhost:${writerPort}`;
  const shared = { RATE_LIMITS: "off", BASE_URL, WRITER_URL: writerUrl, ...environment };

  async function start(role: "writer" | "reader", sqld: Sqld, dataDir: string, port: number): Promise<Node> {
    const own = { DATABASE_URL: sqld.url, DATABASE_FILE: sqld.file, NODE_ROLE: role, DATA_DIR: dataDir };
    const server = await runServer({ ...shared, ...own, PORT: `${port}` });
    return {
      url: `http://localhost:${port}`,
      ...{ dataDir, sqld, server },
      async kill() {
        server.child.kill("SIGKILL");
        await server.child.exited;
        await sqld.kill();
      },
    };
  }

  async function startReader(): Promise<Node> {
    const dataDir = newDataDir();
    mkdirSync(dataDir, { recursive: true });
    copyKeys(databaseOf(cluster.writer), join(dataDir, "slipway.db"));
    return start("reader", startSqld(newFolder(), { primaryUrl: grpcUrl }), dataDir, freePort());
  }

  /** Promotes a killed node to writer by the documented steps, from its own copy or another file. */
  async function promote(node: Node, from = node.sqld.file): Promise<Node> {
    const folder = newFolder();
    const own = { DATA_DIR: node.dataDir, DATABASE_URL: node.sqld.url, DATABASE_FILE: node.sqld.file };
    const steps = ["node", "promote", folder, "--from", from];
    const admin = run("bridge/commands/main.ts", { ...shared, ...own }, ...steps);
    const { exitCode, err } = await admin.ended();
    if (exitCode !== 0) throw new Error(err);
    return start("writer", startSqld(folder, { ports: primaryPorts }), node.dataDir, writerPort);
  }

  const dataDir = newDataDir();
  const writer = await start("writer", startSqld(newFolder(), { ports: primaryPorts }), dataDir, writerPort);
  const key = /API key (\S+)/.exec(writer.server.out)?.[1] ?? "";
  const cluster = {
    writer,
    readers: [] as Node[],
    writerUrl,
    /** Headers of the demo account. */
    authorized: { authorization: `Bearer ${key}` },
    startReader,
    promote,
    /** Restarts a killed node, in its old role or as a reader. */
    async restart(node: Node, role: "writer" | "reader"): Promise<Node> {
      node.sqld.restart();
      return start(role, node.sqld, node.dataDir, Number(new URL(node.url).port));
    },
    async stop() {
      for (const node of [...cluster.readers, cluster.writer]) await node.kill();
    },
  };
  for (let i = 0; i < readers; i++) cluster.readers.push(await startReader());
  return cluster;
}

export const databaseOf = ({ dataDir }: Node) => join(dataDir, "slipway.db");
