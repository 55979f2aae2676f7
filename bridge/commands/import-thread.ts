import { answerTasks } from "#tools/core/ports/thread.ts";
import { AdminError } from "./admin-error.ts";
import { type ImportLine, type ImportSource, readBatches } from "./import-batches.ts";

let batches: AsyncGenerator<ImportLine<unknown>[]> | undefined;

const tasks = {
  open(source: ImportSource): void {
    batches = readBatches(source);
  },
  /**
   * Returns the next batch, or null after the last one. The batch is JSON text, which is cheaper to send between
   * threads than objects.
   */
  async next(): Promise<{ batch: string | null } | { refused: string }> {
    try {
      const { value } = await batches!.next();
      return { batch: value ? JSON.stringify(value) : null };
    } catch (error) {
      if (error instanceof AdminError) return { refused: error.message };
      throw error;
    }
  },
};

export type Tasks = typeof tasks;

answerTasks(tasks);
