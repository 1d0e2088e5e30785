// The Io of one ask: exchanges, decoded bodies, and state that outlives the ask.
import { z } from 'zod'
import { UpstreamError } from '../errors.ts'
import { decodeText } from '../net/charset.ts'
import type { ReceivedReply } from '../net/exchange.ts'
import { parseFeed } from '../net/feed.ts'
import { parsePage } from '../net/html-page.ts'
import { redirectStatuses } from '../net/request.ts'
import { parseReplyJson } from '../reply-elements.ts'
import type { Init, Io, Schema } from '../source.ts'
import type { AskPort, ExchangeOptions } from './ask-port.ts'

/** Creates everything that a source may use of the outside world during one ask, over a port. */
export function createIoForPort(port: AskPort) {
  const tolerated: ToleratedFailures = { partialFailure: undefined, skippedUpstream: undefined }
  const { received: request, lastHost, reportBlocked, held } = createExchanges(port)
  const context = { signal: port.signal, tolerated, lastHost, reportBlocked, held }
  const ioWithin = (maxAttempts?: number, holdsBlocks = false): Io => ({
    ...createBodyReaders((url, init) => request(url, init, { maxAttempts, holdsBlocks })),
    async some(asks) {
      const settled = await Promise.allSettled(asks)
      port.signal.throwIfAborted()
      const failures = settled.flatMap((one) => (one.status === 'rejected' ? [{ error: one.reason }] : []))
      const [first] = failures
      if (first && failures.length === asks.length) throw first.error
      tolerated.partialFailure ??= first
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    // The next upstream replaces the retry; else one that hangs would use up the time of those after it.
    firstOf: (ways, { holdsBlocks: holdsOwn = holdsBlocks } = {}) =>
      firstSuccessful(ways, { ...context, isNested: holdsBlocks }, (isLast) =>
        isLast ? ioWithin(maxAttempts, holdsBlocks) : ioWithin(1, holdsOwn),
      ),
    remembered: (memo) => port.recall(memo),
    copy: (file) =>
      port.copy(
        file,
        (error) => {
          tolerated.partialFailure ??= { error }
        },
        maxAttempts,
      ),
    now: port.now,
  })
  return {
    io: ioWithin(),
    /** The first failure of a part that was left out; undefined if all parts succeeded. */
    partialFailure: () => tolerated.partialFailure?.error,
    /** The first failure of an upstream that was replaced by another; undefined if there was no fallback. */
    skippedUpstream: () => tolerated.skippedUpstream?.error,
    reportBlocked,
  }
}

/** Why an upstream failed, and the last host that was asked. */
interface FailedWay {
  readonly error: unknown
  readonly host: string | undefined
}

/** State that the upstreams of one ask share. */
interface FallbackContext {
  readonly signal: AbortSignal
  readonly tolerated: ToleratedFailures
  lastHost(): string | undefined
  reportBlocked(error: unknown, host: string | undefined): void
  /** Refusals that the breakers of their hosts do not know yet. */
  readonly held: readonly FailedWay[]
  /** Whether another way is open when these have failed. */
  readonly isNested: boolean
}

async function firstSuccessful<T>(
  ways: readonly ((io: Io) => Promise<T>)[],
  { signal, tolerated, lastHost, reportBlocked, held, isNested }: FallbackContext,
  ioOf: (isLast: boolean) => Io,
): Promise<T> {
  const failed: FailedWay[] = []
  for (const [index, way] of ways.entries()) {
    const { partialFailure } = tolerated
    const heldBefore = held.length
    try {
      const result = await way(ioOf(index === ways.length - 1))
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
  if (!isNested) for (const { error, host } of [...failed, ...held]) reportBlocked(error, host)
  throw failed[0]?.error
}

/** The failures that an ask tolerated. */
interface ToleratedFailures {
  partialFailure: { readonly error: unknown } | undefined
  skippedUpstream: { readonly error: unknown } | undefined
}

/** The functions that read a body in different forms. */
function createBodyReaders(request: (url: string, init: Init) => Promise<ReceivedReply>) {
  const text = async (url: string, init: Init = {}) => {
    const { bytes, headers } = await request(url, init)
    return decodeText(bytes, headers['content-type'])
  }
  return {
    text,
    bytes: async (url: string, init: Init = {}) => (await request(url, init)).bytes,
    async json<T>(url: string, shape: Schema<T>, init: Init = {}): Promise<T> {
      return parseJson(await text(url, init), shape)
    },
    html: async (url: string, init: Init = {}) => parsePage(await text(url, init)),
    feed: async (url: string, init: Init = {}) => parseFeed(await text(url, init)),
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

/** Wraps the exchanges of one ask, and finds the host to blame when the source detects a block. */
function createExchanges(port: AskPort) {
  /** Failures that the breakers of their hosts know. */
  const reported = new WeakSet<object>()
  const held: FailedWay[] = []
  let lastHost: string | undefined
  return {
    async received(url: string, init: Init, options: ExchangeOptions): Promise<ReceivedReply> {
      if (URL.canParse(url)) lastHost = new URL(url).host
      try {
        return await port.request(url, init, options)
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'blocked' && options.holdsBlocks)
          held.push({ error, host: lastHost })
        else if (error instanceof UpstreamError) reported.add(error)
        throw error
      }
    },
    held,
    lastHost: () => lastHost,
    /** Reports to the host's breaker a block that the source found in a successful reply. */
    reportBlocked(error: unknown, host = lastHost) {
      if (!(error instanceof UpstreamError) || error.kind !== 'blocked' || reported.has(error) || host === undefined)
        return
      reported.add(error)
      port.reportFailure(host, error)
    },
  }
}

/** @throws UpstreamError `mismatch` if a body is not JSON of this shape, or has too many values. */
export function parseJson<T>(body: string, shape: Schema<T>): T {
  try {
    return shape.parse(parseReplyJson(body))
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    const message = `not the JSON this source expects: ${describeSchemaError(error)}`
    throw new UpstreamError('mismatch', message, { cause: error })
  }
}

const issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
/** Only the first issue is read: a hostile reply has tens of thousands. */
const schemaError = z.object({ issues: z.tuple([issue], z.unknown()) })

/** Describes a JSON or schema error: the field and the problem, without quoting foreign text. */
function describeSchemaError(error: unknown): string {
  const [first] = schemaError.safeParse(error).data?.issues ?? []
  if (!first) return 'it is not JSON'
  return `${first.path.join('.')}: ${first.message}`.slice(0, 120)
}
