// The Io of one ask: its exchanges, the failures that it tolerates, and state that outlives the ask.
import { UpstreamError } from '../errors.ts'
import { decodeText } from '../net/charset.ts'
import { type AskContext, type ExchangeDependencies, exchange, type ReceivedReply } from '../net/exchange.ts'
import { parseFeed } from '../net/feed.ts'
import { parsePage } from '../net/html-page.ts'
import { redirectStatuses } from '../net/request.ts'
import { parseJsonReply } from '../reply-elements.ts'
import type { Init, Io, Schema } from '../source.ts'
import type { FileMirrors } from './file-mirror.ts'
import type { SourceMemory } from './source-memory.ts'

/** State of a source that outlives a single ask, and the namespace of the source in it. */
export interface IoState {
  readonly source: string
  readonly memory: SourceMemory
  readonly fileMirrors: FileMirrors
}

/** The failures that an ask tolerated. */
export interface ToleratedFailures {
  /** The first failure of a part that was left out. */
  partialFailure: { readonly error: unknown } | undefined
  /** The first failure of an upstream that was replaced by another. */
  skippedUpstream: { readonly error: unknown } | undefined
}

/** Creates everything that a source may use of the outside world during one ask. */
export function createIo(ask: AskContext, wire: ExchangeDependencies, state: IoState) {
  const { source, memory, fileMirrors } = state
  const tolerated: ToleratedFailures = { partialFailure: undefined, skippedUpstream: undefined }
  const blame = createBlame(ask, wire)
  const now = new Date(wire.epochMs())
  /** The Io of an ask, or of one of the ways in `firstOf`. */
  const ioWithin = (limited: AskContext): Io => ({
    ...createBodyReaders((url, init) => blame.watch(url, limited, exchange(url, init, limited, wire))),
    async some(asks) {
      const settled = await Promise.allSettled(asks)
      ask.signal.throwIfAborted()
      const failures = settled.flatMap((one) => (one.status === 'rejected' ? [{ error: one.reason }] : []))
      const [first] = failures
      if (first && failures.length === asks.length) throw first.error
      tolerated.partialFailure ??= first
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    // The next upstream replaces the retry; else one that hangs would use up the time of those after it.
    firstOf: (ways, { holdsBlocks = limited.holdsBlocks } = {}) => {
      const once = { ...limited, holdsBlocks, limits: { ...limited.limits, attempts: 1 } }
      const asked = ways.map((way, index) => () => way(ioWithin(index === ways.length - 1 ? limited : once)))
      return firstSuccessful(asked, limited, tolerated, blame)
    },
    remembered: (memo) => memory.recall(source, ask.ignoresMemory ? { ...memo, forMs: 0 } : memo, ask.signal),
    copy: (file) =>
      fileMirrors.read(source, file, limited, (error) => {
        tolerated.partialFailure ??= { error }
      }),
    now,
  })
  return {
    io: ioWithin(ask),
    /** Filled while the source asks. */
    tolerated,
    reportBlocked: blame.reportBlocked,
    retryAt: blame.retryAt,
  }
}

/** With `holdsBlocks` another way is open when all of these have failed. */
async function firstSuccessful<T>(
  ways: readonly (() => Promise<T>)[],
  { signal, holdsBlocks }: Pick<AskContext, 'signal' | 'holdsBlocks'>,
  tolerated: ToleratedFailures,
  { held, lastHost, reportBlocked }: Blame,
): Promise<T> {
  const failed: FailedWay[] = []
  for (const way of ways) {
    const { partialFailure } = tolerated
    const heldBefore = held.length
    try {
      const result = await way()
      // A host that served in the end does not count as blocking us.
      const earlier = [...failed, ...held.slice(0, heldBefore)].filter(({ host }) => host !== lastHost())
      for (const { error, host } of [...earlier, ...held.slice(heldBefore)]) reportBlocked(error, host)
      tolerated.skippedUpstream ??= failed[0]
      return result
    } catch (error) {
      signal.throwIfAborted()
      // Missing parts of a failed upstream do not concern the answer.
      tolerated.partialFailure = partialFailure
      failed.push({ error, host: lastHost() })
    }
  }
  if (!holdsBlocks) for (const { error, host } of [...failed, ...held]) reportBlocked(error, host)
  throw failed[0]?.error
}

/** Why an upstream failed, and the last host that was asked. */
interface FailedWay {
  readonly error: unknown
  readonly host: string | undefined
}

type Blame = ReturnType<typeof createBlame>

/** Creates the record of the exchanges of one ask, which finds the host to blame when the source detects a block. */
function createBlame({ limits, hide }: AskContext, wire: ExchangeDependencies) {
  /** Failures that the breakers of their hosts know. */
  const reported = new WeakSet<object>()
  /** Refusals that they do not know yet. */
  const held: FailedWay[] = []
  const failedHosts = new Set<string>()
  let lastHost: string | undefined
  const breakerOf = (host: string) => wire.hosts.get(host, limits.parallel).breaker
  return {
    /** Notes which host was asked, and how that failed. */
    async watch<T>(url: string, { holdsBlocks }: AskContext, exchanged: Promise<T>): Promise<T> {
      const host = URL.parse(url)?.host
      lastHost = host ?? lastHost
      try {
        return await exchanged
      } catch (error) {
        if (host !== undefined) failedHosts.add(host)
        if (isBlocked(error) && holdsBlocks) held.push({ error, host: lastHost })
        else if (error instanceof UpstreamError) reported.add(error)
        throw error
      }
    },
    held,
    lastHost: () => lastHost,
    /** Reports to the host's breaker a block that the source found in a successful reply. */
    reportBlocked(error: unknown, host = lastHost) {
      if (!isBlocked(error) || reported.has(error) || host === undefined) return
      reported.add(error)
      failedHosts.add(host)
      const breaker = breakerOf(host)
      if (breaker.state() === 'closed') breaker.acquire().failed(hide?.(error) ?? error, limits.blockedMs)
    },
    /** When the first failed host may be tried again (epoch milliseconds), if the breakers of all are open. */
    retryAt(): { readonly retryAt?: number } {
      const waitsMs = [...failedHosts].map((host) => breakerOf(host).rejection()?.retryAfterMs ?? 0)
      return waitsMs.length === 0 || waitsMs.includes(0) ? {} : { retryAt: wire.epochMs() + Math.min(...waitsMs) }
    },
  }
}

function isBlocked(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind === 'blocked'
}

/** The functions that read a body in different forms. */
function createBodyReaders(request: (url: string, init: Init) => Promise<ReceivedReply>) {
  const textOf = ({ bytes, headers }: ReceivedReply) => decodeText(bytes, headers['content-type'])
  return {
    text: async (url: string, init: Init = {}) => textOf(await request(url, init)),
    bytes: async (url: string, init: Init = {}) => (await request(url, init)).bytes,
    async json<T>(url: string, shape: Schema<T>, init: Init = {}): Promise<T> {
      return parseJsonReply(textOf(await request(url, init)), shape)
    },
    html: async (url: string, init: Init = {}) => parsePage(textOf(await request(url, init))),
    feed: async (url: string, init: Init = {}) => parseFeed(textOf(await request(url, init))),
    location: async (url: string, init: Init = {}) =>
      (await request(url, { ...init, answers: redirectStatuses })).headers.location ?? '',
    cookies: async (url: string, init: Init = {}) => cookiesOf((await request(url, init)).setCookies),
  }
}

const expiredCookie = /^\s*(?:max-age\s*=\s*(?:0|-\d+)\s*$|expires\s*=.*\b1970\b)/is

/** Name and value of each cookie; the last value counts, and expired cookies are dropped. */
function cookiesOf(setCookies: readonly string[]): string {
  const pairs = new Map<string, string>()
  for (const line of setCookies) {
    const [first = '', ...attributes] = line.split(';')
    const pair = first.trim()
    const name = pair.slice(0, Math.max(0, pair.indexOf('=')))
    if (attributes.some((attribute) => expiredCookie.test(attribute))) pairs.delete(name)
    else if (name !== '') pairs.set(name, pair)
  }
  return [...pairs.values()].join('; ')
}
