import * as z from "zod";
import { time } from "../input/fields.ts";
import type { AnyOperation } from "./define.ts";

/** How a client that has tasks follows the work that an answer says is not done yet. The record it is about is all there is of a task. */
export interface TaskOf<Output> {
  /** What `follow` finds the work by, in the order of its input; null where an answer leaves nothing to wait for. */
  subject(output: Output): Record<string, number> | null;
  /** Reads how the work stands, a `taskState`. */
  follow: AnyOperation;
  /** Stops the work, with the same input; none where it is over too soon to be stopped. */
  stop?: AnyOperation;
}

const taskStatuses = ["working", "completed", "cancelled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** How work stands; `answer` is what the tool that asked for it would say now. */
export const taskState = <Answer extends z.ZodObject>(answer: Answer) =>
  z.strictObject({
    status: z.enum(taskStatuses),
    note: z.string(),
    created_at: time,
    updated_at: time,
    /** Until when it can be asked for. */
    kept_until: time,
    poll_after_ms: z.int().nullable(),
    answer,
  });

export type TaskState = Omit<z.output<ReturnType<typeof taskState<z.ZodObject>>>, "answer"> & {
  answer: Record<string, unknown>;
};
