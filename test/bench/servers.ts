import { createServer } from "node:net";
import { join } from "node:path";
import type { Server } from "./load.ts";
import { storeCards } from "./stored-cards.ts";

const here = import.meta.dir;
const root = join(here, "../..");

/** The origin in all responses, whatever the port, so that the bytes are equal. */
export const benchOrigin = "http://localhost:3000";

/** Slipway as users start it, except for its rate limits. */
export async function startSlipway(folder: string, environment: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  return startProcess("Slipway", port, [process.execPath, join(root, "bridge/start/main.ts")], {
    NODE_ENV: "development",
    PORT: String(port),
    BASE_URL: benchOrigin,
    DATA_DIR: folder,
    SEED: "none",
    RATE_LIMITS: "off",
    ...environment,
  });
}

export async function startBare(folder: string): Promise<Server> {
  const port = await freePort();
  return startProcess("bare", port, [process.execPath, join(here, "bare.ts"), folder, benchOrigin, String(port)], {});
}

export async function startAlone(folder: string): Promise<Server> {
  await storeCards(folder, benchOrigin);
  const port = await freePort();
  return startProcess("alone", port, [process.execPath, join(here, "alone.ts"), folder, String(port)], {});
}

export async function startBarePatch(folder: string): Promise<Server> {
  const port = await freePort();
  return startProcess("bare", port, [process.execPath, join(here, "bare-patch.ts"), folder, String(port)], {});
}

/** Starts a server and waits until it accepts connections. Throws if it ends first or takes longer than 20 s. */
export async function startProcess(
  name: string,
  port: number,
  command: string[],
  environment: Record<string, string>,
  cwd = root,
): Promise<Server> {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdout: Bun.file("/dev/null"),
    stderr: "pipe",
  });
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  const deadline = Date.now() + 20_000;
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await new Response(child.stderr).text()}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${name} does not listen on ${port}`);
    }
    await Bun.sleep(50);
  }
  return { name, port, pid: child.pid, stop };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function accepts(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
