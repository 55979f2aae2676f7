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

/** Why a language model gave no answer; `message` is for the log. */
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
  /** Instructions; all that is ours. */
  system: string;
  /** What it works on; may hold text of others. */
  prompt: string;
  /** Closed schema of the answer. */
  schema: Schema;
  /** Most tokens of the answer. */
  maxTokens: number;
  signal?: AbortSignal;
}

/** A language model that fills a schema in. */
export interface LanguageModel {
  /** Throws ModelError, or the signal's reason. */
  answer<Schema extends z.ZodObject>(request: ModelRequest<Schema>): Promise<z.output<Schema>>;
}
