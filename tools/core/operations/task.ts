import * as z from "zod";
import { time } from "../input/fields.ts";
import type { AnyOperation } from "./define.ts";

/**
 * How a client that supports tasks follows queued work. The task stores nothing; it shows the record that the work
 * changes.
 */
export interface TaskOf<Output> {
  /** Returns the input of `follow`, or null if there is nothing to wait for. */
  subject(output: Output): Record<string, number> | null;
  follow: AnyOperation;
  /** Stops the work, with the same input. Absent if the work is short. */
  stop?: AnyOperation;
}

const taskStatuses = ["working", "completed", "cancelled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** `answer` is the current output of the tool that queued the work. */
export const taskState = <Answer extends z.ZodObject>(answer: Answer) =>
  z.strictObject({
    status: z.enum(taskStatuses),
    note: z.string(),
    created_at: time,
    updated_at: time,
    kept_until: time,
    poll_after_ms: z.int().nullable(),
    answer,
  });

export type TaskState = Omit<z.output<ReturnType<typeof taskState<z.ZodObject>>>, "answer"> & {
  answer: Record<string, unknown>;
};
