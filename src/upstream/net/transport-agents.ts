// Opens the connections of the transport and makes the requests, with undici.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { abortableWait } from '../../async/abortable.ts'
import type { Reason } from '../../contract/reasons.ts'
import { UpstreamError } from '../errors.ts'
import messages from './error-messages.json' with { type: 'json' }
import { type ProxyInUse, proxyError } from './proxy-errors.ts'
import type { guardLookup } from './ssrf-guard.ts'
import type { UpstreamReply, WireRequest } from './wire.ts'

const connectMs = 4_000
const keepAliveMs = 30_000
const maxDrainBytes = 16 * 1024
const drainMs = 1_000

export type Agents = ReturnType<typeof createAgents>

/** Creates the agents. They reuse connections per host, and HTTP/2 where offered. `lookup` resolves the names of direct requests. */
export function createAgents(lookup: ReturnType<typeof guardLookup>, ca: string | undefined) {
  const direct = new Agent({
    ...agentOptions,
    connect: { timeout: connectMs, preferH2: true, ...(ca === undefined ? {} : { ca }), lookup },
  })
  const gateway = new Agent({ ...agentOptions, connect: { timeout: connectMs } })
  const proxies = new Map<string, ProxyAgent>()
  const proxyAgent = (proxy: string): ProxyAgent => {
    const agent = proxies.get(proxy) ?? createProxyAgent(proxy, ca)
    proxies.set(proxy, agent)
    return agent
  }
  return {
    send: (url: URL, attempt: WireRequest, proxy: ProxyInUse | undefined) =>
      proxy === undefined
        ? dispatch(direct, url, attempt)
        : dispatch(proxyAgent(proxy.address), url, attempt).catch((error: unknown) => {
            throw proxyError(error, proxy, url.host, attempt.signal)
          }),
    /** Names of the gateway are not guarded: the operator chose it. */
    sendToGateway: (url: URL, attempt: WireRequest) => dispatch(gateway, url, attempt),
    async close(): Promise<void> {
      await Promise.all([direct, gateway, ...proxies.values()].map((agent) => agent.destroy()))
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
  // undici decodes them for HTTP proxies, but not for SOCKS; its type lacks them.
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return new ProxyAgent({
    ...agentOptions,
    uri: proxy,
    connectTimeout: connectMs,
    requestTls: { timeout: connectMs, preferH2: true, ...(ca === undefined ? {} : { ca }) },
    // A proxy that does not answer CONNECT would hold its connection for minutes.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    ...credentials,
  })
}

async function dispatch(dispatcher: Dispatcher, url: URL, attempt: WireRequest): Promise<UpstreamReply> {
  const { method, headers, body, signal } = attempt
  const [origin, path] = [url.origin, url.pathname + url.search]
  try {
    const sent = dispatcher.request({ origin, path, method, headers, signal, ...(body === undefined ? {} : { body }) })
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

const networkReasons: ReadonlyMap<string, Reason> = new Map([
  ['ENOTFOUND', { code: 'no_such_host' }],
  ['EAI_AGAIN', { code: 'no_such_host' }],
  ['ECONNREFUSED', { code: 'refused' }],
  ['ECONNRESET', { code: 'reset' }],
  ['EPIPE', { code: 'reset' }],
  ['UND_ERR_SOCKET', { code: 'reset' }],
])

function toUpstreamError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof UpstreamError) return error
  if (signal.aborted) return signal.reason
  const failed = error instanceof AggregateError ? error.errors[0] : error
  const cause = failed instanceof Error ? failed.cause : undefined
  if (cause instanceof UpstreamError) return cause
  const code = failed instanceof Error && 'code' in failed ? String(failed.code) : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new UpstreamError('timeout', 'no connection in time', { reason: { code: 'no_connection' }, cause: failed })
  const sentence = `${errorMessages[code] ?? 'the exchange failed'}${code && ` (${code})`}`
  return new UpstreamError('network', sentence, { reason: networkReasons.get(code), cause: failed })
}
