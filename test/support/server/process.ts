import { join } from "node:path";
import { temporary } from "./temporary.ts";

const root = join(import.meta.dir, "../../..");
let made = 0;

export const newDataDir = () => join(temporary, `data-${++made}`);

/** Runs a file of the project as a process with only PATH from this environment. */
export function run(file: string, environment: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(root, file), ...args], {
    cwd: temporary,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  let out = "";
  const outputEnd = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) out += decoder.decode(chunk, { stream: true });
  })();
  return {
    child,
    /** Standard output so far. */
    get out() {
      return out;
    },
    /** Waits for the end. Returns the exit code and all output. */
    async ended() {
      const [exitCode, err] = await Promise.all([child.exited, new Response(child.stderr).text(), outputEnd]);
      return { exitCode, out, err };
    },
  };
}

export type Process = ReturnType<typeof run>;

/** Starts a server process on a free port and waits until it prints its URL. */
export async function runServer(
  environment: Record<string, string>,
  file = "bridge/start/main.ts",
): Promise<Process & { url: string }> {
  const server = run(file, { PORT: "0", LOG_LEVEL: "silent", ...environment });
  const urlIn = () => /API +(http:\/\/\S+)\/api\/v1/.exec(server.out)?.[1];
  while (urlIn() === undefined && server.child.exitCode === null) await Bun.sleep(20);
  const url = urlIn();
  if (url === undefined) throw new Error(`the server did not start: ${(await server.ended()).err}`);
  return Object.assign(server, { url });
}
