// Authorizes requests: allow list, authentication, rate limits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../observability/metrics.ts'
import type { AdminGate } from '../auth/admin-gate.ts'
import type { Authenticator, Principal } from '../auth/authentication.ts'
import { bearerToken } from '../auth/bearer-token.ts'
import type { FailedAuthLog } from '../auth/failed-auth-log.ts'
import { RequestError } from '../errors.ts'
import { isLocal, isLocalRaw } from '../local-request.ts'
import { routeOf } from '../logging/request-log.ts'
import { targetPath } from '../request-target.ts'
import type { ClientResolver } from './client-address.ts'
import { createNetworkNamer, normalizeIp } from './ip-ranges.ts'
import { type RateLimitStatus, type RateLimits, rateHeaders } from './rate-limits.ts'

/** Paths with rules of their own. */
export interface PathRules {
  /** Open to every address. */
  readonly livenessPath: string
  /** Administrators reach it even if the allow list excludes their address. */
  readonly allowListPath: string
  /** Need no authentication: what the page needs before login, and routes with access control of their own. */
  readonly publicPaths: ReadonlySet<string>
  /** Not rate limited: orchestrators poll them, from any address. */
  readonly unlimitedPaths: ReadonlySet<string>
}

export interface RequestGuardDeps {
  readonly allowList: { allows(address: string | undefined): boolean }
  readonly clients: ClientResolver
  readonly callers: Authenticator
  readonly limits: RateLimits
  readonly gate: Pick<AdminGate, 'isAdministrator'>
  readonly paths: PathRules
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly refusals: FailedAuthLog
}

type RawRequest = FastifyRequest['raw']

/** One unit of work of a request that may contain several. */
interface WorkUnit {
  readonly route: string
  readonly isFirstUnit: boolean
}

export interface RequestGuard {
  /** The error for a request from an address that is not allowed, else undefined. */
  ipRejection(request: FastifyRequest): RequestError | undefined
  /**
   * Authenticates and counts the request; sets the rate limit headers.
   * @throws RequestError 401 without valid credentials, 429 over the rate limit.
   */
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts `force=1` or `refresh=true` against their additional limit. @throws RequestError 429. */
  chargeForced(request: FastifyRequest, reply: FastifyReply): void
  /** Counts one unit of work against the limits of `route`, and any but the first against the limit for all requests too. @throws RequestError 429. */
  chargeExtra(request: FastifyRequest, reply: FastifyReply, work: WorkUnit): void
  /** Counts `more` additional requests, of the request's own route unless `route` is given. Requests over the limit become debt. */
  charge(request: FastifyRequest, reply: FastifyReply, cost: { readonly more: number; readonly route?: string }): void
  /** Counts a malformed request; returns the error if it is over the limit. */
  rateLimitError(request: FastifyRequest, reply: FastifyReply): RequestError | undefined
  /** Rate limit key of an authorized request: its caller or its address's network; undefined if it is not limited. */
  rateLimitKey(request: FastifyRequest): string | undefined
  /** Authorizes a request synchronously, for the fast path. Returns additional headers (names and values alternating); undefined if it is rejected or cannot be decided synchronously. */
  authorizeFast(request: RawRequest, route: string): readonly string[] | undefined
}

/** Creates the request guard. */
export function createRequestGuard(parts: RequestGuardDeps): RequestGuard {
  const { allowList, clients, gate, callers, paths, metrics } = parts
  const rateLimitKey = createRateLimitKey(clients)
  const charging = createCharging(parts, rateLimitKey)
  return {
    ipRejection(request) {
      const { address } = clients.resolve(request.raw)
      if (allowList.allows(address) || isExempt(request, parts)) return undefined
      metrics.recordRejection('address')
      return new RequestError(
        403,
        `address: ${normalizeIp(address) ?? 'none'} is not on the allow list of this service`,
      )
    },
    async authorize(request, reply) {
      const route = routeOf(request)
      if (route !== undefined && paths.unlimitedPaths.has(route)) return
      const caller = callers.isRequired ? await callers.identify(request.headers) : identifyAdministrator(request, gate)
      charging.count({ request, caller, names: route === undefined ? ['*'] : ['*', route] }, reply)
      if (!callers.isRequired || caller || request.method === 'OPTIONS') return
      if (route === undefined || paths.publicPaths.has(route)) return
      metrics.recordRejection('key')
      if (sentInvalidCredential(request)) parts.refusals.record('token', clients.resolve(request.raw).address)
      throw unauthorized(request, callers)
    },
    chargeForced(request, reply) {
      const caller = callers.identifyNow(request.headers)
      // A client's own rate covers all requests, and has counted this one already.
      if (!caller?.rate) charging.count({ request, caller, names: ['force'] }, reply)
    },
    chargeExtra(request, reply, { route, isFirstUnit }) {
      const caller = callers.identifyNow(request.headers)
      // The limit for all requests counted the first unit when the request arrived.
      if (!isFirstUnit) charging.count({ request, caller, names: ['*', route] }, reply)
      else if (!caller?.rate) charging.count({ request, caller, names: [route] }, reply)
    },
    charge(request, reply, { more, route = routeOf(request) ?? '' }) {
      const caller = callers.identifyNow(request.headers)
      charging.charge({ request, caller, names: ['*', route] }, reply, more)
    },
    rateLimitError: (request, reply) =>
      charging.overOf({ request, caller: callers.identifyNow(request.headers), names: ['*'] }, reply),
    rateLimitKey: (request) => rateLimitKey(request, callers.identifyNow(request.headers)),
    authorizeFast: createFastAuthorize(parts),
  }
}

