/** Declares the tracer of packages, which records work as spans of a trace. */

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span of a trace in progress. */
export interface Span {
  /** Adds attributes; undefined ones are omitted. */
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed. */
  fail(reason: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /**
   * The span kind in OpenTelemetry's terms; `internal` by default. A span of the kind `server` has
   * the parent of `traceparent` or none; any other has the span in which it begins.
   */
  readonly kind?: "internal" | "server" | "producer";
  /** The span of another process that is the parent, in the form of W3C's Trace Context. */
  readonly traceparent?: string | undefined;
  readonly attributes?: SpanAttributes;
}

export interface Tracer {
  /**
   * Runs work as a span. It ends when the work returns, or when the promise that the work returns
   * settles. An exception marks it as failed and is rethrown.
   */
  trace<T>(options: SpanOptions, work: (span: Span) => T): T;
  /** Returns the span in progress in the form of W3C's Trace Context; undefined outside of every span. */
  traceparent(): string | undefined;
}
