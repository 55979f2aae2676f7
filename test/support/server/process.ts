import { join } from "node:path";
import { temporary } from "./temporary.ts";

const root = join(import.meta.dir, "../../..");
let made = 0;

/** A folder of its own for a database. */
export const newDataDir = () => join(temporary, `data-${++made}`);

/** Runs a file of the project as its own process, with nothing of this environment but the PATH. */
export function run(file: string, environment: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(root, file), ...args], {
    cwd: temporary,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  let out = "";
  const said = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) out += decoder.decode(chunk, { stream: true });
  })();
  return {
    child,
    /** What it wrote to standard output so far. */
    get out() {
      return out;
    },
    /** Its exit code and all it wrote, once it has ended. */
    async ended() {
      const [exitCode, err] = await Promise.all([child.exited, new Response(child.stderr).text(), said]);
      return { exitCode, out, err };
    },
  };
}

export type Process = ReturnType<typeof run>;

/** A server process on a free port that has said where it listens. */
export async function runServer(
  environment: Record<string, string>,
  file = "bridge/start/main.ts",
): Promise<Process & { url: string }> {
  const server = run(file, { PORT: "0", LOG_LEVEL: "silent", ...environment });
  const address = () => /API +(http:\/\/\S+)\/api\/v1/.exec(server.out)?.[1];
  while (address() === undefined && server.child.exitCode === null) await Bun.sleep(20);
  const url = address();
  if (url === undefined) throw new Error(`the server did not start: ${(await server.ended()).err}`);
  return Object.assign(server, { url });
}