/** Creates the synchronous check for the fast path, whose routes all require authorization. */
function createFastAuthorize({ allowList, clients, callers, limits }: RequestGuardDeps): RequestGuard['authorizeFast'] {
  const networkOf = createNetworkNamer()
  return (request, route) => {
    const client = clients.resolve(request)
    if (!allowList.allows(client.address)) return undefined
    const caller = callers.isRequired || hasCredentials(request) ? callers.identifyNow(request.headers) : undefined
    if (callers.isRequired && !caller) return undefined
    if (caller?.isAdministrator || (!caller && isLocalRaw(request.rawHeaders, client))) return noHeaders
    const name = caller?.name ?? networkOf(client.address)
    return headersIfAllowed(limits.consume({ client: name, names: ['*', route], own: caller?.rate }))
  }
}

function headersIfAllowed(status: RateLimitStatus | undefined): readonly string[] | undefined {
  if (status === undefined) return noHeaders
  return status.isOver ? undefined : Object.entries(rateHeaders(status)).flat()
}

/** Does the request send credentials? Reads the raw headers: few requests have any, and building the headers object takes longer. */
function hasCredentials({ rawHeaders }: RawRequest): boolean {
  return rawHeaders.some((text, at) => at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization')
}

type RateLimitKey = (request: FastifyRequest, caller: Principal | undefined) => string | undefined

/** Creates the function for rate limit keys; undefined for administrators and programs on this machine, which are not limited. */
function createRateLimitKey(clients: ClientResolver): RateLimitKey {
  const networkOf = createNetworkNamer()
  return (request, caller) => {
    const client = clients.resolve(request.raw)
    if (caller?.isAdministrator || (!caller && isLocal(request.headers, client))) return undefined
    return caller?.name ?? networkOf(client.address)
  }
}

/** A request, its client, and the limits it counts against. */
interface ChargedRequest {
  readonly request: FastifyRequest
  readonly caller: Principal | undefined
  readonly names: readonly string[]
}

function createCharging({ limits, metrics }: RequestGuardDeps, rateLimitKey: RateLimitKey) {
  const rateLimitError = (
    { request, caller, names }: ChargedRequest,
    reply: FastifyReply,
  ): RequestError | undefined => {
    const client = rateLimitKey(request, caller)
    if (client === undefined) return undefined
    const status = limits.consume({ client, names, own: caller?.rate })
    if (status?.isOver) {
      metrics.recordRejection('rate')
      return tooManyRequests(status)
    }
    if (status) reply.headers(rateHeaders(status))
    return undefined
  }
  return {
    overOf: rateLimitError,
    /** @throws RequestError 429 */
    count(charged: ChargedRequest, reply: FastifyReply): void {
      const over = rateLimitError(charged, reply)
      if (over) throw over
    },
    charge({ request, caller, names }: ChargedRequest, reply: FastifyReply, times: number): void {
      const client = rateLimitKey(request, caller)
      if (client === undefined || times === 0) return
      const status = limits.consumeMany({ client, names, own: caller?.rate }, times)
      if (status) reply.headers(rateHeaders(status))
    },
  }
}

const noHeaders: readonly string[] = []

/** Without keys and logins, only the administrator authenticates. */
function identifyAdministrator(request: FastifyRequest, gate: RequestGuardDeps['gate']): Principal | undefined {
  if (request.headers.authorization === undefined) return undefined
  return gate.isAdministrator(request) ? { name: 'administrator', isAdministrator: true } : undefined
}

function isExempt(request: FastifyRequest, { paths, gate }: RequestGuardDeps): boolean {
  const route = routeOf(request)
  // Compare the path too: OPTIONS has no route.
  const isAlive = route === paths.livenessPath || targetPath(request.url) === paths.livenessPath
  return isAlive || (route === paths.allowListPath && gate.isAdministrator(request))
}

const ruleLabels: ReadonlyMap<string, string> = new Map([
  ['*', 'all requests of one client together'],
  ['force', 'force=1 and refresh=true'],
  ['key', 'this key'],
])

function tooManyRequests(status: RateLimitStatus): RequestError {
  const { name, rate, waitMs } = status
  const waitS = Math.max(1, Math.ceil(waitMs / 1000))
  return new RequestError(
    429,
    `rate: at most ${rate.count} in ${rate.perMs / 1000} s for ${ruleLabels.get(name) ?? name}; retry in ${waitS} s`,
    {
      details: { limit: rate.count, retryAfterS: waitS },
      headers: { ...rateHeaders(status), 'retry-after': String(waitS) },
    },
  )
}

/** Was the credential never valid? A login token may have expired, which is no attack. */
function sentInvalidCredential({ headers }: FastifyRequest): boolean {
  const isLogin = bearerToken(headers)?.split('.').length === 3
  return headers['x-api-key'] !== undefined || (headers.authorization !== undefined && !isLogin)
}

function unauthorized({ headers }: FastifyRequest, { authHint }: Authenticator): RequestError {
  const isMissing = headers.authorization === undefined && headers['x-api-key'] === undefined
  const problem = isMissing ? 'is missing' : 'invalid or expired API key or token'
  return new RequestError(401, `authorization: ${problem}: ${authHint}`, { headers: { 'www-authenticate': 'Bearer' } })
}
