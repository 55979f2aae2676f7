interface Question {
  id: number;
  task: string;
  input: unknown[];
}

type Answer = { id: number; output: unknown } | { id: number; fault: string };

// biome-ignore lint/suspicious/noExplicitAny: each task has its own input.
type Task = (...input: any[]) => unknown;

/** The limit is far longer than any task needs. A slower task would block the thread for all others. */
const maxMs = 20_000;

/**
 * Runs tasks in a thread. The thread is kept, because starting one takes a few tenths of a second. If a task exceeds
 * the time limit, its promise rejects and a new thread starts.
 */
export class Thread<Tasks extends { [Name in keyof Tasks]: Task }> {
  readonly #file: string;
  #running: RunningThread | undefined;

  /** `file` is the path of a module that calls `answerTasks`. */
  constructor(file: string) {
    this.#file = file;
  }

  async ask<Name extends keyof Tasks & string>(
    task: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    if (this.#running === undefined || this.#running.hasEnded) this.#running = new RunningThread(this.#file);
    return (await this.#running.ask(task, input)) as Awaited<ReturnType<Tasks[Name]>>;
  }

  end(): void {
    this.#running?.end(new Error("the thread was stopped"));
  }
}

class RunningThread {
  hasEnded = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #watch: Timer | undefined;

  constructor(file: string) {
    this.#worker = new Worker(file);
    // The worker must not keep the process alive.
    this.#worker.unref();
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#finish(data);
    this.#worker.onerror = ({ message }) => this.end(new Error(message));
  }

  ask(task: string, input: unknown[]): Promise<unknown> {
    const id = ++this.#asked;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, task, input } satisfies Question);
    this.#watch ??= this.#watchOver();
    return waiting.promise;
  }

  #finish(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    clearTimeout(this.#watch);
    this.#watch = this.#waiting.size > 0 ? this.#watchOver() : undefined;
    if ("fault" in answer) waiting?.reject(new Error(answer.fault));
    else waiting?.resolve(answer.output);
  }

  #watchOver = (): Timer => setTimeout(() => this.end(new Error(`the task took longer than ${maxMs / 1000} s`)), maxMs);

  end(reason: Error): void {
    this.hasEnded = true;
    clearTimeout(this.#watch);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

declare const self: Worker;

export function answerTasks(tasks: object): void {
  const byName = new Map<string, Task>(Object.entries(tasks));
  self.onmessage = async ({ data: { id, task, input } }: MessageEvent<Question>) => {
    try {
      self.postMessage({ id, output: await byName.get(task)!(...input) } satisfies Answer);
    } catch (error) {
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
      self.postMessage({ id, fault } satisfies Answer);
    }
  };
}
