import type * as z from "zod";

export type ModelFailure =
  | "refused"
  | "cut_off"
  | "invalid"
  | "overloaded"
  | "rate_limited"
  | "timeout"
  | "cap"
  | "failed";

export class ModelError extends Error {
  constructor(
    readonly reason: ModelFailure,
    message: string,
  ) {
    super(message);
    this.name = "ModelError";
  }
}

export interface ModelRequest<Schema extends z.ZodObject> {
  system: string;
  /** The material to work on. It may contain text from outside. */
  prompt: string;
  schema: Schema;
  maxTokens: number;
  signal?: AbortSignal;
}

export interface LanguageModel {
  /** Throws ModelError, or the reason of the signal. */
  answer<Schema extends z.ZodObject>(request: ModelRequest<Schema>): Promise<z.output<Schema>>;
}
