import type { Answer, Question } from "./in-thread.ts";
import { tasks } from "./tasks.ts";

declare const self: Worker;

self.onmessage = async ({ data: { id, task, input } }: MessageEvent<Question>) => {
  const run = tasks[task] as (...input: unknown[]) => unknown;
  try {
    postMessage({ id, output: await run(...input) } satisfies Answer);
  } catch (error) {
    postMessage({
      id,
      fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies Answer);
  }
};
