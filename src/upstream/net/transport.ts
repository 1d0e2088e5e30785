// The only file that opens network connections: sends one attempt directly, through a proxy or through a gateway.
import { lookup as systemLookup } from 'node:dns'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici'
import { abortableWait } from '../../async/abortable.ts'
import { UpstreamError } from '../errors.ts'
import messages from './error-messages.json' with { type: 'json' }
import {
  type Allowance,
  createPublicAddressTest,
  type DnsLookup,
  guardLookup,
  isLocalName,
  literalAddress,
  normalizeHost,
} from './ssrf-guard.ts'

export interface WireRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Aborts the attempt; `send` and the body throw its reason. */
  readonly signal: AbortSignal
}

/** A reply whose body is not read yet. */
export interface UpstreamReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The `Set-Cookie` lines, which cannot be told apart once they are joined. */
  readonly setCookies?: readonly string[]
  readonly body: AsyncIterable<Uint8Array>
  /** Releases the connection without reading the body. */
  discard(): void
}

export interface Transport {
  /** @throws UpstreamError `mismatch` for a private address, `network` or `timeout`; or the signal's reason. */
  send(attempt: WireRequest): Promise<UpstreamReply>
  close(): Promise<void>
}

export interface TransportOptions {
  /** Sends every attempt to this gateway, with the real URL in `x-upstream-url`. It decides which hosts are allowed. */
  readonly gateway?: URL | undefined
  /**
   * The proxy for a URL. The proxy resolves names, so resolved addresses cannot be checked here: only literal addresses
   * and names that are always private are refused. The proxy belongs to the operator and may have any address.
   */
  readonly proxyFor: (url: URL) => string | undefined
  /** Private hosts that are allowed: upstreams in the local network, fake addresses of a resolver. */
  readonly allowance?: Allowance
  readonly lookup?: DnsLookup
  /** An additional trusted certificate authority, as PEM. */
  readonly ca?: string
}

const connectMs = 4_000
const keepAliveMs = 30_000
const maxDrainBytes = 16 * 1024
const drainMs = 1_000

/** Creates the transport. It reuses connections per host, and HTTP/2 where offered. */
export function createTransport(options: TransportOptions): Transport {
  const isPublic = createPublicAddressTest(options.allowance?.ranges)
  const allowed = options.allowance?.hosts ?? new Set<string>()
  const direct = new Agent({
    ...agentOptions,
    connect: {
      timeout: connectMs,
      preferH2: true,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      lookup: guardLookup(options.lookup ?? systemLookupAll, isPublic, allowed),
    },
  })
  const gateway = options.gateway && new Agent({ ...agentOptions, connect: { timeout: connectMs } })
  const proxies = new Map<string, ProxyAgent>()

  const proxyAgent = (proxy: string): ProxyAgent => {
    const agent = proxies.get(proxy) ?? createProxyAgent(proxy, options.ca)
    proxies.set(proxy, agent)
    return agent
  }

  /** The lookup guard is not called for literal addresses, nor when a proxy resolves the name. */
  const rejectPrivate = (url: URL) => {
    const address = literalAddress(url)
    const local = address === undefined ? isLocalName(url.hostname) : !isPublic(address)
    if (!local || allowed.has(address ?? normalizeHost(url.hostname))) return
    const way = 'UPSTREAM_PRIVATE can allow it'
    throw new UpstreamError('mismatch', `${url.hostname} is not a public address and was not requested (${way})`)
  }

  return {
    async send(attempt) {
      const { url } = attempt
      if (options.gateway && gateway) {
        // Assigned to the fields, because a path that starts with `//` would be parsed as another host.
        const target = new URL(options.gateway)
        target.pathname = url.pathname
        target.search = url.search
        return dispatch(gateway, target, { ...attempt, headers: { ...attempt.headers, 'x-upstream-url': url.href } })
      }
      rejectPrivate(url)
      const proxy = options.proxyFor(url)
      return dispatch(proxy === undefined ? direct : proxyAgent(proxy), url, attempt)
    },
    async close() {
      await Promise.all([direct, gateway, ...proxies.values()].map((agent) => agent?.destroy()))
    },
  }
}

/** The signal of each attempt limits its time and the queue of the host concurrency, so undici's timeouts are off. */
const agentOptions = {
  allowH2: true,
  keepAliveTimeout: keepAliveMs,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const

function createProxyAgent(proxy: string, ca: string | undefined): ProxyAgent {
  const { username, password } = new URL(proxy)
  return new ProxyAgent({
    ...agentOptions,
    uri: proxy,
    connectTimeout: connectMs,
    requestTls: { timeout: connectMs, preferH2: true, ...(ca === undefined ? {} : { ca }) },
    // A proxy that does not answer CONNECT would hold its connection for minutes.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    // undici decodes them for HTTP proxies, but not for SOCKS.
    ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
  })
}

async function dispatch(dispatcher: Dispatcher, url: URL, attempt: WireRequest): Promise<UpstreamReply> {
  const { method, headers, body, signal } = attempt
  try {
    const sent = request(url, { dispatcher, method, headers, signal, ...(body === undefined ? {} : { body }) })
    // undici does not abort a request that waits for its connection, so the signal is handled here too.
    const reply = await abortableWait(sent, signal)
    return {
      status: reply.statusCode,
      headers: singleHeaders(reply.headers),
      setCookies: [reply.headers['set-cookie'] ?? []].flat(),
      body: mapBodyErrors(reply.body, signal),
      discard: () => {
        // Drains a short remainder, so that the connection can be reused; aborts a long one.
        reply.body.dump({ limit: maxDrainBytes, signal: AbortSignal.timeout(drainMs) }).catch(() => undefined)
      },
    }
  } catch (error) {
    throw toUpstreamError(error, signal)
  }
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value
  return single
}

async function* mapBodyErrors(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body
    // undici makes a connection available one turn of the event loop later; a request before that would open a second
    // one.
    await nextTurn()
  } catch (error) {
    throw toUpstreamError(error, signal)
  }
}

/** Messages by the codes of Node and undici. */
const errorMessages: Readonly<Record<string, string>> = messages

function toUpstreamError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof UpstreamError) return error
  if (signal.aborted) return signal.reason
  const failed = error instanceof AggregateError ? error.errors[0] : error
  const cause = failed instanceof Error ? failed.cause : undefined
  if (cause instanceof UpstreamError) return cause
  const code = failed instanceof Error && 'code' in failed ? String(failed.code) : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new UpstreamError('timeout', 'no connection in time', { cause: error })
  const sentence = errorMessages[code] ?? 'the exchange failed'
  return new UpstreamError('network', code === '' ? sentence : `${sentence} (${code})`, { cause: error })
}

const systemLookupAll: DnsLookup = (host, done) => systemLookup(host, { all: true, order: 'verbatim' }, done)
