import * as z from "zod";
import type { NewJob } from "#db/queries/common/jobs.ts";
import { utcDay, weekOf } from "#db/values/week.ts";

/** What the runner needs of every job. */
export interface JobFacts<Payload extends z.ZodObject = z.ZodObject> {
  kind: string;
  payload: Payload;
  /** How many of this kind one process runs at once; 1 unless said. */
  concurrency?: number;
  /** Names the period `now` is in, such as `2026-W47`; scheduled work is due at once in each new one. */
  period?(now: Date): string;
}

interface RequestedJob<Payload extends z.ZodObject, About extends unknown[]> extends JobFacts<Payload> {
  /** Of two jobs with one key the second is not written. */
  key(payload: z.input<Payload>, ...about: About): string;
  /** Of one lane only one job runs at a time; the others wait. */
  lane?(payload: z.input<Payload>, ...about: About): string;
  attempts?: number;
}

/** Declares work that a change asks for. `enqueue` takes its `request`; `about` is what its key and lane need besides the payload. */
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
  "ten minutes": (now: Date) => now.toISOString().slice(0, 15),
};

interface Schedule {
  kind: string;
  /** A period, or what names those that begin at another time. */
  every: keyof typeof periods | ((now: Date) => string);
}

const noPayload = z.object({});

/** Declares work that is done once in each period, however many processes there are. */
export const defineScheduledJob = ({ kind, every }: Schedule) => ({
  kind,
  payload: noPayload,
  period: typeof every === "string" ? periods[every] : every,
});

/** The lane of jobs that read the website at `url`: one at a time. */
export const hostLane = (url: string) => `host:${(URL.parse(url)?.host ?? "").replace(/^www\./, "")}`;
