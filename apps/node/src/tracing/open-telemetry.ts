/**
 * Records spans with OpenTelemetry and sends them to a collector over HTTP. The libraries read the
 * address of the collector, its headers, the sampler, the sizes of batches and the name of the
 * service from the environment.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer as TelemetryTracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Span, SpanOptions, Tracer } from "@tandem/runtime";
import { messageOf } from "@tandem/runtime";

/** The maximum milliseconds for which a stopping node waits for a collector. */
const flushMsMax = 2_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
} as const;

const getter = {
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
  get: (carrier: Record<string, string>, name: string) => carrier[name],
};
const setter = {
  set(carrier: Record<string, string>, name: string, value: string) {
    carrier[name] = value;
  },
};

/** The traces of a node. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the remaining spans, for a limited time. */
  close(): Promise<void>;
}

/** Implements the tracer of packages. The span in progress follows promises and callbacks. */
class OpenTelemetryTracer implements Tracer {
  readonly #tracer: TelemetryTracer;
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(tracer: TelemetryTracer) {
    this.#tracer = tracer;
  }

  trace<T>(options: SpanOptions, work: (span: Span) => T): T {
    const { name, kind = "internal", attributes = {} } = options;
    const parent = this.#parentOf(options);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    const fail = (reason: string) => {
      span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
    };
    const handle: Span = {
      set: (added) => {
        span.setAttributes(added);
      },
      fail,
    };
    const threw = (error: unknown): never => {
      fail(messageOf(error));
      span.end();
      throw error;
    };
    try {
      const result = this.#current.run(trace.setSpan(parent, span), () => work(handle));
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      const ended = result.then((value) => {
        span.end();
        return value;
      }, threw);
      return ended as T;
    } catch (error) {
      return threw(error);
    }
  }

  traceparent(): string | undefined {
    const current = this.#current.getStore();
    if (current === undefined) return undefined;
    const carrier: Record<string, string> = {};
    this.#propagator.inject(current, carrier, setter);
    return carrier.traceparent;
  }

  #parentOf({ kind, traceparent }: SpanOptions): Context {
    if (kind !== "server") return this.#current.getStore() ?? ROOT_CONTEXT;
    if (traceparent === undefined) return ROOT_CONTEXT;
    return this.#propagator.extract(ROOT_CONTEXT, { traceparent }, getter);
  }
}

/** @param version of the node. */
export function openTelemetry(version: string): Tracing {
  const named = resourceFromAttributes({ "service.name": "tandem", "service.version": version });
  const stated = detectResources({ detectors: [envDetector] });
  const provider = new BasicTracerProvider({
    // The environment takes precedence over the values of this node.
    resource: defaultResource().merge(named).merge(stated),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    tracer: new OpenTelemetryTracer(provider.getTracer("tandem", version)),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, flushMsMax);
      });
      // A collector that does not answer is not an error: the node stops without it.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}
