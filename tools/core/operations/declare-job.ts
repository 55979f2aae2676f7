import * as z from "zod";
import type { NewJob } from "#db/queries/common/jobs.ts";
import { utcDay, weekOf } from "#db/values/week.ts";

export interface JobFacts<Payload extends z.ZodObject = z.ZodObject> {
  kind: string;
  payload: Payload;
  /** How many jobs of this kind one process runs at the same time, 1 by default. */
  concurrency?: number;
  /** The delay after each failed attempt, in milliseconds. By default, 5 s, doubled each time. */
  retryDelaysMs?: readonly number[];
  /** Returns the period of `now`, such as `2026-W47`. Scheduled work is due at the start of each period. */
  period?(now: Date): string;
}

interface RequestedJob<Payload extends z.ZodObject, About extends unknown[]> extends JobFacts<Payload> {
  /** If a job with the same key exists, a second one is not stored. */
  key(payload: z.input<Payload>, ...about: About): string;
  lane?(payload: z.input<Payload>, ...about: About): string;
  attempts?: number;
}

/** Declares a job. Pass its `request` to `enqueue`. */
export const defineJob = <Payload extends z.ZodObject, About extends unknown[]>({
  key,
  lane,
  attempts: maxAttempts,
  ...facts
}: RequestedJob<Payload, About>) => ({
  ...facts,
  request: (payload: z.input<Payload>, ...about: About): NewJob => ({
    kind: facts.kind,
    key: key(payload, ...about),
    lane: lane?.(payload, ...about),
    payload,
    maxAttempts,
  }),
});

const periods = {
  month: (now: Date) => now.toISOString().slice(0, 7),
  week: weekOf,
  day: utcDay,
  hour: (now: Date) => now.toISOString().slice(0, 13),
  minute: (now: Date) => now.toISOString().slice(0, 16),
  "ten minutes": (now: Date) => now.toISOString().slice(0, 15),
};

interface Schedule {
  kind: string;
  /** The length of a period, or a function that returns the name of the current period. */
  every: keyof typeof periods | ((now: Date) => string);
}

const noPayload = z.object({});

export const defineScheduledJob = ({ kind, every }: Schedule) => ({
  kind,
  payload: noPayload,
  period: typeof every === "string" ? periods[every] : every,
});

/** Jobs that read the same website share a lane. */
export const hostLane = (url: string) => `host:${(URL.parse(url)?.host ?? "").replace(/^www\./, "")}`;
