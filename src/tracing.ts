// Traces of what a request set off, for those who have a collector for them. A leaf: anyone below may use it, it uses nobody.

/** What is known of something: few words and numbers, never what somebody asked for. */
export type Attributes = Readonly<Record<string, string | number>>

/** Something that takes time, from when it was begun. */
export interface Span {
  /** 32 digits of hexadecimal, the same for all that one request set off. */
  readonly traceId: string
  set(attributes: Attributes): void
  /** Begins something that somebody else is asked for, as a part of this. */
  call(name: string, attributes: Attributes): Span
  /** Runs it; what is begun by `Tracing.begin` meanwhile is a part of this. */
  around<T>(run: () => T): T
  /** It is over. `failure` says in a word why it came to nothing. */
  end(failure?: string): void
}

/** Where there is none nothing is traced, and tracing costs nothing. */
export interface Tracing {
  /** Begins a request that came to us; `traceparent` is the header of that name, by which its sender says what it is a part of. */
  serve(name: string, attributes: Attributes, traceparent: string | undefined): Span
  /** Begins something of our own, as a part of what runs around it, or of nothing. */
  begin(name: string, attributes: Attributes): Span
  /** Sends what is left, but does not wait long for it: nobody may be listening. Nothing is traced after it. */
  close(): Promise<void>
}
