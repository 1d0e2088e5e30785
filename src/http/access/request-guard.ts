// Authorizes requests: allow list, authentication, rate limits.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../observability/metrics.ts'
import type { AdminGate } from '../auth/admin-gate.ts'
import { type Authenticator, bearerToken, type Principal } from '../auth/authentication.ts'
import type { FailedAuthLog } from '../auth/failed-auth-log.ts'
import { RequestError } from '../errors.ts'
import { isLocal } from '../local-request.ts'
import { routeOf } from '../logging/request-log.ts'
import { targetPath } from '../request-target.ts'
import type { ClientResolver } from './client-address.ts'
import { createNetworkNamer, normalizeIp } from './ip-ranges.ts'
import { type RateLimitStatus, type RateLimits, rateHeaders } from './rate-limits.ts'

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
  readonly resolveClient: ClientResolver
  readonly callers: Authenticator
  readonly limits: RateLimits
  readonly gate: Pick<AdminGate, 'isAdministrator'>
  readonly paths: PathRules
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly refusals: FailedAuthLog
}

type RawRequest = FastifyRequest['raw']

/** A request that the service sends to itself for a client, whose own request has been counted. */
export interface OwnRequest {
  /** It is a part of the client's request: the limit for all requests does not count it again. */
  readonly isIncluded: boolean
  /** The route that it counts for; default: its own. */
  readonly route?: string | undefined
}

export type RequestGuard = ReturnType<typeof createRequestGuard>

export function createRequestGuard(parts: RequestGuardDeps) {
  const { allowList, resolveClient, callers, paths, metrics } = parts
  const limiter = createLimiter(parts)
  const ownRequest = new AsyncLocalStorage<OwnRequest>()
  const requireCaller = (request: FastifyRequest, caller: Principal | undefined): void => {
    if (!callers.isRequired || caller) return
    metrics.recordRejection('key')
    if (sentInvalidCredential(request)) parts.refusals.record('token', resolveClient(request.raw).address)
    throw unauthorized(request, callers)
  }
  return {
    /** The error for a request from an address that is not allowed, else undefined. */
    ipRejection(request: FastifyRequest): RequestError | undefined {
      const { address } = resolveClient(request.raw)
      if (allowList.allows(address) || isExempt(request, parts)) return undefined
      metrics.recordRejection('address')
      const ip = normalizeIp(address) ?? 'none'
      return new RequestError(403, `address: ${ip} is not on the allow list of this service`)
    },
    /**
     * Authenticates and counts the request; sets the rate limit headers.
     * @throws (rejects) RequestError 401 without valid credentials, 429 over the rate limit.
     */
    async authorize(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      // Empty without a route, as for OPTIONS: no rule and no path has that name.
      const route = routeOf(request) ?? ''
      if (paths.unlimitedPaths.has(route)) return
      // Without keys and logins, only an administrator can be identified.
      const caller = await callers.identify(request.headers)
      const own = ownRequest.getStore()
      if (own?.isIncluded) limiter.countIncluded({ request, reply, caller }, own.route ?? route)
      else limiter.count({ request, reply, caller }, ['*', own?.route ?? route])
      if (route !== '' && !paths.publicPaths.has(route)) requireCaller(request, caller)
    },
    /** For routes among `publicPaths`. @throws RequestError 401 without valid credentials, where they are required. */
    requireCaller: (request: FastifyRequest): void => requireCaller(request, callers.identifyNow(request.headers)),
    /**
     * Authorizes a request synchronously, for the fast path, whose routes all require authorization. Returns additional headers (names and
     * values alternating); undefined if it is rejected or cannot be decided synchronously.
     */
    authorizeFast(raw: RawRequest, route: string): readonly string[] | undefined {
      if (!allowList.allows(resolveClient(raw).address)) return undefined
      const caller = callers.isRequired || hasCredentials(raw) ? callers.identifyNow(raw.headers) : undefined
      if (callers.isRequired && !caller) return undefined
      const status = limiter.consume(raw, caller, ['*', route])
      if (status === undefined) return []
      return status.isOver ? undefined : Object.entries(rateHeaders(status)).flat()
    },
    /** Sends a request of the service to itself, which is authorized and counted as `own` says. */
    runOwn: <T>(own: OwnRequest, send: () => T): T => ownRequest.run(own, send),
    ...createCharges(limiter, callers, (request) => ownRequest.getStore()?.route ?? routeOf(request) ?? ''),
  }
}

