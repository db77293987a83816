/** Runs a collector of traces for a test: it receives spans in OTLP's JSON over HTTP. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { eventually } from "./eventually.js";

/** A received span, with its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** The kind in OTLP's numbers: 1 internal, 2 server, 4 producer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Is true if it failed. */
  readonly isFailed: boolean;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, unknown>>;
}

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly WireAttribute[];
  readonly status: { readonly code?: number };
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** The OTLP status of a failed span. */
const failed = 2;

const named = (attributes: readonly WireAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansOf = ({ resourceSpans }: WireTraces): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ parentSpanId = "", attributes, status, ...rest }) => ({
        ...rest,
        parentSpanId,
        attributes: named(attributes),
        isFailed: status.code === failed,
        resource: named(resource.attributes),
      })),
  );

export interface OtlpReceiver {
  /** Environment variables with which a node sends its spans here at once. */
  readonly environment: Readonly<Record<string, string>>;
  /** Waits for a span. @param what ends the sentence "no … in time". */
  span(what: string, matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  stop(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    assert.equal(request.url, "/v1/traces");
    received.push(...spansOf((await json(request)) as WireTraces));
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: "20",
    },
    span: (what, matches) => eventually(what, () => received.find(matches)),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Returns a client's span in the form of the header `traceparent`. @param seed two hex digits. */
export function clientSpan(seed: string) {
  const [traceId, spanId] = [seed.repeat(16), seed.repeat(8)];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}
