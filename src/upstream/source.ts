// Types of a source: its definition, the Io that it may use, and the outcome of an ask.
import type { Reason } from '../contract/reasons.ts'
import type { FailureKind } from './errors.ts'
import type { HtmlPage } from './net/html-page.ts'

/** Limits for asking one source. `defaultLimits` fills the fields that a source leaves out. */
export interface Limits {
  /** Maximum duration of one attempt on the wire, from connecting to the last byte. */
  readonly attemptMs: number
  /** Maximum time of the whole ask on the wire, including retries and further exchanges. */
  readonly askMs: number
  /** Maximum number of attempts per exchange. */
  readonly attempts: number
  /** Maximum size of a body in bytes, after decompression. */
  readonly bodyBytes: number
  /** Maximum number of redirects. */
  readonly redirects: number
  /** Maximum number of attempts on the wire at once to one upstream host, over all sources that use it. */
  readonly parallel: number
  /** How long the host rests after a refusal that names no time. */
  readonly blockedMs: number
  /** How long an answer is fresh: within this time the source is not asked again. */
  readonly freshMs: number
  /** The same for an answer without items, if shorter: some upstreams return empty results when they throttle. */
  readonly emptyFreshMs: number
  /** How long after that an answer is kept, to be served stale if asking fails. */
  readonly staleMs: number
}

/** Limits of a source that sets none. */
export const defaultLimits: Limits = {
  attemptMs: 4_000,
  askMs: 10_000,
  attempts: 3,
  bodyBytes: 4 * 1024 * 1024,
  redirects: 0,
  parallel: 8,
  blockedMs: 5 * 60_000,
  freshMs: 30 * 60_000,
  emptyFreshMs: 5 * 60_000,
  staleMs: 24 * 60 * 60_000,
}

/** Options of a request, apart from its URL. */
export interface Init {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged; an object is sent as JSON with its content type. */
  readonly body?: string | Readonly<Record<string, unknown>>
  /** Statuses outside 200 to 299 with which this upstream sends answers: `[400, 404]`. */
  readonly answers?: readonly number[]
  /** For a site that says how often it may be asked: each request of the same rate to its host waits for its turn. */
  readonly rate?: RequestRate
}

/** At most so many requests start within any time of this length; 1 by default. */
export interface RequestRate {
  readonly requests?: number
  readonly perMs: number
}

/** Validates a foreign value and gives it a type; zod schemas fit. */
export interface Schema<T> {
  parse(value: unknown): T
}

/** Everything that a source may use of the outside world. Each call is one exchange: retried, counted, timed out. */
export interface Io {
  /** The decompressed body, for sources that read bytes. */
  bytes(url: string, init?: Init): Promise<Uint8Array>
  /** The body as text, decoded by its byte-order mark, header or declaration. */
  text(url: string, init?: Init): Promise<string>
  /** The body as JSON, validated against `shape`; anything else, and more elements than `maxElements`, is a `mismatch`. */
  json<T>(url: string, shape: Schema<T>, init?: Init): Promise<T>
  /** The entries of an RSS, Atom, RDF or JSON feed, in the feed's order; anything else is a `mismatch`. */
  feed(url: string, init?: Init): Promise<FeedEntry[]>
  /** The cookies that a page and the redirects to it set, as the value of a `Cookie` header; '' if there are none. */
  cookies(url: string, init?: Init): Promise<string>
  /** The address that a redirect names, without following it; '' if there is none. */
  location(url: string, init?: Init): Promise<string>
  /** The body as a tree for CSS selectors; more tags than `maxElements`, or deeper ones than in any real page, are a `mismatch`. */
  html(url: string, init?: Init): Promise<HtmlPage>
  /**
   * The results of several requests of which some may fail: hosts of one service, pages, details. Failed ones are left
   * out and reported with the answer, which is then cached only briefly. Throws the first failure if all failed; an
   * empty list gives an empty result.
   */
  some<T>(asks: readonly Promise<T>[]): Promise<T[]>
  /**
   * The result of the first of several equivalent upstreams that succeeds. If one fails for any reason, the next is
   * asked, so only the last one is retried. The use of a fallback is reported with the answer. Throws the first failure
   * if all failed. A refusal closes its host to the next ways too, unless `holdsBlocks` says that the site may serve
   * another way: then it counts when no way to that host serves.
   */
  firstOf<T>(ways: readonly ((io: Io) => Promise<T>)[], options?: { readonly holdsBlocks?: boolean }): Promise<T>
  /**
   * A value that outlives the ask (a token, a resolved id), stored under a key of this source. It is created if none is
   * stored or it is older than `forMs`; concurrent asks share the creation. 0 always creates it. It must be plain data
   * of that shape.
   */
  remembered<T>(memo: Memo<T>): Promise<T>
  /**
   * What `read` made of an upstream file that is mirrored here and searched locally. The file is downloaded again, with
   * a conditional request, after `everyMs`; meanwhile, and while that fails or `read` rejects, the older version is
   * used. If that is two intervals old, the answer reports it. Fails as the download does if there is no version yet.
   */
  copy<T>(file: MirroredFile<T>): Promise<T>
  readonly now: Date
}

