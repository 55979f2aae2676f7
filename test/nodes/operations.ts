import { join } from "node:path";
import { failing, leftOut } from "./differences.ts";

const root = join(import.meta.dir, "../..");

/** Folders with tests of operations and of signing in. */
const folders = [
  "bridge/pages/sign-in",
  "tools/!(core|drafts)",
  "tools/drafts",
  ...["approvals", "auth", "calls", "claims", "followers", "listings", "orders", "owner", "rest", "votes"].map(
    (name) => `test/${name}`,
  ),
];

export const testsOfOperations = (): string[] =>
  folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/*.test.ts`).scanSync({ cwd: root })])
    .filter((file) => !leftOut.has(file))
    .sort();

interface NodesResult {
  passed: number;
  /** Failures other than the known differences. */
  failed: string[];
  /** Known differences that did not fail. */
  obsolete: string[];
}

/** A run without output for this long hangs: a test has a limit of 90 s. */
const maxSilenceMs = 180_000;

/** Runs tests and returns their output. Kills the run if it hangs. */
async function output(files: string[]): Promise<{ text: string; hangs: boolean }> {
  const child = Bun.spawn([process.execPath, "test", "--timeout", "90000", "--parallel=2", "--no-isolate", ...files], {
    cwd: root,
    env: { ...process.env, TEST_NODES: "1" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const decoder = new TextDecoder();
  let text = "";
  let hangs = false;
  const end = () => {
    hangs = true;
    child.kill("SIGKILL");
  };
  let silence = setTimeout(end, maxSilenceMs);
  for await (const chunk of child.stderr) {
    text += decoder.decode(chunk, { stream: true });
    clearTimeout(silence);
    silence = setTimeout(end, maxSilenceMs);
  }
  clearTimeout(silence);
  await child.exited;
  return { text, hangs };
}

/**
 * Runs tests with `sqld` stores and two servers each; requests go to the reader. A run that hangs is repeated once,
 * because `sqld` sometimes locks up on a loaded machine.
 */
export async function runOnNodes(files: string[]): Promise<NodesResult> {
  const first = await output(files);
  if (first.hangs)
    console.warn(`The run on two nodes hung and is repeated. Its last lines:\n${first.text.slice(-2000)}`);
  const { text } = first.hangs ? await output(files) : first;
  const names = new Set([...text.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/gm)].map(([, name]) => name!));
  const passed = Number(/^ (\d+) pass$/m.exec(text)?.[1] ?? 0);
  const errors = /^ [1-9]\d* errors?$/m.exec(text)?.[0] ?? (passed === 0 ? text.slice(-2000) : null);
  const known = [...failing.keys()];
  const isKnown = (name: string) => known.some((beginning) => name.startsWith(beginning));
  return {
    passed,
    failed: [...[...names].filter((name) => !isKnown(name)), ...(errors === null ? [] : [errors.trim()])],
    obsolete: known.filter((beginning) => ![...names].some((name) => name.startsWith(beginning))),
  };
}
