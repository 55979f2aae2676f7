import type { Tasks } from "./tasks.ts";

export interface Question {
  id: number;
  task: keyof Tasks;
  input: unknown[];
}

export type Answer = { id: number; output: unknown } | { id: number; fault: string };

/** Far beyond what any page takes; what takes longer would keep the thread from all others. */
const longestMs = 20_000;

class Thread {
  readonly #worker = new Worker(new URL("./thread.ts", import.meta.url).href);
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #watch: Timer | undefined;

  constructor() {
    // A process that has nothing else to do may end.
    this.#worker.unref();
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#settle(data);
    this.#worker.onerror = ({ message }) => this.#end(new Error(message));
  }

  ask(task: keyof Tasks, input: unknown[]): Promise<unknown> {
    const id = ++this.#asked;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, task, input } satisfies Question);
    this.#watch ??= this.#watchOver();
    return waiting.promise;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    clearTimeout(this.#watch);
    this.#watch = this.#waiting.size > 0 ? this.#watchOver() : undefined;
    if ("fault" in answer) waiting?.reject(new Error(answer.fault));
    else waiting?.resolve(answer.output);
  }

  #watchOver = (): Timer =>
    setTimeout(() => this.#end(new Error(`reading took longer than ${longestMs / 1000} s`)), longestMs);

  #end(reason: Error): void {
    if (thread === this) thread = undefined;
    clearTimeout(this.#watch);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

let thread: Thread | undefined;

/**
 * Runs a task on a thread of its own, so that whatever a page is made of, the server goes on answering: two megabytes
 * can take a second to read. The thread begins with the first task and stays, since its start takes as long as a page.
 * Rejects where the task throws, and where it takes beyond all measure.
 */
export async function inThread<Name extends keyof Tasks>(
  task: Name,
  ...input: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  thread ??= new Thread();
  return (await thread.ask(task, input)) as Awaited<ReturnType<Tasks[Name]>>;
}
