// What a source is, what it may use of the outside world, and what an ask of it comes to.
import type { FailureKind } from './errors.ts'

/** Bounds on asking one source. Every field has a default in `defaultLimits`; a source names only what differs. */
export interface Limits {
  /** Longest time one attempt on the wire may take, from connecting to the last byte. */
  readonly attemptMs: number
  /** Longest time the whole ask may take on the wire, retries and further exchanges included. */
  readonly askMs: number
  /** How many attempts one exchange may have. */
  readonly attempts: number
  /** Largest body accepted, in bytes, counted after decompression. */
  readonly bodyBytes: number
  /** How many redirects are followed. */
  readonly redirects: number
  /** How many attempts may be on the wire at once to one upstream host, over all sources that ask it. */
  readonly parallel: number
  /** How long an answer is fresh: asked again within this time, the source is not asked at all. */
  readonly freshMs: number
  /** The same for an answer without items, where that is shorter: some upstreams disguise throttling as emptiness. */
  readonly emptyFreshMs: number
  /** How long an answer is kept after that, to be served when asking fails. */
  readonly staleMs: number
}

/** The limits of a source that names none. */
export const defaultLimits: Limits = {
  attemptMs: 4_000,
  askMs: 10_000,
  attempts: 3,
  bodyBytes: 4 * 1024 * 1024,
  redirects: 0,
  parallel: 8,
  freshMs: 30 * 60_000,
  emptyFreshMs: 5 * 60_000,
  staleMs: 24 * 60 * 60_000,
}

/** What an exchange sends besides its address. */
export interface Init {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is when a string; as JSON with its content type otherwise. */
  readonly body?: string | Readonly<Record<string, unknown>>
}

/** Checks a foreign value and gives it a type; zod schemas fit. */
interface Schema<T> {
  parse(value: unknown): T
}

/** All that a source may use of the outside world. Each call is one exchange: retried, counted and cut off by the runtime. */
export interface Io {
  /** The body as it came, decompressed; for sources that read bytes. */
  bytes(url: string, init?: Init): Promise<Uint8Array>
  /** The body as text, decoded by byte-order mark, header or the page's own declaration. */
  text(url: string, init?: Init): Promise<string>
  /** The body as JSON, checked against `shape`; anything else is a `mismatch`. */
  json<T>(url: string, shape: Schema<T>, init?: Init): Promise<T>
  readonly now: Date
}

/** One named thing we can ask: a channel, a plugin or a hot list. */
export interface Source<Query, Item> {
  /** Unique and stable: `tg:somechannel`, `plugin:labi`, `weibo`. */
  readonly id: string
  /** A page a person would open. */
  readonly home: string
  readonly limits?: Partial<Limits>
  /** What of the query changes the answer; answers are kept under it. Default: the whole query. */
  keyOf?(query: Query): string
  /** Does this upstream disguise throttling as emptiness? Then nothing where there was something before counts as `blocked`. */
  readonly doubtsEmpty?: boolean
  /** Asks upstream. Throws `UpstreamError`; whatever else it throws counts as `mismatch`. */
  ask(query: Query, io: Io): Promise<Item[]>
}

/**
 * What an ask came to. `at` is when the upstream gave the items. A stale outcome carries the failure that made it necessary, or
 * none when the older answer was wanted at once and asking goes on behind it.
 */
export type Outcome<Item> =
  | { readonly state: 'fresh' | 'cached'; readonly items: readonly Item[]; readonly at: Date }
  | { readonly state: 'stale'; readonly items: readonly Item[]; readonly at: Date; readonly failure?: Failure }
  | { readonly state: 'failed'; readonly failure: Failure }

/** Why an ask failed, for people and for counting. */
export interface Failure {
  readonly kind: FailureKind
  /** One sentence; never a secret, a stack or a machine's path. */
  readonly detail: string
}
