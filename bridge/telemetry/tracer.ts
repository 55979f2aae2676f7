import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { SpanOptions, Traced } from "#db/values/spans.ts";

/** The number of traces a second that callers can demand with a `traceparent` that is marked as sampled. */
const maxDemanded = 10;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Traces the share `ratio` of requests and jobs, and those that the caller traces too. */
export function createTracer(tracer: Tracer, ratio: number): Traced {
  const current = new AsyncLocalStorage<Context | undefined>();
  let demanded = { second: 0, count: 0 };

  function isSampled(parent: SpanContext | null): boolean {
    if (parent === null) return Math.random() < ratio;
    if ((parent.traceFlags & TraceFlags.SAMPLED) === 0) return false;
    const second = Math.floor(Date.now() / 1000);
    if (demanded.second !== second) demanded = { second, count: 0 };
    return ++demanded.count <= maxDemanded;
  }

  return (name, work, optionsOf) => {
    const options = optionsOf?.() ?? {};
    const inherited = current.getStore();
    if (options.parent !== undefined) {
      const parent = parentOf(options.parent);
      if (isSampled(parent)) return inSpan(parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
      return inherited ? current.run(undefined, work) : work();
    }
    // Work that continues after the response, such as polling for jobs, does not belong to the request.
    return inherited && trace.getSpan(inherited)!.isRecording() ? inSpan(inherited) : work();

    function inSpan(context: Context): ReturnType<typeof work> {
      return withSpan(context, name, work, options) as ReturnType<typeof work>;
    }
  };

  function withSpan<T>(context: Context, name: string, work: () => Promise<T>, options: SpanOptions): Promise<T> {
    const { kind, attributes, after } = options;
    const span = tracer.startSpan(name, { kind: kind && kinds[kind], attributes }, context);
    return current.run(trace.setSpan(context, span), async () => {
      try {
        const result = await work();
        if (after) span.setAttributes(after(result));
        return result;
      } catch (error) {
        // The message may contain personal data.
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", (error as Error)?.name ?? "unknown");
        throw error;
      } finally {
        span.end();
      }
    });
  }
}

/** Reads a `traceparent` (W3C Trace Context §3.2). */
function parentOf(traceparent: string | null): SpanContext | null {
  const [, traceId, spanId, flags] =
    /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(traceparent ?? "") ??
    [];
  return traceId ? { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true } : null;
}
