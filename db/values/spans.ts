export interface SpanOptions {
  kind?: "server" | "client" | "consumer";
  /** The `traceparent` of the caller (W3C Trace Context). A span with this field, even if null, begins a trace here. */
  parent?: string | null;
  attributes?: Record<string, string | number>;
  /** Returns more attributes of the result. */
  after?(result: unknown): Record<string, string | number | undefined>;
}

export type Traced = <T>(name: string, work: () => Promise<T>, options?: () => SpanOptions) => Promise<T>;

let tracer: Traced | null = null;

/** Turns traces on, or off with null. Only the process's start calls this. */
export function setTracer(next: Traced | null): void {
  tracer = next;
}

/** Runs `work` as a span of the current trace. Without traces, this is only a call of `work`. */
export const traced: Traced = (name, work, options) => (tracer === null ? work() : tracer(name, work, options));
