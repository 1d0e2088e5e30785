// Interface of request tracing.

/** Span attributes: a few words and numbers, never what a client searched for. */
export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** 32 hexadecimal digits, the same for all spans of a request. */
  readonly traceId: string
  set(attributes: Attributes): void
  /** Starts a child span for a call to another service. */
  startChild(name: string, attributes: Attributes): Span
  /** Calls `run`; spans started by `Tracing.begin` meanwhile are children of this one. */
  run<T>(run: () => T): T
  /** Ends the span. `failure` is a word for the error, if it failed. */
  end(failure?: string): void
}

/** Creates spans. Absent if tracing is disabled, at no cost. */
export interface Tracing {
  /** Starts the span of an incoming request; `traceparent` is its header, which names the parent span. */
  startServerSpan(name: string, attributes: Attributes, traceparent: string | undefined): Span
  /** Starts a span as a child of the current one, or a root span. */
  startSpan(name: string, attributes: Attributes): Span
  /** Sends the remaining spans and stops tracing. Waits briefly only, because the collector may be down. */
  close(): Promise<void>
}
