// What a source is, what it may use of the outside world, and what an ask of it comes to.
import type { FailureKind } from './errors.ts'
import type { Page } from './page.ts'

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
  /** Statuses under which this upstream gives answers, besides those from 200 to 299: `[400, 404]`. */
  readonly answers?: readonly number[]
}

/** Checks a foreign value and gives it a type; zod schemas fit. */
export interface Schema<T> {
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
  /** The entries of an RSS, Atom, RDF or JSON feed, in its order; what is no feed is a `mismatch`. */
  feed(url: string, init?: Init): Promise<FeedEntry[]>
  /** The cookies a page sets, redirects to it included, as the value of a `Cookie` header: `a=1; b=2`; '' when it sets none. */
  cookies(url: string, init?: Init): Promise<string>
  /** The body as a tree to be asked by CSS selectors; elements nested deeper than in any real page are a `mismatch`. */
  html(url: string, init?: Init): Promise<Page>
  /**
   * What came of several asks of which some may fail: hosts of one service, pages, details. What failed is left out and said with
   * the answer, which is then kept for a short while only. Throws the first failure when all failed; nothing asked is nothing found.
   */
  some<T>(asks: readonly Promise<T>[]): Promise<T[]>
  /**
   * What the first of several upstreams of the same thing gives: when one fails in whatever way, the next is asked, so none but the last
   * is asked twice. That another had to serve is said with the answer. Throws what the first threw when all failed.
   */
  firstOf<T>(ways: readonly ((io: Io) => Promise<T>)[]): Promise<T>
  /**
   * A value that outlasts the ask (a token, what an id stands for), kept under a key of this source: made when none is kept or it
   * is older than `forMs`, once however many asks want it. 0 makes it anew. It must be plain data of that shape.
   */
  remembered<T>(memo: Memo<T>): Promise<T>
  /**
   * What `read` makes of a file of the upstream that is kept here and searched locally. Downloaded again, under conditions, after
   * `everyMs`; meanwhile, and while that fails or `read` throws, the older copy serves; once that is two renewals old, the answer
   * says so. Fails as the download does when there is none.
   */
  copy<T>(file: CopiedFile<T>): Promise<T>
  readonly now: Date
}

/** An entry of a feed. What it does not say is ''. */
export interface FeedEntry {
  /** The feed's own id of it: guid, id. */
  readonly id: string
  readonly url: string
  /** As it stands there, which may be HTML. */
  readonly title: string
  /** When it was changed, else published; as it stands there. */
  readonly time: string
  /** Summary, description or content; as it stands there, mostly HTML. */
  readonly summary: string
  /** The name of who wrote it. */
  readonly author: string
  /** The address of its picture. */
  readonly image: string
}

/** A value to be remembered. */
export interface Memo<T> {
  readonly key: string
  readonly forMs: number
  readonly shape: Schema<T>
  make(): Promise<T>
}

/** A file to be kept here. */
export interface CopiedFile<T> {
  readonly url: string
  readonly init?: Init
  readonly everyMs: number
  /** Throws when the file is not whole. */
  read(bytes: Uint8Array): T
}

/** One named thing we can ask: a channel, a plugin or a hot list. */
export interface Source<Query, Item> {
  /** Unique and stable: `tg:somechannel`, `plugin:labi`, `weibo`. */
  readonly id: string
  /** A page a person would open. */
  readonly home: string
  readonly limits?: Partial<Limits>
  /** Whose memory it uses: sources of one site share what `io.remembered` and `io.copy` keep by naming the same. Default: its own. */
  readonly memoryOf?: string
  /** What of the query changes the answer; answers are kept under it. Default: the whole query. */
  keyOf?(query: Query): string
  /** Does this upstream disguise throttling as emptiness? Then nothing where there was something before counts as `blocked`. */
  readonly doubtsEmpty?: boolean
  /** What a new answer becomes beside the one before it, of which some may be known still. Default: itself. */
  beside?(items: readonly Item[], before: readonly Item[]): Item[]
  /** May this, as an earlier process left it on disk, be an item of this source? Default: whatever it is. */
  isItem?(item: unknown): boolean
  /** Are these, as an earlier process left them on disk, each an item of this source, more than it may give today? Default: no. */
  isTooMuch?(items: readonly unknown[]): boolean
  /** Is told of what each ask of upstream gave, in the main process. */
  found?(items: readonly Item[]): void
  /** How much an answer is worth, by what its items are: heard by those who compare sources. */
  worthOf?(query: Query, items: readonly Item[]): number
  /** Asks upstream, perhaps in the parser process. Throws `UpstreamError`; whatever else it throws counts as `mismatch`. */
  ask(query: Query, io: Io): Promise<Item[]>
}

/**
 * What an ask came to. `at` is when the upstream gave the items. A stale outcome carries the failure that made it necessary, or
 * none when the older answer was wanted at once and asking goes on behind it; a fresh or cached one carries a failure when only a
 * part of what was asked for came. `bypassed` is the failure of an upstream in whose place another served. `tookMs` is the time on the wire, absent when nobody was asked.
 */
export type Outcome<Item> =
  | {
      readonly state: 'fresh' | 'cached' | 'stale'
      readonly items: readonly Item[]
      readonly at: Date
      readonly failure?: Failure
      readonly bypassed?: Failure
      readonly tookMs?: number
    }
  | { readonly state: 'failed'; readonly failure: Failure; readonly tookMs?: number }

/** Why an ask failed, for people and for counting. */
export interface Failure {
  readonly kind: FailureKind
  /** One sentence; never a secret, a stack or a machine's path. */
  readonly detail: string
  /** When what failed may be asked again, where it is left alone until then (epoch milliseconds). */
  readonly retryAt?: number
}
