// The server of a worker: answers cache hits, forwards all other requests, applies changes from the primary.
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Batcher, createBatcher } from '../async/batcher.ts'
import type { WorkerAccess } from '../http/access/access-control.ts'
import { createClientResolver, encodeClient } from '../http/access/client-address.ts'
import { createAllowTest } from '../http/access/ip-allow-list.ts'
import { createFastAuthorize } from '../http/access/request-guard.ts'
import { createKeyVerifier } from '../http/auth/api-keys.ts'
import { type Authenticator, createAuthenticator } from '../http/auth/authentication.ts'
import type { SerializeError } from '../http/errors.ts'
import { defaultHeaders } from '../http/headers.ts'
import { createRequestIdChooser } from '../http/request-id.ts'
import { targetPath } from '../http/request-target.ts'
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'
import type { CachedEntry } from '../http/response-cache/cached-response.ts'
import { createEncodingNegotiator } from '../http/response-cache/content-encoding.ts'
import { createFastPath, installFastPath } from '../http/response-cache/fast-path.ts'
import { createSharedAddressTest } from '../http/server/connection-limits.ts'
import { closeGracefully, type InFlightResponses } from '../http/server/graceful-close.ts'
import { createServer } from '../http/server/server.ts'
import { createMemoryBudget } from '../store/memory/weighted-cache.ts'
import { createVersionCounters } from '../upstream/cache/versions.ts'
import { type FromWorker, type ListenFailure, type ToWorker, toListenFailure, type WorkerInit } from './ipc-messages.ts'
import { createPrimaryProxy } from './primary-proxy.ts'
import { createUnavailableResponse } from './unavailable-response.ts'
import { createWorkerCache } from './worker-cache.ts'
import { createWorkerRateLimits } from './worker-rate-limits.ts'

/** An IPC message for each cache hit would cost more than the response. */
const cacheHitBatches = { maxRows: 1_000, maxDelayMs: 100 }

export interface WorkerServerOptions {
  readonly init: WorkerInit
  send(message: FromWorker): void
  readonly errorText: SerializeError
  readonly newRequestId: () => string
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

export interface WorkerServer {
  /** Starts listening. Resolves to the failure, or to undefined on success. */
  listen(): Promise<ListenFailure | undefined>
  apply(change: Exclude<ToWorker, { kind: 'init' | 'shutdown' }>): void
  /** Finishes running requests, and sends the pending reports. */
  close(): Promise<void>
}

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void

/** Creates the server of a worker. */
export function createWorkerServer(parts: WorkerServerOptions): WorkerServer {
  const { init, send } = parts
  const state = createWorkerState(parts)
  const batches = createBatcher<CacheHit>((rows) => send({ kind: 'cache-hits', rows }), cacheHitBatches)
  const server = createInterceptingServer(
    (finishing) => createRequestHandler({ ...parts, ...state, batches, finishing }),
    {
      listeners: { onMessage: (text) => send({ kind: 'log', text }) },
      isShared: createSharedAddressTest(init.access.proxies),
    },
  )
  return {
    async listen() {
      try {
        await server.listen({ host: init.host, port: init.port })
        return undefined
      } catch (error) {
        return toListenFailure(error)
      }
    },
    apply(change) {
      state.apply(change)
      if (change.kind === 'allow-list') send({ kind: 'allow-list-applied', id: change.id })
    },
    async close() {
      await server.close()
      state.flush()
      batches.flush()
    },
  }
}

/** State that the primary shares with the worker. */
function createWorkerState({ init, send, epochMs, monotonicMs }: WorkerServerOptions) {
  const versions = createVersionCounters()
  versions.applyRemote(init.counters)
  let isAllowed = createAllowTest(init.blocks)
  const storage = createMemoryBudget(init.cacheBytes, epochMs).createCache<CachedEntry>()
  const { access } = init
  const limits = createWorkerRateLimits({
    rules: access.rates,
    report: (rows) => send({ kind: 'rate-limit-usage', rows }),
    monotonicMs,
  })
  const clients = createClientResolver({ proxies: access.proxies })
  const allowList = { allows: (address: string | undefined) => isAllowed(address) }
  return {
    answers: createWorkerCache(storage, versions.isCurrent),
    clients,
    pass: createFastAuthorize({ allowList, clients, callers: createKeyAuthenticator(access), limits }),
    flush: limits.flush,
    apply(change: Parameters<WorkerServer['apply']>[0]): void {
      if (change.kind === 'allow-list') isAllowed = createAllowTest(change.blocks)
      else if (change.kind === 'rate-limited') limits.recordExhausted(change)
      else for (const slot of change.changedSlots) versions.applyRemote(slot)
    },
  }
}

/** Workers verify API keys only; other credentials are left to the primary. */
function createKeyAuthenticator({ keys, hasLogins }: WorkerAccess): Authenticator {
  return createAuthenticator({
    keys: keys && createKeyVerifier(keys),
    logins: hasLogins ? { identifyNow: () => undefined, verify: async () => undefined } : undefined,
    hasAdminToken: () => false,
  })
}

interface RequestHandlerDeps
  extends WorkerServerOptions,
    Pick<ReturnType<typeof createWorkerState>, 'answers' | 'clients' | 'pass'> {
  readonly batches: Batcher<CacheHit>
  readonly finishing: InFlightResponses
}

function createRequestHandler({
  init,
  answers,
  clients,
  pass,
  batches,
  finishing: inFlight,
  ...parts
}: RequestHandlerDeps): HandleRequest {
  const requestId = createRequestIdChooser(parts.newRequestId)
  const fastPath = createFastPath({
    responses: { find: answers.find, encodingFor: createEncodingNegotiator() },
    authorize: (request, { route }) => pass(request, route),
    onHit({ request, requestId, route, status, tookMs, bytes, asks }) {
      const { method = '', url = '' } = request
      const { address } = clients.resolve(request)
      batches.add({ requestId, method, target: targetPath(url), route, status, tookMs, bytes, address, asks })
    },
    openHeaders: defaultHeaders,
    requestId,
    inFlight,
    epochMs: parts.epochMs,
    monotonicMs: parts.monotonicMs,
  })
  const sendUnavailable = createUnavailableResponse({
    errorText: parts.errorText,
    requestId: ({ headers }) => requestId(headers['x-request-id']),
    onSent: batches.add,
  })
  const forward = createPrimaryProxy({
    socketPath: init.socketPath,
    agent: new Agent({ keepAlive: true }),
    clientText: ({ socket: { remoteAddress: address = '' }, httpVersion }) =>
      encodeClient(init.key, { address, httpVersion }),
    onResponse: answers.store,
    onFailure(request, response, error) {
      parts.send({ kind: 'log', text: `a request could not be forwarded (${error.message})` })
      sendUnavailable(request, response)
    },
    monotonicMs: parts.monotonicMs,
  })
  return (request, response) => {
    if (fastPath(request, response)) return
    inFlight.track(response)
    forward(request, response)
  }
}

/** Creates a server whose requests are all handled before the framework sees them. */
function createInterceptingServer(
  createRequestHandler: (finishing: InFlightResponses) => HandleRequest,
  ways: Parameters<typeof createServer>[1],
) {
  const server = createServer({ genReqId: () => '', frameworkErrors: () => undefined }, ways)
  const handleRequest = createRequestHandler(closeGracefully(server))
  installFastPath(server, (request, response) => {
    handleRequest(request, response)
    return true
  })
  return server
}
