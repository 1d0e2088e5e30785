// Dispatches a request to its handler, draws network conditions and faults, and records requests.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { createFaultInjector, type FaultContext, later, send } from './fault-injection.ts'
import { chooseFault, type Fault, type FaultRule } from './faults.ts'
import type { Reply, Sent, UpstreamHandler } from './mock-response.ts'
import { drawConditions, type NetworkConditions } from './network-conditions.ts'
import { pictureAt } from './picture-hosts.ts'
import { chooseEncoding, type Packed, pack } from './response-encoding.ts'

/** A received request. */
export interface Asked {
  /** Time in milliseconds by the injected clock; 0 without a clock. */
  readonly at: number
  readonly upstreamUrl: string
  /**
   * The status sent, or the name of the fault; `waiting` until then, and permanently when the client disconnects first.
   */
  readonly answer: string
}

/** The handlers, their seed and their clock. */
export interface Handlers {
  readonly handlers: ReadonlyMap<string, UpstreamHandler<Reply>>
  readonly seed: number
  readonly clock: () => number
}

export interface Dispatcher {
  /** Handles the request with the mock of its upstream; responds 502 for an unknown host. */
  dispatch(request: IncomingMessage, body: string, response: ServerResponse): void
  asked(): readonly Asked[]
  /** Number of requests by answer. */
  counts(): Readonly<Record<string, number>>
  setWeather(weather: NetworkConditions): void
  setFaults(...rules: FaultRule[]): void
}

const maxLoggedRequests = 10_000
const maxCacheBytes = 64 * 1024 * 1024

/** The upstream URL: the gateway header, else that of a request with TLS, else this path at t.me, so that a browser can show the pages. */
function upstreamOf(request: IncomingMessage): URL | undefined {
  const header = request.headers['x-upstream-url']
  const host = request.socket instanceof TLSSocket ? request.headers.host : undefined
  const address = typeof header === 'string' ? header : `https://${host ?? 't.me'}${request.url ?? '/'}`
  return URL.canParse(address) ? new URL(address) : undefined
}

function flat(headers: IncomingHttpHeaders): Sent['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${sentence}\n`)
}

/** Request log: the last requests in full, and counts of all answered requests by answer. */
function createRequestLog(clock: () => number) {
  const requests: { at: number; upstreamUrl: string; answer: string }[] = []
  const counts: Record<string, number> = {}
  /** Logs a request and returns the function that records its answer. */
  const note = (upstreamUrl: string): ((answer: string) => void) => {
    const entry = { at: clock(), upstreamUrl, answer: 'waiting' }
    requests.push(entry)
    if (requests.length > maxLoggedRequests) requests.shift()
    return (answer) => {
      entry.answer = answer
      counts[answer] = (counts[answer] ?? 0) + 1
    }
  }
  return { requests, counts, note }
}

/** Creates the fault context of a request; caches compressed pages. */
function createContexts(): (
  url: URL,
  handler: UpstreamHandler<Reply>,
  sent: Sent,
  response: ServerResponse,
) => FaultContext {
  const cache = new LRUCache<string, Packed>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  return (url, handler, sent, response) => {
    const encoding = chooseEncoding(sent.headers['accept-encoding'])
    const answer = () => handler.answer(url, sent)
    const { 'if-none-match': tag = '', 'if-modified-since': since = '', 'content-type': type = '' } = sent.headers
    const key = [encoding, sent.method, url.href, tag, since, type, sent.body].join(' ')
    // Evaluated late: a response that varies with time must have the time of its creation.
    const packed = () => {
      const full = `${key} ${handler.variesBy?.(sent) ?? ''}`
      const made = cache.get(full) ?? pack(answer(), encoding)
      cache.set(full, made)
      return made
    }
    return { url, response, encoding, answer, packed, nothingFound: () => handler.nothingFound(url) }
  }
}

/** Creates the dispatcher with its initial network conditions. */
export function createDispatcher({ handlers, seed, clock }: Handlers, begin: NetworkConditions): Dispatcher {
  const requestLog = createRequestLog(clock)
  /** The number of requests of each host. */
  const turns = new Map<string, number>()
  const contextOf = createContexts()
  const playFault = createFaultInjector()
  let weather = begin
  let rules: readonly FaultRule[] = []

  // The page is created when its delay ends, so that 100 simultaneous requests do not block one another.
  const perform = (fault: Fault | undefined, context: FaultContext, answered: (answer: string) => void): void => {
    if (fault === undefined) {
      const packed = context.packed()
      answered(String(packed.status))
      send(context.response, packed)
    } else {
      answered(fault.kind)
      playFault(fault, context)
    }
  }

  return {
    dispatch(request, body, response) {
      const url = upstreamOf(request)
      if (url === undefined) return say(response, 400, 'x-upstream-url must be an absolute URL')
      const handler = pictureAt(url) ?? handlers.get(url.host)
      const known = [...handlers.keys()].join(', ')
      if (handler === undefined) return say(response, 502, `The stand-in does not mock ${url.host}; it mocks ${known}.`)
      const turn = turns.get(url.host) ?? 0
      turns.set(url.host, turn + 1)
      const draw = drawConditions(weather, seed, url.host, turn)
      const fault = chooseFault(rules, seed, url, turn) ?? draw.fault
      const sent = { method: request.method ?? 'GET', headers: flat(request.headers), body }
      const context = contextOf(url, handler, sent, response)
      const answered = requestLog.note(url.href)
      later(response, draw.latencyMs, () => perform(fault, context, answered))
    },
    asked: () => requestLog.requests,
    counts: () => requestLog.counts,
    setWeather: (next) => {
      weather = next
    },
    setFaults: (...next) => {
      rules = next
    },
  }
}