/** An entry of a feed. Missing fields are ''. */
export interface FeedEntry {
  /** The feed's own id: guid or id. */
  readonly id: string
  readonly url: string
  /** HTML: a tag that is meant as text is escaped. */
  readonly title: string
  /** The time of the last change, else of publication; unprocessed. */
  readonly time: string
  /** Summary, description or content; unprocessed, mostly HTML. */
  readonly summary: string
  /** The author's name. */
  readonly author: string
  /** Address of the image. */
  readonly image: string
}

/** A value to be remembered between asks. */
export interface Memo<T> {
  readonly key: string
  readonly forMs: number
  readonly shape: Schema<T>
  make(): Promise<T>
}

/** An upstream file to be mirrored. */
export interface MirroredFile<T> {
  readonly url: string
  readonly init?: Init
  readonly everyMs: number
  /** Reads the file. One that reads for long awaits `pause` again and again, and other work is done. Throws if the file is incomplete. */
  read(bytes: Uint8Array, pause: () => Promise<unknown>): T | Promise<T>
}

/** When an answer and the one before it were received, in epoch milliseconds. */
export interface AnswerTimes {
  readonly at: number
  readonly before: number
}

/** One thing that can be asked: a channel, a plugin or a hot list. */
export interface Source<Query, Item> {
  /** Unique and stable: `tg:somechannel`, `plugin:labi`, `weibo`. */
  readonly id: string
  /** A page that a user can open. */
  readonly home: string
  readonly limits?: Partial<Limits>
  /** Namespace of remembered values and mirrored files, which sources of one site may share. Default: the id. */
  readonly memoryOf?: string
  /** Text from which the source was made; another one with the same text is the same source. */
  readonly definition?: string | undefined
  /** The part of the query that determines the answer; answers are cached under it. Default: the whole query. */
  keyOf?(query: Query): string
  /** Whether this upstream returns nothing when it throttles: an empty answer after items counts as `blocked`. */
  readonly doubtsEmpty?: boolean
  /** Merges a new answer with the previous one, some items of which may still be valid. Default: the new answer. */
  beside?(items: readonly Item[], before: readonly Item[], times: AnswerTimes): Item[]
  /** Whether a value from disk, perhaps of an older version, is a valid item of this source. Default: always. */
  isItem?(item: unknown): boolean
  /** Whether these items from disk, each of them valid, are more than the source may give today. Default: no. */
  isTooMuch?(items: readonly unknown[]): boolean
  /** The value of an answer, judged by its items; used to compare sources. */
  worthOf?(query: Query, items: readonly Item[]): number
  /** Asks upstream. Throws `UpstreamError`; any other error counts as `mismatch`. */
  ask(query: Query, io: Io): Promise<Item[]>
}

/**
 * The outcome of an ask. `at` is when the upstream gave the items. A stale outcome carries the failure that made it
 * necessary, or none if the caller wanted the older answer at once and the refresh runs in the background. A fresh or
 * cached outcome carries a failure if it is partial. `skippedUpstream` is the failure of an upstream that was replaced by
 * another. `tookMs` is the time on the wire, absent if no attempt was made.
 */
export type Outcome<Item> =
  | SuccessfulOutcome<Item>
  | { readonly state: 'failed'; readonly failure: Failure; readonly tookMs?: number | undefined }

/** An outcome with items; see `Outcome`. */
export interface SuccessfulOutcome<Item> {
  readonly state: 'fresh' | 'cached' | 'stale'
  readonly items: readonly Item[]
  readonly at: Date
  readonly failure?: Failure | undefined
  readonly skippedUpstream?: Failure | undefined
  readonly tookMs?: number | undefined
}

/** Why an ask failed, for users and for counting. */
export interface Failure {
  readonly kind: FailureKind
  /** One sentence, without secrets, stack traces or local paths. */
  readonly detail: string
  readonly reason?: Reason | undefined
  /** When the upstream may be asked again, if its breaker is open (epoch milliseconds). */
  readonly retryAt?: number
}