/** Creates what routes use to count more than one request. */
function createCharges(
  limiter: ReturnType<typeof createLimiter>,
  callers: Authenticator,
  countedRoute: (request: FastifyRequest) => string,
) {
  const identified = (request: FastifyRequest, reply: FastifyReply): ChargedRequest => ({
    request,
    reply,
    caller: callers.identifyNow(request.headers),
  })
  return {
    /** Counts `force=1` or `refresh=true` against their additional limit. @throws RequestError 429. */
    chargeForced(request: FastifyRequest, reply: FastifyReply): void {
      limiter.countIncluded(identified(request, reply), 'force')
    },
    /** Counts the request against the limit of `route` too. @throws RequestError 429. */
    chargeAs: (request: FastifyRequest, reply: FastifyReply, route: string): void =>
      limiter.countIncluded(identified(request, reply), route),
    /** Counts `more` additional requests, of the request's own route unless `route` is given. Requests over the limit become debt. */
    charge(request: FastifyRequest, reply: FastifyReply, { more, route }: { more: number; route?: string }): void {
      limiter.countMany(identified(request, reply), ['*', route ?? countedRoute(request)], more)
    },
    /** Counts a malformed request; returns the error if it is over the limit. */
    rateLimitError: (request: FastifyRequest, reply: FastifyReply): RequestError | undefined =>
      limiter.rejection(identified(request, reply), ['*']),
    /** The holder of the key, login or administrator's token of an authorized request. */
    principal: ({ headers }: FastifyRequest): Principal | undefined => callers.identifyNow(headers),
    /** Rate limit key of an authorized request; undefined if it is not limited. */
    rateLimitKey: ({ raw }: FastifyRequest): string | undefined => limiter.keyOf(raw, callers.identifyNow(raw.headers)),
  }
}

interface ChargedRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Principal | undefined
}

function createLimiter({ limits, metrics, resolveClient }: RequestGuardDeps) {
  const networkOf = createNetworkNamer()

  /** The caller, or the network of the address; undefined for administrators and programs on this machine, which are not limited. */
  function keyOf(raw: RawRequest, caller: Principal | undefined): string | undefined {
    const client = resolveClient(raw)
    if (caller?.isAdministrator || (!caller && isLocal(raw.rawHeaders, client))) return undefined
    return caller?.name ?? networkOf(client.address)
  }

  function consume(raw: RawRequest, caller: Principal | undefined, names: readonly string[]) {
    const client = keyOf(raw, caller)
    return client === undefined ? undefined : limits.consume({ client, names, own: caller?.rate })
  }

  function rejection({ request, reply, caller }: ChargedRequest, names: readonly string[]): RequestError | undefined {
    const status = consume(request.raw, caller, names)
    if (status?.isOver) {
      metrics.recordRejection('rate')
      return tooManyRequests(status)
    }
    if (status) reply.headers(rateHeaders(status))
    return undefined
  }

  /** @throws RequestError 429 */
  function count(charged: ChargedRequest, names: readonly string[]): void {
    const error = rejection(charged, names)
    if (error) throw error
  }

  return {
    keyOf,
    consume,
    rejection,
    count,
    /** Counts a request that the limit for all requests has counted already. @throws RequestError 429 */
    countIncluded(charged: ChargedRequest, name: string): void {
      // A client's own rate covers all requests, and has counted this one already.
      if (!charged.caller?.rate) count(charged, [name])
    },
    countMany({ request, reply, caller }: ChargedRequest, names: readonly string[], times: number): void {
      const client = keyOf(request.raw, caller)
      if (client === undefined || times === 0) return
      const status = limits.consumeMany({ client, names, own: caller?.rate }, times)
      if (status) reply.headers(rateHeaders(status))
    },
  }
}

/** Does the request send credentials? Reads the raw headers: few requests have any, and building the headers object takes longer. */
function hasCredentials({ rawHeaders }: RawRequest): boolean {
  // A value that equals the name only costs a look at the headers.
  return rawHeaders.some((text) => text.length === 13 && text.toLowerCase() === 'authorization')
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
  const waitS = Math.ceil(waitMs / 1000)
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

function unauthorized({ headers, url }: FastifyRequest, { authHint }: Authenticator): RequestError {
  const isMissing = headers.authorization === undefined && headers['x-api-key'] === undefined
  const problem = isMissing ? 'is missing' : 'invalid or expired API key or token'
  // Only for feeds: elsewhere a browser would ask for a password before the page does.
  const scheme = url.startsWith('/feeds/') ? 'Basic realm="trawl", charset="UTF-8"' : 'Bearer'
  return new RequestError(401, `authorization: ${problem}: ${authHint}`, { headers: { 'www-authenticate': scheme } })
}
