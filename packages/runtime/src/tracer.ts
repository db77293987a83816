/** Declares the tracer that packages are given: it records what they do as spans of a trace. */

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work of a trace, while it runs. */
export interface Span {
  /** Adds attributes; those that are undefined are left out. */
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed. */
  fail(reason: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /**
   * What the span is to other processes, as OpenTelemetry names it; `internal` by default. A span of the kind `server`
   * has the parent of `traceparent` or none, and every other one the span in which it begins.
   */
  readonly kind?: "internal" | "server" | "producer";
  /** The span of another process that is the parent, in the form of W3C's Trace Context. */
  readonly traceparent?: string | undefined;
  readonly attributes?: SpanAttributes;
}

export interface Tracer {
  /**
   * Runs work as a span. It ends when the work returns, or when the promise that the work returns settles. An
   * exception marks it as failed and is thrown on.
   */
  trace<T>(options: SpanOptions, work: (span: Span) => T): T;
  /** Returns the span in progress in the form of W3C's Trace Context; undefined outside of every span. */
  traceparent(): string | undefined;
}
